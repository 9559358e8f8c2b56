import type { BookmarkType } from './bookmark-fields';
import { isSameValue } from './bookmark-values';
import type { Brand } from './brand';
import type { UnixMs } from './time';

/** Created on this device and never changed. The server's id is a separate field. */
export type CollectionId = Brand<string, 'CollectionId'>;

/** `unread` is 0 %, `reading` 1 to 99 %, `read` 100 %. */
export type ReadStatus = 'unread' | 'reading' | 'read';

/** The kinds of values, each with its type. */
interface ValueOfKind {
  /** Never empty. */
  readonly name: string;
  readonly flag: boolean;
  /** Empty matches everything. */
  readonly text: string;
  /** null matches everything. */
  readonly condition: boolean | null;
  /** An empty list matches everything. */
  readonly types: readonly BookmarkType[];
  readonly statuses: readonly ReadStatus[];
}

interface FieldDescription {
  readonly kind: keyof ValueOfKind;
  /** Its name in the API; null: a server does not have it. */
  readonly wire: string | null;
}

/**
 * The values of a collection that a person edits. A bookmark is shown if all filters match. Edits, the
 * merge and the bodies of requests are derived from this table.
 */
export const COLLECTION_FIELDS = {
  name: { kind: 'name', wire: 'name' },
  isPinned: { kind: 'flag', wire: 'is_pinned' },
  /** Search terms, as in the search box. */
  search: { kind: 'text', wire: 'search' },
  title: { kind: 'text', wire: 'title' },
  author: { kind: 'text', wire: 'author' },
  site: { kind: 'text', wire: 'site' },
  labels: { kind: 'text', wire: 'labels' },
  note: { kind: 'text', wire: 'note' },
  types: { kind: 'types', wire: 'type' },
  readStatus: { kind: 'statuses', wire: 'read_status' },
  isFavourite: { kind: 'condition', wire: 'is_marked' },
  isArchived: { kind: 'condition', wire: 'is_archived' },
  isLoaded: { kind: 'condition', wire: 'is_loaded' },
  hasErrors: { kind: 'condition', wire: 'has_errors' },
  hasLabels: { kind: 'condition', wire: 'has_labels' },
  hasAnnotations: { kind: 'condition', wire: 'has_annotations' },
  /** Saved after: a date or an offset such as `-3d`, in the service's format; empty: no limit. */
  rangeStart: { kind: 'text', wire: 'range_start' },
  rangeEnd: { kind: 'text', wire: 'range_end' },
  /** More conditions, as the text of a search. Only this device has them, because the service cannot. */
  localSearch: { kind: 'text', wire: null },
} as const satisfies Readonly<Record<string, FieldDescription>>;

type Table = typeof COLLECTION_FIELDS;
export type CollectionValues = {
  readonly [Name in keyof Table]: ValueOfKind[Table[Name]['kind']];
};
/** The fields that a server has, too. */
export type CollectionFields = Omit<CollectionValues, 'localSearch'>;
export type CollectionFilters = Omit<CollectionFields, 'name' | 'isPinned'>;

// Objects of this type have no other keys.
export const COLLECTION_FIELD_NAMES = Object.keys(COLLECTION_FIELDS) as (keyof CollectionValues)[];
export const SYNCED_COLLECTION_FIELDS = COLLECTION_FIELD_NAMES.filter(
  (name): name is keyof CollectionFields => COLLECTION_FIELDS[name].wire !== null,
);

/** Returns true if all fields that a server has are the same. */
export const hasSameFields = (a: CollectionFields | null, b: CollectionFields): boolean =>
  SYNCED_COLLECTION_FIELDS.every((field) => isSameValue(a?.[field], b[field]));

/** A saved search. */
export interface Collection extends CollectionValues {
  readonly id: CollectionId;
  readonly created: UnixMs;
  readonly updated: UnixMs;
}

const BLANK_VALUES: ValueOfKind = {
  name: '',
  flag: false,
  text: '',
  condition: null,
  types: [],
  statuses: [],
};

// Each field has the value of its own kind.
const { name, isPinned, localSearch, ...filters } = Object.fromEntries(
  COLLECTION_FIELD_NAMES.map((name) => [name, BLANK_VALUES[COLLECTION_FIELDS[name].kind]]),
) as unknown as CollectionValues;

/** They match every bookmark. */
export const NO_FILTERS: CollectionFilters = filters;
/** Values of all synced fields but the name. */
export const DEFAULT_COLLECTION_FIELDS = { isPinned, ...NO_FILTERS };

/** In code points, as in the service. */
export const COLLECTION_NAME_MAX_LENGTH = 128;

/**
 * Normalises a name: collapses white space, trims it and truncates it. Returns null if nothing is
 * left.
 */
export function normalCollectionName(text: string): string | null {
  const folded = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return [...folded].slice(0, COLLECTION_NAME_MAX_LENGTH).join('').trimEnd() || null;
}
