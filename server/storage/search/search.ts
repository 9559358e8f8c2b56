import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { indexText, TEXT_SEPARATOR, type TextQuery } from '../../../src/query';
import { parsed } from '../database/rows';
import type { Session, Unit } from '../database/session';
import { slot, statement } from '../database/statement';
import { StorageUnavailable } from '../database/unavailable';
import type { WordDocument } from '../database/word-index';
import { type BookmarkKey, keyRange, type UserId } from '../schema/ids';
import { INDEXED_COLUMNS } from './unindexed';

/** The bookmarks that are indexed in one transaction. Other writers run between transactions. */
const INDEXED_PER_TRANSACTION = 32;
/** The most bytes of their texts together. A single larger one is indexed alone. */
const INDEXED_BATCH_BYTES = 1024 * 1024;
/**
 * Larger batches are indexed in another process. SQLite writes the words of an article in one
 * statement, which takes 3 µs for each different word.
 */
const MAX_OWN_BYTES = 32 * 1024;
/** The number of characters of an article that are indexed, about 500 pages of a book. */
export const MAX_INDEXED_LENGTH = 1_000_000;

interface Waiting {
  readonly bookmark_key: BookmarkKey;
  readonly stamp: number;
}

/** A prepared statement, because it runs after each change. */
const findWaiting = statement<Waiting, [first: BookmarkKey, last: BookmarkKey]>((db) =>
  db
    .selectFrom('unindexed')
    .selectAll()
    .where('bookmark_key', '>=', slot<BookmarkKey>(0))
    .where('bookmark_key', '<=', slot<BookmarkKey>(1))
    .orderBy('bookmark_key', 'desc')
    .limit(INDEXED_PER_TRANSACTION),
);

/** Indexes a batch of waiting bookmarks of a user, or of all users for null. Returns their number. */
async function indexSome(session: Session, userId: UserId | null): Promise<number> {
  const [first, last] = userId === null ? [0, Number.MAX_SAFE_INTEGER] : keyRange(userId);
  // Without a user the range covers all keys.
  const waiting = await findWaiting(session, first as BookmarkKey, last as BookmarkKey);
  if (waiting.length === 0) return 0;
  const { batch, bytes } = await firstThatFit(session, waiting);
  if (bytes > MAX_OWN_BYTES) {
    const count = await session.indexElsewhere?.(userId);
    if (count !== undefined && count !== null) return count;
  }
  // Texts are split into words before the transaction, to keep it short.
  const documents = await readDocuments(session, batch);
  return session.write((unit) => write(unit, batch, documents), 'lazy');
}

/** The first of `waiting` whose texts fit into `INDEXED_BATCH_BYTES`, at least one, and their size. */
async function firstThatFit(
  { db, engine }: Session,
  waiting: readonly Waiting[],
): Promise<{ readonly batch: readonly Waiting[]; readonly bytes: number }> {
  const keys = waiting.map(({ bookmark_key }) => bookmark_key);
  const rows = await db
    .selectFrom('bookmarks as b')
    .leftJoin('contents as c', 'c.bookmark_key', 'b.key')
    .select('b.key')
    .select(
      sql<number>`octet_length(b.title) + octet_length(b.description) + octet_length(b.authors)
        + octet_length(b.labels) + octet_length(b.note) + coalesce(octet_length(c.text), 0) + coalesce((
          select sum(octet_length(note)) from annotations where bookmark_key = b.key), 0)`.as(
        'bytes',
      ),
    )
    .where(engine.isAmong('b.key', keys))
    .execute();
  const sizes = new Map(rows.map((row) => [row.key, row.bytes]));
  let bytes = 0;
  const batch: Waiting[] = [];
  for (const next of waiting) {
    const more = sizes.get(next.bookmark_key) ?? 0;
    if (batch.length > 0 && bytes + more > INDEXED_BATCH_BYTES) break;
    batch.push(next);
    bytes += more;
  }
  return { batch, bytes };
}

async function write(
  { db, engine }: Unit,
  waiting: readonly Waiting[],
  documents: readonly WordDocument[],
): Promise<number> {
  const current = await db
    .selectFrom('unindexed')
    .selectAll()
    .where(
      engine.isAmong(
        'bookmark_key',
        waiting.map(({ bookmark_key }) => bookmark_key),
      ),
    )
    .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
    .execute();
  const stamps = new Map(waiting.map(({ bookmark_key, stamp }) => [bookmark_key, stamp]));
  // Bookmarks that changed since they were read stay in the queue.
  const settled = current
    .filter(({ bookmark_key, stamp }) => stamps.get(bookmark_key) === stamp)
    .map(({ bookmark_key }) => bookmark_key);
  await engine.words.put(
    db,
    documents.filter(({ key }) => settled.includes(key)),
  );
  await db.deleteFrom('unindexed').where(engine.isAmong('bookmark_key', settled)).execute();
  return settled.length;
}

