/** How the reader looks. */
export interface ReaderSettings {
  readonly theme: 'system' | 'light' | 'sepia' | 'dark';
  readonly font: 'serif' | 'sans' | 'literata' | 'atkinson';
  /** In px, 12 to 32. */
  readonly fontSizePx: number;
  /** Characters a line, 38 to 90. */
  readonly widthCh: number;
  /** Unitless, 1.2 to 2.2. */
  readonly lineHeight: number;
}

/** What a person chose, kept in `storage.local`; the theme covers the whole interface. */
export interface Settings {
  readonly reader: ReaderSettings;
  /** What a click on the toolbar button does. */
  readonly toolbarClick: 'save' | 'open';
}

export const DEFAULT_SETTINGS: Settings = {
  reader: { theme: 'system', font: 'serif', fontSizePx: 18, widthCh: 66, lineHeight: 1.6 },
  toolbarClick: 'save',
};

/** What a person chose about sync; kept apart, since no page is painted by it. */
export interface SyncSettings {
  /** Whose articles and images come from the server by themselves; `none`: when they are opened. */
  readonly articles: 'all' | 'unread' | 'newest' | 'none';
  /** What the articles may take together where the newest come, in MB of 1,000,000 bytes. */
  readonly newestMb: number;
  /** Whether articles wait; what is changed goes on being sent. */
  readonly isPaused: boolean;
}

export const DEFAULT_SYNC_SETTINGS: SyncSettings = {
  articles: 'all',
  newestMb: 500,
  isPaused: false,
};

/** What came of asking for the article of one bookmark that was opened. */
export type ArticleAnswer =
  | 'here'
  /** The server has none. */
  | 'none'
  | 'offline'
  | 'server-busy'
  | 'signed-out'
  | 'not-allowed'
  | 'wrong-server'
  | 'refused'
  | 'quota'
  | 'library-unavailable'
  | 'server-lost-data'
  | 'failed';
