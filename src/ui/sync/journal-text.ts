import { type HighlightLook, SHOWN_COLORS } from '../../domain/highlight';
import { dayText, parseReview } from '../../domain/review';
import type {
  BookmarkEntry,
  Intent,
  JournalChange,
  JournalKind,
  JournalRow,
  Refusal,
  RefusedChange,
} from '../../library';
import { COLOR_NAMES, FIELD_NAMES } from '../field-names';
import { formatPublished } from '../format';
import { formatNumber, type PlainKey, t } from '../strings';

const JOURNAL_KIND_TEXTS = {
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

/** Describes the action of a journal entry. */
export function kindText({ kind, collection, highlight }: JournalRow): string {
  // Only bookmarks go to the trash.
  const isDeleted = kind === 'deleted-there' && (collection ?? highlight) !== undefined;
  if (isDeleted) return t('journalDeletedHere');
  // No collection could be read, so the entry names none.
  return t(
    kind === 'unreadable' && collection ? 'journalCollectionsUnreadable' : JOURNAL_KIND_TEXTS[kind],
  );
}

/** Returns the name for a bookmark that is not in this library. */
export const missingText = ({ kind }: JournalRow): string =>
  t(kind === 'unreadable' ? 'journalNotHere' : 'journalGone');

const COLLECTION_FIELD_TEXTS: Readonly<Record<string, PlainKey>> = {
  name: 'collectionName',
  isPinned: 'collectionPinned',
};

const collectionFieldText = (field: string) =>
  t(COLLECTION_FIELD_TEXTS[field] ?? 'collectionFilters');

/**
 * Returns a line for each changed field that users know, with the replaced value where it can be
 * displayed.
 */
export function changeTexts({
  kind,
  collection,
  highlight,
  changes,
}: JournalRow): readonly string[] {
  const isPart = collection !== undefined || highlight !== undefined;
  // The whole is gone, so its fields are not listed.
  if (kind === 'deleted-there' || (kind === 'discarded' && isPart)) return [];
  const isBefore = kind === 'received';
  const lines = changes.flatMap((change) => {
    const { field } = change;
    const name = collection
      ? collectionFieldText(field)
      : fieldText(field, highlight ? HIGHLIGHT_FIELD_TEXTS : FIELD_NAMES);
    if (name === null) return [];
    const isFilter = collection && !Object.hasOwn(COLLECTION_FIELD_TEXTS, field);
    const lost = isBefore || kind === 'discarded' ? change.ours : change.theirs;
    const words = isFilter ? t('valueOther') : valueText(field, lost);
    return t(isBefore ? 'journalBefore' : 'journalNotKept', name, words);
  });
  return [...new Set(lines)];
}

/** Returns a line with the value of a field before a change; null: users do not know the field. */
export function replacedText(
  table: 'bookmarks' | 'highlights' | 'collections',
  field: string,
  value: unknown,
): string | null {
  if (table !== 'collections') {
    const name = fieldText(field, table === 'bookmarks' ? FIELD_NAMES : HIGHLIGHT_FIELD_TEXTS);
    return name && t('journalBefore', name, valueText(field, value));
  }
  const isFilter = !Object.hasOwn(COLLECTION_FIELD_TEXTS, field);
  const words = isFilter ? t('valueOther') : valueText(field, value);
  return t('journalBefore', collectionFieldText(field), words);
}

/** Longer values are cut. In code points. */
const MAX_SHOWN_VALUE_LENGTH = 120;

function valueText(field: string, value: JournalChange['ours']): string {
  if (typeof value === 'boolean') return t(value ? 'valueYes' : 'valueNo');
  if (typeof value === 'number') return t('rowProgress', formatNumber(value));
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '');
  const words = text.replace(/\s+/g, ' ').trim();
  if (words === '') return t('valueNone');
  if (field === 'published') return formatPublished(words);
  if (field === 'review') return reviewWords(words);
  const color = field === 'color' && SHOWN_COLORS.find((known) => known === words);
  return color ? t(COLOR_NAMES[color]) : t('valueQuoted', shortenedJournalValue(words));
}

function reviewWords(text: string): string {
  const dueDay = parseReview(text)?.dueDay ?? null;
  return dueDay === null ? t('reviewNever') : formatPublished(dayText(dueDay));
}

function shortenedJournalValue(text: string): string {
  // Cut by code points: half a surrogate pair would be shown as a box.
  const points = [...text];
  return points.length <= MAX_SHOWN_VALUE_LENGTH
    ? text
    : `${points.slice(0, MAX_SHOWN_VALUE_LENGTH).join('')}…`;
}

const HAS_LOST: ReadonlySet<JournalKind> = new Set([
  ...(['merged', 'received', 'joined', 'discarded'] as const),
]);

/** Returns true when the entry has a value that can be restored. */
export function canTakeBack({ kind, collection, highlight, changes }: JournalRow): boolean {
  const isPart = collection !== undefined || highlight !== undefined;
  if (isPart && (kind === 'deleted-there' || kind === 'discarded')) return changes.length > 0;
  const isKnown = (field: string) => isPart || fieldText(field) !== null;
  return HAS_LOST.has(kind) && changes.some(({ field }) => isKnown(field));
}

const INTENTS = {
  create: 'attentionCreate',
  content: 'attentionPatch',
  patch: 'attentionPatch',
  delete: 'attentionDelete',
  verify: 'attentionLook',
  recheck: 'attentionLook',
} as const satisfies Record<Intent['kind'], PlainKey>;

/** By the kind of the service's error. Other kinds show only the server's own message. */
const JOURNAL_REASONS: Readonly<Record<string, PlainKey>> = {
  invalid: 'attentionRefused',
  'too-large': 'attentionTooLarge',
  'answer-too-large': 'attentionTooLarge',
  forbidden: 'attentionForbidden',
  'not-found': 'attentionNotFound',
  malformed: 'problemOdd',
};

/** Describes the change of a bookmark that was sent. */
export function intentText({ intent }: Pick<BookmarkEntry, 'intent'>): string {
  if (intent.kind !== 'patch') return t(INTENTS[intent.kind]);
  const names = (intent.fields ?? []).flatMap((field) => fieldText(field) ?? []).join(', ');
  return names === '' ? t(INTENTS.patch) : t('attentionPatchOf', names);
}

/** Describes a change that was sent. */
export function changeText(change: RefusedChange): string {
  if ('collection' in change) {
    const { deletedAt, base } = change.collection;
    return t(recordIntent(deletedAt !== null, base === null));
  }
  if ('shadow' in change) {
    const { isDeleted, parts } = change.shadow;
    return t(recordIntent(isDeleted, parts.length === 0));
  }
  return intentText(change.entry);
}

const recordIntent = (isDeleted: boolean, isNew: boolean): PlainKey =>
  isDeleted ? INTENTS.delete : isNew ? INTENTS.create : INTENTS.patch;

/** Says why the server refused the change. */
export function reasonText({ refusal }: { readonly refusal?: Refusal | null }): string {
  return t((refusal && JOURNAL_REASONS[refusal.kind]) ?? 'attentionRefused');
}

const HIGHLIGHT_FIELD_TEXTS: Readonly<Record<keyof HighlightLook, PlainKey>> = {
  color: 'highlightColor',
  note: 'highlightNote',
  review: 'reviewTitle',
};

/** Returns the name of a field, or null for a field that users do not know. */
const fieldText = (
  field: string,
  fields: Readonly<Record<string, PlainKey>> = FIELD_NAMES,
): string | null => {
  const key = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return key === undefined ? null : t(key);
};
