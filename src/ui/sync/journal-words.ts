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

/** What sync did. */
export const kindWords = ({ kind }: JournalRow): string => t(KINDS[kind]);

/** What a bookmark is called that is not here. */
export const missingWords = ({ kind }: JournalRow): string =>
  t(kind === 'unreadable' ? 'journalNotHere' : 'journalGone');

/** The fields that were changed and that a person knows by name. */
export function fieldWords({ changes }: JournalRow): string {
  const names = changes.flatMap(({ field }) => {
    const key = FIELDS[field];
    return key === undefined ? [] : [t(key)];
  });
  return names.join(', ');
}

/** Whether there is a value that can be put in place again. */
export const canTakeBack = ({ kind, changes }: JournalRow): boolean =>
  (kind === 'merged' || kind === 'received') &&
  changes.some(({ field }) => Object.hasOwn(FIELDS, field));
