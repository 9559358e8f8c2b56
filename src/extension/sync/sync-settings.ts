import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { anyOf } from '../schemas';
import { SYNC_SETTINGS } from './names';

/** What a person chose about sync. */
export interface SyncSettings {
  /** Whose articles and images come by themselves; another's come when it is opened. */
  readonly articles: 'all' | 'unread' | 'none';
  /** Whether articles wait; what is changed goes on being sent. */
  readonly isPaused: boolean;
}

export const DEFAULT_SYNC_SETTINGS: SyncSettings = { articles: 'all', isPaused: false };

const { articles, isPaused } = DEFAULT_SYNC_SETTINGS;
const Schema = z.object({
  articles: z.catch(
    anyOf<SyncSettings['articles']>({ all: true, unread: true, none: true }),
    articles,
  ),
  isPaused: z.catch(z.boolean(), isPaused),
});

type Area = Pick<WxtBrowser['storage']['local'], 'get' | 'set' | 'onChanged'>;

/** Each field that is absent or broken is its default. */
export const parseSyncSettings = (stored: unknown): SyncSettings =>
  z.catch(Schema, DEFAULT_SYNC_SETTINGS).parse(stored);

export async function readSyncSettings(area: Pick<Area, 'get'>): Promise<SyncSettings> {
  return parseSyncSettings((await area.get(SYNC_SETTINGS))[SYNC_SETTINGS]);
}

/** Keeps a change. The background hears of it and begins anew. */
export async function changeSyncSettings(
  area: Pick<Area, 'get' | 'set'>,
  change: Partial<SyncSettings>,
): Promise<void> {
  await navigator.locks.request(SYNC_SETTINGS, async () =>
    area.set({ [SYNC_SETTINGS]: { ...(await readSyncSettings(area)), ...change } }),
  );
}
