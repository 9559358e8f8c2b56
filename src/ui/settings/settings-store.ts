import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { DEFAULT_SETTINGS, type ReaderSettings, type Settings } from '../../domain';

/** A change to the settings; what is absent stays as it is. */
export interface SettingsPatch {
  readonly reader?: Partial<ReaderSettings>;
  readonly toolbarClick?: Settings['toolbarClick'];
}

/** The settings as they are now, in whatever page they were changed. Given by the entrypoint. */
export interface SettingsStore {
  readonly settings: ReadonlySignal<Settings>;
  /** Shows the change at once and keeps it. */
  update(patch: SettingsPatch): void;
}

/** Where the settings are kept for good: `storage.local`, by way of the entrypoint. */
export interface SettingsSource {
  read(): Promise<Settings>;
  /** Keeps a change and gives the settings as they are then. */
  update(patch: SettingsPatch): Promise<Settings>;
  /** Calls back after each change, in whatever page it was made. */
  watch(listener: (settings: Settings) => void): () => void;
}

/** The settings from their mirror at once, then from `source`, live; each is mirrored as it comes. */
export function createSettingsStore(source: SettingsSource, mirror: MirrorStorage): SettingsStore {
  const settings = signal(readSettingsMirror(mirror));
  const take = (next: Settings) => {
    settings.value = next;
    writeSettingsMirror(mirror, next);
  };
  source.watch(take);
  void source.read().then(take);
  return {
    settings: computed(() => settings.value),
    update(patch) {
      const before = settings.value;
      take({ ...before, ...patch, reader: { ...before.reader, ...patch.reader } });
      void source.update(patch);
    },
  };
}

const KEY = 'leafmark.settings';

/** Where the mirror is kept; `localStorage` of the extension's pages. */
export type MirrorStorage = Pick<Storage, 'getItem' | 'setItem'>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const oneOf = <T extends string>(value: unknown, allowed: readonly T[], fallback: T): T =>
  allowed.find((each) => each === value) ?? fallback;

const within = (value: unknown, least: number, most: number, fallback: number): number =>
  typeof value === 'number' && value >= least && value <= most ? value : fallback;

function parseReader(value: unknown): ReaderSettings {
  const given = isRecord(value) ? value : {};
  const standard = DEFAULT_SETTINGS.reader;
  return {
    theme: oneOf(given.theme, ['system', 'light', 'sepia', 'dark'], standard.theme),
    font: oneOf(given.font, ['serif', 'sans', 'literata', 'atkinson'], standard.font),
    fontSizePx: within(given.fontSizePx, 12, 32, standard.fontSizePx),
    widthCh: within(given.widthCh, 38, 90, standard.widthCh),
    lineHeight: within(given.lineHeight, 1.2, 2.2, standard.lineHeight),
  };
}

/**
 * The settings as a page of ours last saw them, read at once: `storage.local`, which has the truth,
 * answers only after the first paint. What is missing or broken is the default.
 */
export function readSettingsMirror(storage: MirrorStorage): Settings {
  const text = readItem(storage);
  if (text === null) return DEFAULT_SETTINGS;
  const given = parseJson(text);
  if (!isRecord(given)) return DEFAULT_SETTINGS;
  return {
    reader: parseReader(given.reader),
    toolbarClick: oneOf(given.toolbarClick, ['save', 'open'], DEFAULT_SETTINGS.toolbarClick),
  };
}

/** Keeps the settings for the next first paint. Written by each page whenever it learns of them. */
export function writeSettingsMirror(storage: MirrorStorage, settings: Settings): void {
  try {
    storage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Full or refused: the next page paints with the defaults and corrects itself.
  }
}

function readItem(storage: MirrorStorage): string | null {
  try {
    return storage.getItem(KEY);
  } catch {
    return null; // Storage may be refused altogether; the mirror is a convenience.
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
