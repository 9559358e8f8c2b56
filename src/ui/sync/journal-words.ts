import type { JournalKind, JournalRow } from '../../library';
import { type PlainKey, t } from '../strings';

const KINDS = {
  sent: 'journalSent',
  received: 'journalReceived',
  merged: 'journalMerged',
  joined: 'journalJoined',
  'deleted-there': 'journalDeletedThere',
  'kept-against-delete': 'journalKeptAgainstDelete',
  'kept-here': 'journalKeptHere',
  unreadable: 'journalUnreadable',
  refused: 'journalRefused',
  discarded: 'journalDiscarded',
} as const satisfies Record<JournalKind, PlainKey>;

const FIELDS: Readonly<Record<string, PlainKey>> = {
  title: 'detailsTitle',
  siteName: 'detailsSite',
  authors: 'detailsAuthors',
  published: 'detailsPublished',
  labels: 'labelsTitle',
  isFavourite: 'rowFavourite',
  isArchived: 'rowArchived',
  readProgress: 'readerProgress',
};

/** Where the words for bookmarks say what is not so of a collection. */
const COLLECTION_KINDS: Partial<Record<JournalKind, PlainKey>> = {
  joined: 'journalCollectionJoined',
  'deleted-there': 'journalCollectionDeleted',
  unreadable: 'journalCollectionsUnreadable',
};

/** What sync did. */
export const kindWords = ({ kind, collection }: JournalRow): string =>
  t((collection && COLLECTION_KINDS[kind]) ?? KINDS[kind]);

/** What a bookmark is called that is not here. */
export const missingWords = ({ kind }: JournalRow): string =>
  t(kind === 'unreadable' ? 'journalNotHere' : 'journalGone');

const COLLECTION_FIELDS: Readonly<Record<string, PlainKey>> = {
  name: 'collectionName',
  isPinned: 'collectionPinned',
};

/** The fields that were changed and that a person knows by name. */
export function fieldWords({ kind, collection, changes }: JournalRow): string {
  // All of it is gone: which fields there were says nothing.
  if (kind === 'deleted-there' || kind === 'discarded') return '';
  const names = changes.flatMap(({ field }) => {
    const key = collection ? (COLLECTION_FIELDS[field] ?? 'collectionFilters') : FIELDS[field];
    return key === undefined ? [] : [t(key)];
  });
  return [...new Set(names)].join(', ');
}

/** Whether there is a value that can be put in place again. */
export function canTakeBack({ kind, collection, changes }: JournalRow): boolean {
  if (collection && (kind === 'deleted-there' || kind === 'discarded')) return changes.length > 0;
  const isKnown = (field: string) => collection !== undefined || Object.hasOwn(FIELDS, field);
  return (kind === 'merged' || kind === 'received') && changes.some(({ field }) => isKnown(field));
}
