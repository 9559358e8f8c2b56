import type { Capture } from '../../capture/capture';
import type { BookmarkId } from '../../domain/bookmark';
import { pick } from '../../domain/bookmark-fields';
import { err, ok } from '../../domain/result';
import { isKnownField, PAGE_WORD_FIELDS, withCapture } from '../bookmarks/page-values';
import { preparePage } from '../bookmarks/prepare-page';
import { COUNTED_TABLES, toRow } from '../database/bookmark-rows';
import { commit, type Written } from '../database/commit';
import type { BookmarkRow, CapturedFields } from '../database/rows';
import type { Store } from '../database/store';
import type { PageOutcome, WantedPageRow } from '../database/wanted-rows';
import { CHANGED_ARTICLE_TABLES, changeArticle } from '../outbox/change-article';
import { changeBookmarks } from '../outbox/change-bookmarks';
import { settle, WANTED_TABLES } from './settle';

const KEEP_ARTICLE_TABLES = [...COUNTED_TABLES, ...WANTED_TABLES, ...CHANGED_ARTICLE_TABLES];

/**
 * Gives a bookmark the article of its page, and marks the page as done in the same transaction.
 * Returns what became of it: a bookmark that was deleted or has an article is left as it is.
 */
export async function keepArticle(
  store: Store,
  page: WantedPageRow,
  capture: Capture,
): Written<PageOutcome> {
  const { db, now } = store;
  const id = page.bookmarkId;
  const prepared = await preparePage({ kind: 'captured', capture }, id, now());
  if (prepared === null) return err({ kind: 'not-an-address' });
  const { article, bookmark: captured } = prepared;
  return commit(db, KEEP_ARTICLE_TABLES, async () => {
    // A person stopped the job meanwhile.
    if ((await db.wantedPages.get(id)) === undefined) return ok('skipped');
    const before = await db.bookmarks.get(id);
    const outcome = !isWithoutText(before) ? 'skipped' : article === null ? 'none' : 'kept';
    if (isWithoutText(before) && article !== null) {
      const after = toRow({ ...withKnownValues(before, captured), updated: now() });
      await changeBookmarks(db, [{ before, after }], now());
      await changeArticle(db, { id, before: null, after: article }, now());
    }
    await settle(store, page, outcome);
    return ok(outcome);
  });
}

/** True for a bookmark outside the trash that is only an address, here and on the server. */
export function isWithoutText(row: BookmarkRow | undefined): row is BookmarkRow {
  if (row?.trashedAt !== null || row.content.kind !== 'address') return false;
  // One that is kept only here has no server any more.
  return row.content.reason !== 'on-server' || row.serverId === null;
}

/**
 * The values of the capture, where the bookmark had none. The others are not recorded as edited,
 * because the undo of an import leaves what a person edited.
 */
function withKnownValues(before: BookmarkRow, captured: CapturedFields): BookmarkRow {
  const known = PAGE_WORD_FIELDS.filter((field) => isKnownField(before, field));
  return {
    ...withCapture(before, captured),
    ...pick(before, [...known, 'originalValues', 'hasPageValues']),
  };
}

/** Returns those of `ids` that are without text, in their order. */
export async function idsWithoutText(
  { db }: Store,
  ids: readonly BookmarkId[],
): Promise<readonly BookmarkRow[]> {
  return (await db.bookmarks.bulkGet([...ids])).filter(isWithoutText);
}
