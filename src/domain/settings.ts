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
  /** Whose articles and images come from the server by themselves. */
  readonly articles: 'all' | 'unread' | 'none';
  /** Whether articles wait; what is changed goes on being sent. */
  readonly isPaused: boolean;
}

export const DEFAULT_SYNC_SETTINGS: SyncSettings = { articles: 'all', isPaused: false };
