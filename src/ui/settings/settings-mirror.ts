import {
  DEFAULT_SETTINGS,
  type ListeningSettings,
  READER_FONTS,
  READER_RANGES,
  READER_THEMES,
  REVIEW_RANGE,
  type ReaderSettings,
  type Settings,
  SPEED_RANGE,
  TOOLBAR_CLICKS,
} from '../../domain/settings';
import { createMirror, isRecord, type Mirror, type MirrorStorage } from '../mirror';

/**
 * The settings as an extension page last saw them. Pages read them before their first paint, because
 * `storage.local` responds only later. Missing or invalid values are replaced by the defaults.
 */
export const settingsMirror = (storage: MirrorStorage): Mirror<Settings> =>
  createMirror(storage, 'leafmark.settings', parseSettings);

function parseSettings(stored: unknown): Settings {
  if (!isRecord(stored)) return DEFAULT_SETTINGS;
  return {
    reader: parseReader(stored.reader),
    toolbarClick: oneOf(stored.toolbarClick, TOOLBAR_CLICKS, DEFAULT_SETTINGS.toolbarClick),
    showsToast: stored.showsToast !== false,
    listening: parseListening(stored.listening),
    reviewPerDay: parsePerDay(stored.reviewPerDay),
  };
}

function parseListening(value: unknown): ListeningSettings {
  const stored = isRecord(value) ? value : {};
  const { speed } = stored;
  const isSpeed = typeof speed === 'number' && speed >= SPEED_RANGE.min && speed <= SPEED_RANGE.max;
  const voices = isRecord(stored.voices) ? Object.entries(stored.voices) : [];
  return {
    speed: isSpeed ? speed : DEFAULT_SETTINGS.listening.speed,
    voices: Object.fromEntries(
      voices.filter((each): each is [string, string] => typeof each[1] === 'string'),
    ),
  };
}

function parsePerDay(value: unknown): number {
  const { min, max } = REVIEW_RANGE;
  const isPerDay = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  return isPerDay ? Number(value) : DEFAULT_SETTINGS.reviewPerDay;
}

function parseReader(value: unknown): ReaderSettings {
  const stored = isRecord(value) ? value : {};
  const { theme, font } = DEFAULT_SETTINGS.reader;
  return {
    theme: oneOf(stored.theme, READER_THEMES, theme),
    font: oneOf(stored.font, READER_FONTS, font),
    fontSizePx: within(stored, 'fontSizePx'),
    widthCh: within(stored, 'widthCh'),
    lineHeight: within(stored, 'lineHeight'),
  };
}

const oneOf = <T extends string>(value: unknown, allowed: readonly T[], fallback: T): T =>
  allowed.find((each) => each === value) ?? fallback;

function within(stored: Record<string, unknown>, name: keyof typeof READER_RANGES): number {
  const value = stored[name];
  const { min, max } = READER_RANGES[name];
  return typeof value === 'number' && value >= min && value <= max
    ? value
    : DEFAULT_SETTINGS.reader[name];
}
