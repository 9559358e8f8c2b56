/** The appearance of the reader. */
export interface ReaderSettings {
  readonly theme: 'system' | 'light' | 'sepia' | 'dark';
  readonly font: 'serif' | 'sans' | 'literata' | 'atkinson';
  /** In px, 12 to 32. */
  readonly fontSizePx: number;
  /** Characters per line, 38 to 90. */
  readonly widthCh: number;
  /** Unitless, 1.2 to 2.2. */
  readonly lineHeight: number;
}

/** A person's settings, stored in `storage.local`. The theme applies to the whole interface. */
export interface Settings {
  readonly reader: ReaderSettings;
  /** The action of the toolbar button. */
  readonly toolbarClick: 'save' | 'open';
}

export const DEFAULT_SETTINGS: Settings = {
  reader: { theme: 'system', font: 'serif', fontSizePx: 18, widthCh: 66, lineHeight: 1.6 },
  toolbarClick: 'save',
};

/**
 * A person's settings for sync. They are stored separately because no page needs them for its first
 * paint.
 */
export interface SyncSettings {
  /**
   * Which articles are downloaded automatically, with their images. `none`: each is downloaded when
   * it is opened.
   */
  readonly articles: 'all' | 'unread' | 'newest' | 'none';
  /** In MB of 1,000,000 bytes: the total size of articles in the mode `newest`. */
  readonly newestMb: number;
  /** True while downloads are paused. Changes are still sent. */
  readonly isPaused: boolean;
}

export const DEFAULT_SYNC_SETTINGS: SyncSettings = {
  articles: 'all',
  newestMb: 500,
  isPaused: false,
};

/** The result of requesting the article of one bookmark that was opened. */
export type ArticleAnswer =
  | 'here'
  /** The server has no article. */
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
