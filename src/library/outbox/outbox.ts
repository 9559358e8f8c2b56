import type { Table } from 'dexie';
import type { BookmarkId } from '../../domain/bookmark';
import { SECOND_MS, UNDO_MS, type UnixMs, unixMs } from '../../domain/time';
import {
  type BookmarkEntry,
  type Intent,
  type OutboxRow,
  type Queued,
  queuedAt,
} from '../database/outbox-rows';
import type { LibraryDatabase } from '../database/schema';

/** Deletes are usually sent within this time. */
const DELETES_TAKE_MS = 10 * SECOND_MS;

// These functions run inside the transaction of the change whose intent they queue.

/** Queues a check that the remaining bookmark still exists after `others` are deleted. */
export async function queueVerification(
  db: LibraryDatabase,
  id: BookmarkId,
  others: readonly BookmarkId[],
  now: UnixMs,
): Promise<void> {
  const notBefore = unixMs(now + UNDO_MS + DELETES_TAKE_MS);
  await queueIntent(db, id, { kind: 'verify', others }, now, { notBefore, isInternal: 1 });
}

/** Removes the check that `queueVerification` queued. */
export async function withdrawVerification(
  db: LibraryDatabase,
  id: BookmarkId,
  others: readonly BookmarkId[],
): Promise<void> {
  const keeps = (await outboxRowsOf(db, [id])).filter(
    ({ intent }) => intent.kind === 'verify' && intent.others.some((one) => others.includes(one)),
  );
  await db.outbox.bulkDelete(keeps.map(({ seq }) => seq));
}

/** Adds an entry and returns its number. */
export function queueIntent(
  db: LibraryDatabase,
  bookmarkId: BookmarkId,
  intent: Intent,
  now: UnixMs,
  rest: Partial<Pick<BookmarkEntry, 'notBefore' | 'isInternal'>> = {},
): Promise<number> {
  const { seq, ...state } = queuedAt(now);
  return db.outbox.add({ ...state, ...rest, kind: 'bookmark', bookmarkId, intent });
}

async function outboxRowsOf(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<readonly BookmarkEntry[]> {
  const rows = await bookmarkEntries(db, ids);
  return rows.toSorted((one, other) => one.seq - other.seq);
}

/** Reads the entries of one kind with any of these keys in an index, those of each key in order. */
export async function outboxEntriesOf<Kind extends OutboxRow['kind']>(
  { outbox }: LibraryDatabase,
  kind: Kind,
  index: 'kind' | 'bookmarkId' | 'of',
  keys: Iterable<string>,
): Promise<readonly Extract<OutboxRow, { kind: Kind }>[]> {
  if ((await outbox.limit(1).count()) === 0) return [];
  const rows: readonly OutboxRow[] = await allOf(outbox, index, new Set(keys));
  return rows.filter((row): row is Extract<OutboxRow, { kind: Kind }> => row.kind === kind);
}

/** Reads the entries of bookmarks, each in their order. */
export const bookmarkEntries = (db: LibraryDatabase, ids: Iterable<BookmarkId>) =>
  outboxEntriesOf(db, 'bookmark', 'bookmarkId', ids);

/** Returns the bookmarks whose articles differ from those of the server, or wait to be sent. */
export async function withOwnArticles(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
): Promise<ReadonlySet<BookmarkId>> {
  const [shadows, unsent] = await Promise.all([
    db.shadows.bulkGet([...ids]),
    withUnsentArticles(db, ids),
  ]);
  return new Set([
    ...shadows.flatMap((shadow) => (shadow?.article === 'local' ? shadow.bookmarkId : [])),
    ...unsent,
  ]);
}

/** Returns the bookmarks whose articles wait to be sent, by default to a server that has them. */
export async function withUnsentArticles(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  kinds: readonly string[] = ['content'],
): Promise<ReadonlySet<BookmarkId>> {
  const entries = await bookmarkEntries(db, ids);
  return new Set(
    entries.flatMap(({ bookmarkId, intent }) => (kinds.includes(intent.kind) ? bookmarkId : [])),
  );
}

/** The requests run in parallel, because a cursor over many keys makes a round trip for each. */
export const allOf = async <Row, Key, Add>(
  table: Pick<Table<Row, Key, Add>, 'where'>,
  index: string,
  keys: Iterable<string>,
): Promise<readonly Row[]> =>
  (await Promise.all([...keys].map((key) => table.where(index).equals(key).toArray()))).flat();

/** Replaces entries by others. An entry that is in both lists stays. */
export async function replaceEntries(
  { outbox }: LibraryDatabase,
  before: readonly Queued[],
  after: readonly Queued[],
): Promise<void> {
  const kept = new Set(after.map(({ seq }) => seq));
  const known = new Set(before);
  const changed = after.filter((entry) => !known.has(entry));
  const gone = before.flatMap(({ seq }) => (seq === null || kept.has(seq) ? [] : [seq]));
  const adds = changed.flatMap(({ seq, ...entry }) => (seq === null ? [entry] : []));
  const puts = changed.filter((entry): entry is OutboxRow => entry.seq !== null);
  await Promise.all([
    gone.length > 0 && outbox.bulkDelete(gone),
    puts.length > 0 && outbox.bulkPut(puts),
    adds.length > 0 && outbox.bulkAdd(adds),
  ]);
}

/** A record with its entry in the outbox; null: there is none, or a new one is made if something waits. */
interface WithEntry {
  readonly id: string;
  readonly entry: Queued | null;
}

/**
 * Replaces the entries of records, of which `queued` makes the new ones. A record that is in both
 * lists stays. Returns what else is to be written.
 */
export async function writeEntries<State extends WithEntry>(
  db: LibraryDatabase,
  before: readonly State[],
  after: readonly State[],
  queued: (state: State) => State,
): Promise<{ readonly changed: readonly State[]; readonly gone: readonly State['id'][] }> {
  const known = new Set(before);
  const states = after.map((state) => (known.has(state) ? state : queued(state)));
  const kept = new Set(states.map(({ id }) => id));
  const outboxEntriesOf = (some: readonly State[]) => some.flatMap(({ entry }) => entry ?? []);
  await replaceEntries(db, outboxEntriesOf(before), outboxEntriesOf(states));
  return {
    changed: states.filter((state) => !known.has(state)),
    gone: before.flatMap(({ id }) => (kept.has(id) ? [] : [id])),
  };
}
