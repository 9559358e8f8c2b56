/** Bounds of a numeric setting and the step of its control. */
interface SettingRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export const READER_THEMES = ['system', 'light', 'sepia', 'dark'] as const;
export const READER_FONTS = ['serif', 'sans', 'literata', 'atkinson'] as const;
export const TOOLBAR_CLICKS = ['save', 'open'] as const;

/** The appearance of the reader. */
export interface ReaderSettings {
  readonly theme: (typeof READER_THEMES)[number];
  readonly font: (typeof READER_FONTS)[number];
  readonly fontSizePx: number;
  /** Characters per line. */
  readonly widthCh: number;
  /** Unitless. */
  readonly lineHeight: number;
}

/** The ranges of all numeric reader settings. */
export const READER_RANGES = {
  fontSizePx: { min: 12, max: 32, step: 1 },
  widthCh: { min: 38, max: 90, step: 1 },
  lineHeight: { min: 1.2, max: 2.2, step: 0.1 },
} as const satisfies Readonly<Partial<Record<keyof ReaderSettings, SettingRange>>>;

/** How articles are read aloud. */
export interface ListeningSettings {
  /** 1 is the normal speed of the voice. */
  readonly speed: number;
  /** The chosen voices, by language without region: the address of a voice on this device. */
  readonly voices: Readonly<Record<string, string>>;
}

export const SPEED_RANGE = { min: 0.7, max: 3, step: 0.1 } as const satisfies SettingRange;

/** The most languages of which the voice is kept. */
export const MAX_VOICES = 100;

/** The highlights of a day in the review; 0: none. */
export const REVIEW_RANGE = { min: 0, max: 50, step: 1 } as const satisfies SettingRange;

/** A person's settings, stored in `storage.local`. The theme applies to the whole interface. */
export interface Settings {
  readonly reader: ReaderSettings;
  /** The action of the toolbar button. */
  readonly toolbarClick: (typeof TOOLBAR_CLICKS)[number];
  /** True if a page shows for a moment what a key or a menu has saved there. */
  readonly showsToast: boolean;
  readonly listening: ListeningSettings;
  readonly reviewPerDay: number;
}

/** A change of the settings. Absent settings keep their value. */
export interface SettingsPatch {
  readonly reader?: Partial<ReaderSettings>;
  readonly toolbarClick?: Settings['toolbarClick'];
  readonly showsToast?: boolean;
  readonly listening?: Partial<ListeningSettings>;
  readonly reviewPerDay?: number;
}

export const DEFAULT_SETTINGS: Settings = {
  reader: { theme: 'system', font: 'serif', fontSizePx: 18, widthCh: 66, lineHeight: 1.6 },
  toolbarClick: 'save',
  showsToast: true,
  listening: { speed: 1, voices: {} },
  reviewPerDay: 5,
};

/**
 * Which articles are downloaded automatically. `current`: of unread bookmarks and favourites the
 * newest that fit. `none`: each is downloaded when it is opened.
 */
const SYNCED_ARTICLES = ['all', 'unread', 'current', 'newest', 'none'] as const;

/** In MB: the upper bound of `newestMb`, a terabyte. */
export const MAX_NEWEST_MB = 1_000_000;

/**
 * A person's settings for sync. They are stored separately because no page needs them for its first
 * paint.
 */
export interface SyncSettings {
  /** Which articles are downloaded automatically, with their images. */
  readonly articles: (typeof SYNCED_ARTICLES)[number];
  /** In MB of 1,000,000 bytes: the total size of articles in the modes `current` and `newest`. */
  readonly newestMb: number;
  /** True while downloads are paused. Changes are still sent. */
  readonly isPaused: boolean;
}

export const DEFAULT_SYNC_SETTINGS: SyncSettings = {
  articles: 'all',
  newestMb: 500,
  isPaused: false,
};
