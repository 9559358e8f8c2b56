import { isEmptyValue, isSameValue } from '../../domain/bookmark-values';
import type { Highlight } from '../../domain/highlight';
import { MINUTE_MS } from '../../domain/time';
import { deletionTime } from './clock';
import type { LibraryDatabase } from './schema';
import type { Store } from './store';
import type { HighlightName, JournalChange, JournalRow } from './sync-rows';

// The functions that write run inside a transaction over these tables.
export const OWN_TABLES = ['journal', 'meta'];

/** True for what a person replaced on this device. Other entries are about sync. */
export const isOwn = ({ kind }: Pick<JournalRow, 'kind'>): boolean => kind === 'replaced';

/** The thing that an entry of the journal is about. */
type Subject = Pick<JournalRow, 'bookmarkId' | 'collection' | 'highlight'>;

/** The length of the text of a highlight in the journal, in UTF-16 code units. */
const NAME_LENGTH = 80;

export const highlightName = ({ id, quote }: Highlight): HighlightName => ({
  id,
  text: quote.exact.slice(0, NAME_LENGTH),
});

/** Returns the entries about what a person replaced here, oldest first. */
export const ownEntries = async (db: LibraryDatabase): Promise<readonly JournalRow[]> => {
  const rows = await db.journal.where('kind').equals('replaced').sortBy('id');
  return rows.filter(hasLost);
};

/** True if an entry has something that a person may miss. */
export const hasLost = ({ changes }: Pick<JournalRow, 'changes'>): boolean =>
  changes.some(({ ours }) => !isEmptyValue(ours));

/**
 * Records values that a person replaced, `ours` by `theirs`. `present` has the values of the record now:
 * an entry whose values are there again is forgotten. With `isTyping`, each keystroke is a change of its
 * own, and those of a minute are one entry.
 */
export async function logReplaced(
  store: Store,
  about: Subject,
  changes: readonly JournalChange[],
  present: object,
  isTyping = false,
): Promise<void> {
  const { journal } = store.db;
  const at = await deletionTime(store);
  const known = await replacedEntries(store.db, about);
  const last = known.at(-1);
  const [first] = changes;
  if (isTyping && last && first && isContinued(last, first, at)) {
    const typed = last.changes.map((change) => ({ ...change, theirs: first.theirs }));
    await journal.put({ ...last, at, changes: typed });
  } else if (isTyping || hasLost({ changes })) {
    await journal.add({ kind: 'replaced', ...about, at, changes });
  }
  const values = new Map<string, unknown>(Object.entries(present));
  const isThere = ({ field, ours }: JournalChange) => isIn(values.get(field), ours);
  const back = known.filter((entry) => entry.changes.every(isThere));
  await journal.bulkDelete(back.map(({ id }) => id));
}

/** Labels that were removed are there if all of them are among the present ones. */
const isIn = (present: unknown, ours: unknown): boolean =>
  isSameValue(present, ours) ||
  (Array.isArray(present) && Array.isArray(ours) && ours.every((one) => present.includes(one)));

/** True if a keystroke goes on with what was typed last. One that removes half of a text does not. */
function isContinued(last: JournalRow, { ours, theirs }: JournalChange, at: number): boolean {
  const isLast = last.changes.every((change) => change.theirs === ours);
  const [before, after] = [String(ours), String(theirs)];
  const removed = removedLength(before, after);
  const isKept = removed <= 1 || removed * 2 < before.length;
  return isLast && isKept && at - last.at < MINUTE_MS;
}

/** Returns the length of the part of a text that an edit replaced. */
function removedLength(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return before.length - start - end;
}

/** Returns the replaced values of one bookmark, collection or highlight, oldest first. */
async function replacedEntries(
  db: LibraryDatabase,
  { bookmarkId, collection, highlight }: Subject,
): Promise<readonly JournalRow[]> {
  const found =
    bookmarkId === null
      ? db.journal.where('kind').equals('replaced')
      : db.journal.where('bookmarkId').equals(bookmarkId);
  const isAbout = (row: JournalRow) =>
    row.kind === 'replaced' &&
    row.bookmarkId === bookmarkId &&
    row.collection?.id === collection?.id &&
    row.highlight?.id === highlight?.id;
  return found.filter(isAbout).sortBy('id');
}
