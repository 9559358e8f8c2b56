import type { BookmarkType } from './bookmark-fields';
import type { Brand } from './brand';
import type { UnixMs } from './time';

/** Created on this device and never changed. The server's id is a separate field. */
export type CollectionId = Brand<string, 'CollectionId'>;

/** `unread` is 0 %, `reading` 1 to 99 %, `read` 100 %. */
export type ReadStatus = 'unread' | 'reading' | 'read';

/** The filters of a collection. A bookmark is shown if all of them match. */
export interface CollectionFilters {
  /** Search terms, as in the search box. Empty matches everything. */
  readonly search: string;
  readonly title: string;
  readonly author: string;
  readonly site: string;
  readonly labels: string;
  readonly note: string;
  /** An empty list matches everything. */
  readonly types: readonly BookmarkType[];
  readonly readStatus: readonly ReadStatus[];
  /** null matches everything. */
  readonly isFavourite: boolean | null;
  readonly isArchived: boolean | null;
  readonly isLoaded: boolean | null;
  readonly hasErrors: boolean | null;
  readonly hasLabels: boolean | null;
  readonly hasAnnotations: boolean | null;
  /** Saved after: a date or an offset such as `-3d`, in the service's format; empty: no limit. */
  readonly rangeStart: string;
  readonly rangeEnd: string;
}

/** The fields of a collection that a person edits. */
export interface CollectionFields extends CollectionFilters {
  /** Never empty. */
  readonly name: string;
  readonly isPinned: boolean;
}

/** A saved search. */
export interface Collection extends CollectionFields {
  readonly id: CollectionId;
  /** More conditions, as the text of a search. Only this device has them, because the service cannot. */
  readonly localSearch: string;
  readonly created: UnixMs;
  readonly updated: UnixMs;
}

/** Default values of all fields but the name. They match every bookmark. */
export const DEFAULT_COLLECTION_FIELDS: Omit<CollectionFields, 'name'> = {
  isPinned: false,
  search: '',
  title: '',
  author: '',
  site: '',
  labels: '',
  note: '',
  types: [],
  readStatus: [],
  isFavourite: null,
  isArchived: null,
  isLoaded: null,
  hasErrors: null,
  hasLabels: null,
  hasAnnotations: null,
  rangeStart: '',
  rangeEnd: '',
};

export const COLLECTION_FIELDS = [
  'name',
  'isPinned',
  'search',
  'title',
  'author',
  'site',
  'labels',
  'note',
  'types',
  'readStatus',
  'isFavourite',
  'isArchived',
  'isLoaded',
  'hasErrors',
  'hasLabels',
  'hasAnnotations',
  'rangeStart',
  'rangeEnd',
] as const satisfies readonly (keyof CollectionFields)[];

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