/** The UTF-16 units of a text that are split into words at once, which takes about 20 ms. */
const PIECE_LENGTH = 256 * 1024;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}\p{Cs}]/gu;

/** Like `indexText`, in pieces, so that requests run in between. No word is cut. */
export async function indexLongText(text: string): Promise<string> {
  const pieces: string[] = [];
  for (let start = 0; start < text.length; ) {
    BETWEEN_WORDS.lastIndex = start + PIECE_LENGTH;
    const end = BETWEEN_WORDS.exec(text)?.index ?? text.length;
    pieces.push(indexText([text.slice(start, end)]));
    start = end;
    await nextTurn();
  }
  return pieces.filter(Boolean).join(' ');
}

/**
 * The most occurrences of a word of an article that are indexed. A search for a phrase steps through
 * all occurrences of its words, and no real text repeats a word this often.
 */
export const MAX_INDEXED_OCCURRENCES = 20_000;

/** Replaces words after their first `MAX_INDEXED_OCCURRENCES` occurrences with gaps. */
function withoutRepetition(words: string): string {
  // A word and a blank have at least two characters.
  if (words.length <= 2 * MAX_INDEXED_OCCURRENCES) return words;
  const counts = new Map<string, number>();
  return words
    .split(' ')
    .map((word) => {
      const count = (counts.get(word) ?? 0) + 1;
      counts.set(word, count);
      return count > MAX_INDEXED_OCCURRENCES ? TEXT_SEPARATOR : word;
    })
    .join(' ');
}

async function readDocuments(
  { db, engine }: Session,
  waiting: readonly Waiting[],
): Promise<readonly WordDocument[]> {
  const keys = waiting.map(({ bookmark_key }) => bookmark_key);
  const rows = await db
    .selectFrom('bookmarks as b')
    .leftJoin('contents as c', 'c.bookmark_key', 'b.key')
    .select(['b.key', ...INDEXED_COLUMNS.map((name) => `b.${name}` as const)])
    .select(sql<string | null>`substr(c.text, 1, ${MAX_INDEXED_LENGTH})`.as('text'))
    .where(engine.isAmong('b.key', keys))
    .execute();
  const notes = await db
    .selectFrom('annotations')
    .select(['bookmark_key', 'note'])
    .where(engine.isAmong('bookmark_key', keys))
    .where('note', '!=', '')
    .orderBy('position')
    .execute();
  const documents: WordDocument[] = [];
  for (const row of rows) {
    documents.push({
      key: row.key,
      words: {
        title: indexText([row.title]),
        description: indexText([row.description]),
        text: withoutRepetition(await indexLongText(row.text ?? '')),
        site: indexText([row.site_name, row.site]),
        author: indexText(parsed<string[]>(row.authors)),
        label: indexText(parsed<string[]>(row.labels)),
        note: indexText([
          row.note,
          ...notes.flatMap(({ bookmark_key, note }) => (bookmark_key === row.key ? note : [])),
        ]),
      },
    });
    // A long text takes milliseconds, so requests run in between.
    await nextTurn();
  }
  return documents;
}

/** The batches that a search waits for. After a large import it uses what is indexed so far. */
const MAX_BATCHES = 4;

/** Indexes recent changes of `userId`, so that a search finds them. */
export async function catchUp(
  session: Session,
  userId: UserId,
  { terms }: TextQuery,
): Promise<void> {
  if (!terms.some(({ field }) => field !== 'label')) return;
  try {
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      if ((await indexSome(session, userId)) === 0) return;
    }
  } catch (error) {
    // The search still works when nothing can be written.
    if (!(error instanceof StorageUnavailable)) throw error;
  }
}

/** Creates the repository of the word index, which is updated after changes were committed. */
export const createSearch = (session: Session) => ({
  /**
   * Indexes a batch of waiting bookmarks of one user or of all, newest first. Returns their number;
   * 0 when none waits or other processes are indexing them.
   */
  indexSome: (userId: UserId | null = null) => indexSome(session, userId),
  /** Returns the number of waiting bookmarks. */
  async waiting(): Promise<number> {
    const { waiting } = await session.db
      .selectFrom('unindexed')
      .select(({ fn }) => fn.countAll<number>().as('waiting'))
      .executeTakeFirstOrThrow();
    return waiting;
  },
});
