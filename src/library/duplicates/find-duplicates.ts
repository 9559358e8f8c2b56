import type { BookmarkId } from '../../domain/bookmark';
import {
  createDuplicateKeys,
  type DuplicateGroup,
  type DuplicateKeys,
  type DuplicateMember,
  groupDuplicates,
} from '../../domain/duplicates';
import { err, type Result } from '../../domain/result';
import { Slice } from '../../domain/slice';
import { fromRow, readCounts } from '../database/bookmark-rows';
import { attempt, type LibraryError } from '../database/commit';
import { inSteps } from '../database/in-steps';
import type { BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';

export interface Search {
  /** Called after each step with the number of bookmarks examined, and of all. */
  readonly onProgress?: (looked: number, all: number) => void;
  readonly signal?: AbortSignal;
}

export type SearchError = LibraryError | { readonly kind: 'aborted' };

/** Number of bookmarks read at a time. */
const DUPLICATES_PER_READ = 500;
/** Larger, because the rows of the search index are small. */
const TEXT_STEP = 5_000;
/** Smaller, because articles are read with their bodies. */
const ARTICLE_STEP = 50;

/**
 * Finds groups of bookmarks outside the trash that may be the same page. It examines some hundreds at
 * a time, so that other work is not blocked. `readDistinct` returns a function that tells
 * which pairs a person has marked as different pages.
 */
export async function findDuplicates(
  { db }: Store,
  search: Search,
  readDistinct: () => Promise<(a: DuplicateMember, b: DuplicateMember) => boolean>,
): Promise<Result<readonly DuplicateGroup[], SearchError>> {
  const found = await attempt(async () => {
    const keys = await readKeys(db, search);
    const clusters = keys.clusters();
    const members = await readMembers(db, clusters.flat(), keys, search);
    const areDistinct = await readDistinct();
    return clusters.flatMap((ids) =>
      groupDuplicates(
        ids.flatMap((id) => members.get(id) ?? []),
        areDistinct,
      ),
    );
  });
  return found.ok && search.signal?.aborted ? err({ kind: 'aborted' }) : found;
}

/**
 * Groups bookmarks that share an address, a title, or most of their text. After an abort the groups
 * are incomplete.
 */
async function readKeys(
  db: LibraryDatabase,
  { onProgress, signal }: Search,
): Promise<DuplicateKeys> {
  const counts = await readCounts(db);
  const all = counts.all + counts.trash;
  const keys = createDuplicateKeys();
  let looked = 0;
  const steps = inSteps(
    DUPLICATES_PER_READ,
    '' as BookmarkId,
    (after) => db.bookmarks.where('id').above(after),
    ({ id }) => id,
  );
  for await (const rows of steps) {
    for (const row of rows) if (row.trashedAt === null) keys.add(memberOf(row));
    looked += rows.length;
    onProgress?.(looked, Math.max(looked, all));
    if (signal?.aborted) return keys;
  }
  const texts = inSteps(
    TEXT_STEP,
    0,
    (after) => db.searchDocs.where('doc').above(after),
    ({ doc }) => doc,
  );
  for await (const docs of texts) {
    for (const { bookmarkId, sketch } of docs) if (sketch) keys.addText(bookmarkId, sketch);
    if (signal?.aborted) return keys;
  }
  const slice = new Slice();
  for (const _ of keys.joinTexts()) {
    if (signal?.aborted) break;
    if (slice.isOver()) await slice.next();
  }
  return keys;
}

/** Reads those of `ids` that are outside the trash, with the facts of their articles. */
async function readMembers(
  db: LibraryDatabase,
  ids: readonly BookmarkId[],
  keys: DuplicateKeys,
  { signal }: Search,
): Promise<ReadonlyMap<BookmarkId, DuplicateMember>> {
  const members = new Map<BookmarkId, DuplicateMember>();
  for (let start = 0; start < ids.length && !signal?.aborted; start += ARTICLE_STEP) {
    const some = ids.slice(start, start + ARTICLE_STEP);
    const [rows, articles] = await Promise.all([
      db.bookmarks.bulkGet(some),
      db.articles.bulkGet(some),
    ]);
    rows.forEach((row, at) => {
      if (row === undefined || row.trashedAt !== null) return;
      const article = articles[at];
      const facts = article && {
        paragraphs: article.paragraphs,
        sketch: keys.sketchOf(row.id),
        images: article.report.imagesKept,
      };
      members.set(row.id, { ...memberOf(row), article: facts ?? null });
    });
  }
  return members;
}

const memberOf = (row: BookmarkRow): Omit<DuplicateMember, 'article'> => ({
  bookmark: fromRow(row),
  canonicalKey: row.canonicalKey ?? null,
});
