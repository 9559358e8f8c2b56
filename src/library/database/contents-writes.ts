import type { BookmarkId } from '../../domain/bookmark';
import {
  BLOCK_SIZE,
  blockOf,
  type ContentsBlock,
  copyOf,
  emptyBlock,
  isListedAlike,
  placeInBlock,
  readBlock,
  setPlace,
  toBlockRow,
} from './contents-block';
import type { BookmarkChange, BookmarkRow } from './rows';
import type { LibraryDatabase } from './schema';

/** A change of a bookmark whose place in the contents is known. */
export interface NumberedChange extends BookmarkChange {
  readonly number: number;
}

/** Gives a number to each bookmark that has none. To be called in the transaction of the change. */
export async function numberChanges(
  db: LibraryDatabase,
  changes: readonly BookmarkChange[],
): Promise<readonly NumberedChange[]> {
  const known = await readNumbers(db, changes);
  const numberOf = ({ before }: BookmarkChange): number | undefined =>
    before === null ? undefined : (before.number ?? known.get(before.id));
  const areKnown = changes.every((change) => numberOf(change) !== undefined);
  const first = areKnown ? 0 : await nextNumber(db);
  let next = first;
  const numbered = changes.map((change): NumberedChange => {
    const { before, after } = change;
    const number = numberOf(change) ?? next++;
    return { before, after: after && { ...after, number }, number };
  });
  if (next > first) await db.meta.put({ key: 'nextNumber', number: next });
  return numbered;
}

/** Returns the number of the next new bookmark. A number is never given twice. */
export async function nextNumber(db: LibraryDatabase): Promise<number> {
  const row = await db.meta.get('nextNumber');
  if (row !== undefined) return row.number;
  const last = await db.bookmarks.orderBy('number').reverse().limit(1).keys();
  return Number(last[0] ?? -1) + 1;
}

/** Reads the numbers of rows that were made in the same transaction and do not contain them. */
async function readNumbers(
  db: LibraryDatabase,
  changes: readonly BookmarkChange[],
): Promise<ReadonlyMap<BookmarkId, number | undefined>> {
  const ids = changes.flatMap(({ before }) =>
    before !== null && before.number === undefined ? [before.id] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await db.bookmarks.bulkGet(ids);
  return new Map(ids.map((id, at) => [id, rows[at]?.number]));
}

/** Writes the blocks of bookmarks whose places in lists change, in the transaction of the change. */
export async function writeContents(
  db: LibraryDatabase,
  changes: readonly NumberedChange[],
): Promise<void> {
  const moves = changes.filter(
    ({ before, after }) =>
      before?.number === undefined || after === null || !isListedAlike(before, after),
  );
  if (moves.length === 0) return;
  const byBlock = Map.groupBy(moves, ({ number }) => blockOf(number));
  const numbers = [...byBlock.keys()];
  const stored = await db.contents.bulkGet(numbers);
  const rows = await Promise.all(
    numbers.map(async (block, at) => {
      const known = readBlock(stored[at], block);
      // A block that is missing or damaged is made from its bookmarks.
      const contents = known === null ? await blockOfRows(db, block) : copyOf(known);
      for (const { number, after } of byBlock.get(block) ?? []) {
        setPlace(contents, placeInBlock(number), after);
      }
      return toBlockRow(block, contents);
    }),
  );
  await db.contents.bulkPut(rows);
}

/** Makes a block from the rows of its bookmarks. */
export async function blockOfRows(db: LibraryDatabase, block: number): Promise<ContentsBlock> {
  const start = block * BLOCK_SIZE;
  const rows: readonly BookmarkRow[] = await db.bookmarks
    .where('number')
    .between(start, start + BLOCK_SIZE)
    .toArray();
  const contents = emptyBlock();
  for (const row of rows) setPlace(contents, placeInBlock(row.number ?? 0), row);
  return contents;
}
