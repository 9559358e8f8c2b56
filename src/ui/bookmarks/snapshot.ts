import { type Bookmark, VIEWS, type View } from '../../domain/bookmark';
import {
  isText,
  isValueOf,
  LISTED_FIELDS,
  type ListedField,
  pick,
} from '../../domain/bookmark-fields';
import type { AccountKey, Counts } from '../../library';
import {
  createMirror,
  isRecord,
  libraryMirrorKey,
  type Mirror,
  type MirrorStorage,
} from '../mirror';

/** One row more than the tallest first screen of the popup. */
export const SNAPSHOT_ROWS = 10;
const SNAPSHOT_VERSION = 3;
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
    (snapshot) => snapshot && { version: SNAPSHOT_VERSION, ...shorten(snapshot) },
  );

type Check = (value: unknown) => boolean;

const isNumber: Check = Number.isFinite;
const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

const orNull =
  (isValid: Check): Check =>
  (value) =>
    value === null || isValid(value);

type Property = Exclude<keyof ListRow, ListedField>;

/** The properties of a row that are stored in addition to its values. */
const PROPERTIES: Readonly<Record<Property, Check>> = {
  id: isText,
  url: isText,
  site: isText,
  content: (value) => isRecord(value) && isOneOf('article', 'address')(value.kind),
  icon: orNull(isText),
  image: orNull(isText),
  created: isNumber,
  trashedAt: orNull(isNumber),
};

const shorten = ({ view, rows, counts }: Snapshot) => ({
  view,
  counts,
  rows: rows.slice(0, SNAPSHOT_ROWS).map(shortenRow),
});

export const shortenRow = (row: ListRow) => ({
  ...pick(row, [...LISTED_FIELDS, ...(Object.keys(PROPERTIES) as readonly Property[])]),
  description: row.description.slice(0, DESCRIPTION_MAX),
});

function parseSnapshot(value: unknown): Snapshot | null {
  if (!isRecord(value) || value.version !== SNAPSHOT_VERSION || !Array.isArray(value.rows))
    return null;
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

export function parseRow(value: unknown): ListRow | null {
  const isSound =
    isRecord(value) &&
    LISTED_FIELDS.every((field) => isValueOf(field, value[field])) &&
    Object.entries(PROPERTIES).every(([name, isValid]) => isValid(value[name]));
  // Every field was just checked. Only this extension writes the value.
  return isSound ? (value as unknown as ListRow) : null;
}

/** The part of a bookmark that a row shows and that the snapshot stores. */
export type ListRow = Pick<
  Bookmark,
  ListedField | 'id' | 'url' | 'site' | 'content' | 'icon' | 'image' | 'created' | 'trashedAt'
>;
