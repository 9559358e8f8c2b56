import { type CollectionInfo, type CollectionUpdated, formatInstant } from '../../src/contract';
import type { BaseAddress } from '../http/base-address';
import type { CollectionChange, CollectionRow } from '../storage';

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
