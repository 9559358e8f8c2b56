import * as z from 'zod/mini';
import {
  DEFAULT_SETTINGS,
  MAX_VOICES,
  READER_RANGES,
  REVIEW_RANGE,
  type ReaderSettings,
  type Settings,
  type SettingsPatch,
  SPEED_RANGE,
} from '../../domain/settings';
import { anyOf } from '../../messages/schemas';
import type { StoredArea } from '../ports';

const SETTINGS_KEY = 'settings';

const { reader, listening } = DEFAULT_SETTINGS;
interface Bounds {
  readonly min: number;
  readonly max: number;
}

const within = ({ min, max }: Bounds) => z.number().check(z.minimum(min), z.maximum(max));

const ReaderSchema = z.lazy(() =>
  z.object({
    theme: z.catch(
      anyOf<ReaderSettings['theme']>({ system: true, light: true, sepia: true, dark: true }),
      reader.theme,
    ),
    font: z.catch(
      anyOf<ReaderSettings['font']>({ serif: true, sans: true, literata: true, atkinson: true }),
      reader.font,
    ),
    fontSizePx: z.catch(within(READER_RANGES.fontSizePx), reader.fontSizePx),
    widthCh: z.catch(within(READER_RANGES.widthCh), reader.widthCh),
    lineHeight: z.catch(within(READER_RANGES.lineHeight), reader.lineHeight),
  }),
);

const VoicesSchema = z.lazy(() =>
  z
    .record(z.string(), z.string())
    .check(z.refine((voices) => Object.keys(voices).length <= MAX_VOICES)),
);

const ListeningSchema = z.lazy(() =>
  z.object({
    speed: z.catch(within(SPEED_RANGE), listening.speed),
    voices: z.catch(VoicesSchema, listening.voices),
  }),
);

// Each field falls back separately, so an invalid field does not reset the others.
const SettingsSchema = z.lazy(() =>
  z.object({
    reader: z.catch(ReaderSchema, reader),
    toolbarClick: z.catch(
      anyOf<Settings['toolbarClick']>({ save: true, open: true }),
      DEFAULT_SETTINGS.toolbarClick,
    ),
    showsToast: z.catch(z.boolean(), DEFAULT_SETTINGS.showsToast),
    listening: z.catch(ListeningSchema, listening),
    reviewPerDay: z.catch(
      within(REVIEW_RANGE).check(z.multipleOf(REVIEW_RANGE.step)),
      DEFAULT_SETTINGS.reviewPerDay,
    ),
  }),
);

/** Parses stored settings. Missing or invalid fields get their defaults. */
export function parseSettings(stored: unknown): Settings {
  return z.catch(SettingsSchema, DEFAULT_SETTINGS).parse(stored);
}

/** Reads the current settings from `storage.local`. */
export async function readSettings(local: Pick<StoredArea, 'get'>): Promise<Settings> {
  return parseSettings((await local.get(SETTINGS_KEY))[SETTINGS_KEY]);
}

/**
 * Stores a change and returns the new settings. Concurrent changes from several pages are all
 * applied.
 */
export function updateSettings(
  local: Pick<StoredArea, 'get' | 'set'>,
  patch: SettingsPatch,
): Promise<Settings> {
  return navigator.locks.request(SETTINGS_KEY, async () => {
    const before = await readSettings(local);
    const after = parseSettings({
      ...before,
      ...patch,
      reader: { ...before.reader, ...patch.reader },
      listening: { ...before.listening, ...patch.listening },
    });
    await local.set({ [SETTINGS_KEY]: after });
    return after;
  });
}

/** Calls `listener` with the settings after each change in any page. */
export function watchSettings(
  { onChanged }: Pick<StoredArea, 'onChanged'>,
  listener: (settings: Settings) => void,
): () => void {
  const onChange = (changes: Readonly<Record<string, { newValue?: unknown }>>) => {
    const change = changes[SETTINGS_KEY];
    if (change) listener(parseSettings(change.newValue));
  };
  onChanged.addListener(onChange);
  return () => onChanged.removeListener(onChange);
}
