import {
  bookmarkFilters,
  type CollectionInfo,
  type CollectionUpdated,
  type collectionCreate,
  type collectionUpdate,
  type FormValue,
  formatInstant,
} from '../../src/contract';
import { boxesOfQuery, queryOfBoxes } from '../../src/query';
import type { BaseAddress } from '../http/base-address';
import type { CollectionChange, CollectionFilters, CollectionRow, NewCollection } from '../storage';
export const collectionAddress = (base: BaseAddress, id: string): string =>
  base.url(`/api/bookmarks/collections/${id}`);

/** A collection as the API gives it. */
export const collectionInfo = (row: CollectionRow, base: BaseAddress): CollectionInfo => ({
  id: row.id,
  href: collectionAddress(base, row.id),
  created: formatInstant(row.created),
  updated: formatInstant(row.updated),
  name: row.name,
  is_pinned: row.isPinned,
  is_deleted: false, // They go at once.
  ...row.filters,
});

/** What `change` made of a collection: what it touched, as it is now. */
export const collectionUpdated = (
  { id, updated }: CollectionRow,
  { name, isPinned, filters }: CollectionChange,
): CollectionUpdated => ({
  id,
  ...(name !== undefined && { name }),
  ...(isPinned !== undefined && { is_pinned: isPinned }),
  ...filters,
  ...((name ?? isPinned ?? filters) !== undefined && { updated: formatInstant(updated) }),
});

type Sent = Omit<FormValue<typeof collectionUpdate>, 'is_deleted'>;

/** A collection that chooses everything. */
const EVERYTHING: CollectionFilters = {
  search: '',
  title: '',
  author: '',
  site: '',
  type: null,
  labels: '',
  note: '',
  read_status: null,
  is_marked: null,
  is_archived: null,
  is_loaded: null,
  has_errors: null,
  has_labels: null,
  has_annotations: null,
  range_start: '',
  range_end: '',
};

/** The collection that `sent` asks for. */
export const newCollection = (sent: FormValue<typeof collectionCreate>): NewCollection => ({
  name: sent.name,
  isPinned: sent.is_pinned,
  filters: { ...EVERYTHING, ...changedFilters(EVERYTHING, sent) },
});

/** What `sent` makes other than it is in `row`, or says again; empty when it says nothing. */
export function collectionChange({ filters }: CollectionRow, sent: Sent): CollectionChange {
  const changed = changedFilters(filters, sent);
  return {
    ...(sent.name !== undefined && { name: sent.name }),
    ...(sent.is_pinned !== undefined && { isPinned: sent.is_pinned }),
    ...(Object.keys(changed).length > 0 && { filters: changed }),
  };
}

/**
 * The filters that were sent, and those that change by them: what `search` says of a field goes to
 * the field's own box (protocol.md section 10).
 */
function changedFilters(before: CollectionFilters, sent: Sent): Partial<CollectionFilters> {
  const given = givenFilters(sent);
  const after = { ...before, ...given };
  const boxes = boxesOfQuery(queryOfBoxes(after));
  const moved = Object.entries(boxes).filter(
    ([name, text]) => name in given || before[name as keyof typeof boxes] !== text, // Its names.
  );
  return Object.keys(given).length === 0 ? {} : { ...given, ...Object.fromEntries(moved) };
}

/** The filters among `sent`, what was taken away as it is in `EVERYTHING`. */
function givenFilters(sent: Sent): Partial<CollectionFilters> {
  const names = Object.keys(bookmarkFilters) as (keyof typeof bookmarkFilters)[]; // Its own.
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = sent[name];
      if (value === undefined) return [];
      const isNone = value === null || (Array.isArray(value) && value.length === 0);
      return [[name, isNone ? EVERYTHING[name] : value]];
    }),
  );
}
