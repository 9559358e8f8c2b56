import { type Bookmark, VIEWS, type View } from '../../domain';
import type { AccountKey, Counts } from '../../library/repository';
import {
  createMirror,
  isRecord,
  libraryMirrorKey,
  type Mirror,
  type MirrorStorage,
} from '../mirror';

/** One row more than the tallest first screen of the popup. */
export const SNAPSHOT_ROWS = 10;
const VERSION = 1;
const DESCRIPTION_MAX = 160;

/** The list as it was last shown. It is used for the first paint and then corrected. */
export interface Snapshot {
  readonly view: View;
  readonly rows: readonly ListRow[];
  readonly counts: Counts;
}

/** The snapshot of one library. null when there is none. */
export type SnapshotStore = Mirror<Snapshot | null>;

/** Creates the snapshot store for the library of `account`. */
export const createSnapshotStore = (storage: MirrorStorage, account: AccountKey): SnapshotStore =>
  createMirror(
    storage,
    libraryMirrorKey('snapshot', account),
    parseSnapshot,
    (snapshot) => snapshot && { version: VERSION, ...shorten(snapshot) },
  );

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
    ? (counts as Counts) // Every value was just checked to be an integer.
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
  // Every field was just checked. Only this extension writes the value.
  return isSound ? (value as unknown as ListRow) : null;
}

/** The part of a bookmark that a row shows and that the snapshot stores. */
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
