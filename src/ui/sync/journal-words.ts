import type { JournalChange, JournalKind, JournalRow } from '../../library';
import { formatPublished } from '../reader/published-date';
import { formatNumber, type PlainKey, t } from '../strings';
import { fieldWords } from './field-words';

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

const collectionWords = (field: string) => t(COLLECTION_FIELDS[field] ?? 'collectionFilters');

/**
 * A line for each field that a person knows by name, with the value that does not stand any more, if
 * there is one that can be said in words.
 */
export function changeWords({ kind, collection, changes }: JournalRow): readonly string[] {
  // All of it is gone: which fields there were says nothing.
  if (kind === 'deleted-there' || kind === 'discarded') return [];
  const isBefore = kind === 'received';
  const lines = changes.flatMap((change) => {
    const { field } = change;
    const name = collection ? collectionWords(field) : fieldWords(field);
    if (name === null) return [];
    const isFilter = collection && !Object.hasOwn(COLLECTION_FIELDS, field);
    const lost = isBefore ? change.ours : change.theirs;
    const words = isFilter ? t('valueOther') : valueWords(field, lost);
    return t(isBefore ? 'journalBefore' : 'journalNotKept', name, words);
  });
  return [...new Set(lines)];
}

/** As much of a value as is read at a glance. */
const LONGEST_VALUE = 120;

function valueWords(field: string, value: JournalChange['ours']): string {
  if (typeof value === 'boolean') return t(value ? 'valueYes' : 'valueNo');
  if (typeof value === 'number') return t('rowProgress', formatNumber(value));
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  const words = text.replace(/\s+/g, ' ').trim();
  if (words === '') return t('valueNone');
  return field === 'published' ? formatPublished(words) : t('valueQuoted', shortened(words));
}

function shortened(text: string): string {
  // By code points: half of one would be shown as a box.
  const points = [...text];
  return points.length <= LONGEST_VALUE ? text : `${points.slice(0, LONGEST_VALUE).join('')}…`;
}

/** Whether there is a value that can be put in place again. */
export function canTakeBack({ kind, collection, changes }: JournalRow): boolean {
  if (collection && (kind === 'deleted-there' || kind === 'discarded')) return changes.length > 0;
  const isKnown = (field: string) => collection !== undefined || fieldWords(field) !== null;
  const isMerge = kind === 'merged' || kind === 'received' || kind === 'joined';
  return isMerge && changes.some(({ field }) => isKnown(field));
}
