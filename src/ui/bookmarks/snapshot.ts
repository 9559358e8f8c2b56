import { type Bookmark, VIEWS, type View } from '../../domain';
import type { AccountKey, Counts } from '../../library/repository';

/** As many rows as the tallest first screen of the popup shows, and one more. */
export const SNAPSHOT_ROWS = 10;
const VERSION = 1;
const DESCRIPTION_MAX = 160;

/** The list as it was last seen: enough for a first paint, corrected before anybody can act on it. */
export interface Snapshot {
  readonly view: View;
  readonly rows: readonly ListRow[];
  readonly counts: Counts;
}

/** Where snapshots are kept; `localStorage` of the extension's pages. */
export type SnapshotStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The snapshot of one account, in a storage that can be read before the first paint. */
export interface SnapshotStore {
  /** null when there is none, or when it can't be made sense of. */
  read(): Snapshot | null;
  write(snapshot: Snapshot): void;
}

const keyOf = (account: AccountKey): string =>
  account === null ? 'leafmark.snapshot' : `leafmark.snapshot.${account}`;

/** Forgets the snapshot of a library that is removed. */
export const forgetSnapshot = (storage: Pick<Storage, 'removeItem'>, account: AccountKey): void =>
  storage.removeItem(keyOf(account));

/** The snapshot of `account` in `storage`. */
export function createSnapshotStore(storage: SnapshotStorage, account: AccountKey): SnapshotStore {
  const key = keyOf(account);
  return {
    read() {
      try {
        return parseSnapshot(JSON.parse(storage.getItem(key) ?? 'null'));
      } catch {
        return null; // Broken or refused: the first paint waits for the library instead.
      }
    },
    write(snapshot) {
      try {
        storage.setItem(key, JSON.stringify({ version: VERSION, ...shorten(snapshot) }));
      } catch {
        // Full or refused: the next first paint shows an older list and corrects itself.
      }
    },
  };
}

const shorten = ({ view, rows, counts }: Snapshot): Snapshot => ({
  view,
  counts,
  rows: rows.slice(0, SNAPSHOT_ROWS).map((row) => ({
    id: row.id,
    url: row.url,
    title: row.title,
    site: row.site,
    siteName: row.siteName,
    description: row.description.slice(0, DESCRIPTION_MAX),
    lang: row.lang,
    textDirection: row.textDirection,
    content: row.content,
    readingTimeMinutes: row.readingTimeMinutes,
    readProgress: row.readProgress,
    labels: row.labels,
    isFavourite: row.isFavourite,
    isArchived: row.isArchived,
    created: row.created,
    trashedAt: row.trashedAt,
  })),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function parseSnapshot(value: unknown): Snapshot | null {
  if (!isRecord(value) || value.version !== VERSION || !Array.isArray(value.rows)) return null;
  const view = VIEWS.find((each) => each === value.view);
  const counts = parseCounts(value.counts);
  if (view === undefined || counts === null) return null;
  const rows = value.rows.map(parseRow).filter((row) => row !== null);
  return rows.length === value.rows.length ? { view, counts, rows } : null;
}

function parseCounts(value: unknown): Counts | null {
  if (!isRecord(value)) return null;
  const { unread, all, favourites, archive, trash } = value;
  const counts = { unread, all, favourites, archive, trash };
  return Object.values(counts).every((count) => Number.isInteger(count))
    ? (counts as Counts) // Each was just seen to be a whole number.
    : null;
}

const STRINGS = ['id', 'url', 'title', 'site', 'siteName', 'description', 'lang'] as const;
const NUMBERS = ['readingTimeMinutes', 'readProgress', 'created'] as const;
const FLAGS = ['isFavourite', 'isArchived'] as const;

function parseRow(value: unknown): ListRow | null {
  if (!isRecord(value) || !isRecord(value.content)) return null;
  const isSound =
    STRINGS.every((name) => typeof value[name] === 'string') &&
    NUMBERS.every((name) => Number.isFinite(value[name])) &&
    FLAGS.every((name) => typeof value[name] === 'boolean') &&
    ['article', 'address'].includes(String(value.content.kind)) &&
    [null, 'ltr', 'rtl'].some((direction) => direction === value.textDirection) &&
    (value.trashedAt === null || Number.isFinite(value.trashedAt)) &&
    Array.isArray(value.labels) &&
    value.labels.every((label) => typeof label === 'string');
  // Every field was just looked at; what a browser of ours wrote is the only source.
  return isSound ? (value as unknown as ListRow) : null;
}

/** What a row of a list shows: the part of a bookmark that the snapshot keeps too. */
export type ListRow = Pick<
  Bookmark,
  | 'id'
  | 'url'
  | 'title'
  | 'site'
  | 'siteName'
  | 'description'
  | 'lang'
  | 'textDirection'
  | 'content'
  | 'readingTimeMinutes'
  | 'readProgress'
  | 'labels'
  | 'isFavourite'
  | 'isArchived'
  | 'created'
  | 'trashedAt'
>;
