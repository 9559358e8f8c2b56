import type { BookmarkType } from './bookmark';
import type { Brand } from './brand';
import type { UnixMs } from './time';

/** Made on this device, never changes; the server's id is another. */
export type CollectionId = Brand<string, 'CollectionId'>;

/** Nothing read (0 %), something (1 to 99 %), all of it (100 %). */
export type ReadStatus = 'unread' | 'reading' | 'read';

/** Which bookmarks a collection shows: those of which all of this holds. */
export interface CollectionFilters {
  /** Texts are in the language of the search; empty: any. */
  readonly search: string;
  readonly title: string;
  readonly author: string;
  readonly site: string;
  readonly labels: string;
  readonly note: string;
  /** Empty: any. */
  readonly types: readonly BookmarkType[];
  readonly readStatus: readonly ReadStatus[];
  /** null: whether or not. */
  readonly isFavourite: boolean | null;
  readonly isArchived: boolean | null;
  readonly isLoaded: boolean | null;
  readonly hasErrors: boolean | null;
  readonly hasLabels: boolean | null;
  readonly hasAnnotations: boolean | null;
  /** When they were saved: a date, or how long ago, as the service reads it; empty: any time. */
  readonly rangeStart: string;
  readonly rangeEnd: string;
}

/** What a person says of a collection. */
export interface CollectionFields extends CollectionFilters {
  /** Never empty. */
  readonly name: string;
  readonly isPinned: boolean;
}

/** A saved search. */
export interface Collection extends CollectionFields {
  readonly id: CollectionId;
  readonly created: UnixMs;
  readonly updated: UnixMs;
}

/** What all fields are but the name unless something else is said: every bookmark is shown. */
export const EVERY_BOOKMARK: Omit<CollectionFields, 'name'> = {
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

/** In code points: what the service takes. */
export const COLLECTION_NAME_MAX_LENGTH = 128;

/** A name as it is kept: white space folded to single spaces, trimmed, cut. null when nothing is left. */
export function normalCollectionName(text: string): string | null {
  const folded = text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return [...folded].slice(0, COLLECTION_NAME_MAX_LENGTH).join('').trimEnd() || null;
}
