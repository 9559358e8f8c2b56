import {
  bookmarkFilters,
  CollectionFilters,
  type CollectionInfo,
  type CollectionUpdated,
  type collectionCreate,
  type collectionUpdate,
  type FormValue,
  formatInstant,
} from '../../src/contract';
import { boxesOfQuery, queryOfBoxes } from '../../src/query';
import type { BaseAddress } from '../http/base-address';
import type { CollectionChange, CollectionRow, NewCollection } from '../storage';

export const collectionAddress = (base: BaseAddress, id: string): string =>
  base.url(`/api/bookmarks/collections/${id}`);

/** Makes the JSON of a collection. */
export const collectionInfo = (row: CollectionRow, base: BaseAddress): CollectionInfo => ({
  id: row.id,
  href: collectionAddress(base, row.id),
  created: formatInstant(row.created),
  updated: formatInstant(row.updated),
  name: row.name,
  is_pinned: row.isPinned,
  is_deleted: false, // Deleting a collection cannot be undone.
  ...row.filters,
});

/** Makes the answer to a change: the fields that were changed, with their new values. */
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

/** Filters that every bookmark matches. */
const NO_FILTERS_SET = CollectionFilters.parse({});

/** Makes a new collection from a form. */
export const newCollection = (sent: FormValue<typeof collectionCreate>): NewCollection => ({
  name: sent.name,
  isPinned: sent.is_pinned,
  filters: { ...NO_FILTERS_SET, ...changedFilters(NO_FILTERS_SET, sent) },
});

/** Makes the change of a collection from a form. It is empty when the form has no fields. */
export function collectionChange({ filters }: CollectionRow, sent: Sent): CollectionChange {
  const changed = changedFilters(filters, sent);
  return {
    ...(sent.name !== undefined && { name: sent.name }),
    ...(sent.is_pinned !== undefined && { isPinned: sent.is_pinned }),
    ...(Object.keys(changed).length > 0 && { filters: changed }),
  };
}

/**
 * Returns the filters that were sent and those that change because of them: terms of `search` for a
 * single field move to the filter of this field (protocol.md section 10).
 */
function changedFilters(before: CollectionFilters, sent: Sent): Partial<CollectionFilters> {
  const sentFilters = filtersIn(sent);
  const after = { ...before, ...sentFilters };
  const boxes = boxesOfQuery(queryOfBoxes(after));
  const moved = Object.entries(boxes).filter(
    // The names are the keys of `boxes`.
    ([name, text]) => name in sentFilters || before[name as keyof typeof boxes] !== text,
  );
  return Object.keys(sentFilters).length === 0
    ? {}
    : { ...sentFilters, ...Object.fromEntries(moved) };
}

/** Returns the filters in a form. Filters that the form removes have their value of `NO_FILTERS_SET`. */
function filtersIn(sent: Sent): Partial<CollectionFilters> {
  const names = Object.keys(bookmarkFilters.fields) as (keyof typeof bookmarkFilters.fields)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = sent[name];
      if (value === undefined) return [];
      const isNone = value === null || (Array.isArray(value) && value.length === 0);
      return [[name, isNone ? NO_FILTERS_SET[name] : value]];
    }),
  );
}
