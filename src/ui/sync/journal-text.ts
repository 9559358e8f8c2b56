import type {
  CollectionRow,
  JournalChange,
  JournalKind,
  JournalRow,
  OutboxRow,
  Refusal,
} from '../../library';
import { formatPublished } from '../format';
import { formatNumber, type PlainKey, t } from '../strings';

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
export const kindText = ({ kind, collection }: JournalRow): string =>
  t((collection && COLLECTION_KINDS[kind]) ?? KINDS[kind]);

/** What a bookmark is called that is not here. */
export const missingText = ({ kind }: JournalRow): string =>
  t(kind === 'unreadable' ? 'journalNotHere' : 'journalGone');

const COLLECTION_FIELDS: Readonly<Record<string, PlainKey>> = {
  name: 'collectionName',
  isPinned: 'collectionPinned',
};

const collectionFieldText = (field: string) => t(COLLECTION_FIELDS[field] ?? 'collectionFilters');

/**
 * A line for each field that a person knows by name, with the value that does not stand any more, if
 * there is one that can be said in words.
 */
export function changeTexts({ kind, collection, changes }: JournalRow): readonly string[] {
  // All of it is gone: which fields there were says nothing.
  if (kind === 'deleted-there' || kind === 'discarded') return [];
  const isBefore = kind === 'received';
  const lines = changes.flatMap((change) => {
    const { field } = change;
    const name = collection ? collectionFieldText(field) : fieldText(field);
    if (name === null) return [];
    const isFilter = collection && !Object.hasOwn(COLLECTION_FIELDS, field);
    const lost = isBefore ? change.ours : change.theirs;
    const words = isFilter ? t('valueOther') : valueText(field, lost);
    return t(isBefore ? 'journalBefore' : 'journalNotKept', name, words);
  });
  return [...new Set(lines)];
}

/** As much of a value as is read at a glance. */
const LONGEST_VALUE = 120;

function valueText(field: string, value: JournalChange['ours']): string {
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
  const isKnown = (field: string) => collection !== undefined || fieldText(field) !== null;
  const isMerge = kind === 'merged' || kind === 'received' || kind === 'joined';
  return isMerge && changes.some(({ field }) => isKnown(field));
}

const INTENTS = {
  create: 'attentionCreate',
  content: 'attentionContent',
  patch: 'attentionPatch',
  delete: 'attentionDelete',
  keep: 'attentionLook',
  twin: 'attentionLook',
} as const satisfies Record<OutboxRow['intent']['kind'], PlainKey>;

/** By the kind of the service's error; another one is told in the server's own words alone. */
const REASONS: Readonly<Record<string, PlainKey>> = {
  invalid: 'attentionInvalid',
  'too-large': 'attentionTooLarge',
  'answer-too-large': 'attentionTooLarge',
  forbidden: 'attentionForbidden',
  'not-found': 'attentionNotFound',
  malformed: 'attentionMalformed',
};

/** What was to be sent. */
export function intentText({ intent }: Pick<OutboxRow, 'intent'>): string {
  if (intent.kind !== 'patch') return t(INTENTS[intent.kind]);
  const hasLabels = intent.addLabels.length + intent.removeLabels.length > 0;
  const fields = [...Object.keys(intent.set), ...(hasLabels ? ['labels'] : [])];
  const names = fields.flatMap((field) => fieldText(field) ?? []).join(', ');
  return names === '' ? t(INTENTS.patch) : t('attentionPatchOf', names);
}

/** What was to be sent of a collection. */
export function collectionIntentText({ deletedAt, base }: CollectionRow): string {
  if (deletedAt !== null) return t('attentionDelete');
  return t(base === null ? 'attentionCreate' : 'attentionPatch');
}

/** Why the server has not taken it. */
export function reasonText({ refusal }: { readonly refusal?: Refusal | null }): string {
  return t((refusal && REASONS[refusal.kind]) ?? 'attentionRefused');
}

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

/** What a field of a bookmark is called; null where no person knows it by name. */
export const fieldText = (field: string): string | null => {
  const key = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  return key === undefined ? null : t(key);
};
