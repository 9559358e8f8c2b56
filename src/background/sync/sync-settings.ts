import * as z from 'zod/mini';
import { DEFAULT_SYNC_SETTINGS, MAX_NEWEST_MB, type SyncSettings } from '../../domain/settings';
import { anyOf } from '../../messages/schemas';
import type { ArticlePolicy } from '../../sync';
import type { ConnectionInfo, StoredArea } from '../ports';

/** Key of `storage.local`. It is separate from the other settings because pages paint by those. */
export const SYNC_SETTINGS = 'syncSettings';

const { articles, newestMb, isPaused } = DEFAULT_SYNC_SETTINGS;
const Schema = z.lazy(() =>
  z.object({
    articles: z.catch(
      anyOf<SyncSettings['articles']>({
        all: true,
        unread: true,
        current: true,
        newest: true,
        none: true,
      }),
      articles,
    ),
    newestMb: z.catch(z.int().check(z.positive(), z.maximum(MAX_NEWEST_MB)), newestMb),
    isPaused: z.catch(z.boolean(), isPaused),
  }),
);

const BYTES_IN_MB = 1_000_000;

/** Converts the settings to the policy for downloading articles. */
export function articlePolicyOf({ articles, newestMb }: SyncSettings): ArticlePolicy {
  const newestBytes = newestMb * BYTES_IN_MB;
  if (articles === 'current') return { newestBytes, isCurrentOnly: true };
  return articles === 'newest' ? { newestBytes } : articles;
}

/**
 * Returns the articles that a round fetches by the settings.
 *
 * @param connection undefined if the browser does not report it
 */
export async function chosenArticles(
  area: Pick<StoredArea, 'get'>,
  connection: ConnectionInfo | undefined,
  isManual: boolean,
): Promise<ArticlePolicy> {
  const settings = await readSyncSettings(area);
  const isQuiet = settings.isPaused || (isMetered(connection) && !isManual);
  return isQuiet ? 'none' : articlePolicyOf(settings);
}

/**
 * True on metered connections, on which only requested data is loaded.
 * @see https://developer.mozilla.org/en-US/docs/Web/API/NetworkInformation
 */
const isMetered = (connection: ConnectionInfo | undefined): boolean =>
  connection?.saveData === true || connection?.type === 'cellular';

type Area = Pick<StoredArea, 'get' | 'set'>;

/** Parses stored settings. Missing or invalid fields get their defaults. */
export const parseSyncSettings = (stored: unknown): SyncSettings =>
  z.catch(Schema, DEFAULT_SYNC_SETTINGS).parse(stored);

export async function readSyncSettings(area: Pick<Area, 'get'>): Promise<SyncSettings> {
  return parseSyncSettings((await area.get(SYNC_SETTINGS))[SYNC_SETTINGS]);
}

/** Stores a change. The background observes the storage and restarts the sync. */
export async function changeSyncSettings(area: Area, change: Partial<SyncSettings>): Promise<void> {
  await navigator.locks.request(SYNC_SETTINGS, async () =>
    area.set({ [SYNC_SETTINGS]: { ...(await readSyncSettings(area)), ...change } }),
  );
}
