import type { CapturedArticle } from '../../capture/capture';
import type { ArticleImage } from '../../domain/article';
import type { BookmarkId } from '../../domain/bookmark';
import { err, ok } from '../../domain/result';
import type { PageStructure } from '../../domain/site-rules/page-structure';
import type { SiteRule, SiteRuleId } from '../../domain/site-rules/site-rule';
import type { UnixMs } from '../../domain/time';
import { COUNTED_TABLES, toRow } from '../database/bookmark-rows';
import { commit, type Written } from '../database/commit';
import type { ArticleRow, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository, type Store } from '../database/store';
import { markUnanchored } from '../database/unanchored-highlights';
import { ASSET_TABLES, articleAssets, moveAssetUses } from '../images/assets';
import { changeBookmarks } from '../outbox/change-bookmarks';
import { queueContent } from '../outbox/outbox';
import { addRules } from '../site-rules/site-rules';
import { paragraphHashes } from './capture-change';
import { keepRevision, readRevisions } from './revisions';
import { packStructure, packText, readStructure, unpackText } from './stored-text';

/** A change of an article by hand, with what it means for its site. */
export interface ArticleEdit {
  readonly article: CapturedArticle;
  readonly structure: PageStructure;
  /** The rule to remember; null: none. */
  readonly rule: Omit<SiteRule, 'created'> | null;
  /** A rule that does not hold any more; null: none. */
  readonly dropped: SiteRuleId | null;
}

/** The values that undo an edit. */
export interface UndoneEdit {
  readonly before: ArticleRow;
  readonly after: ArticleRow;
  readonly wordCount: number;
  readonly readingTimeMinutes: number;
  readonly added: readonly SiteRule[];
  readonly dropped: readonly SiteRule[];
  /** The revision with the article as it was before the first edit; null: it was kept before. */
  readonly earlierId: number | null;
}

const TABLES = [
  ...COUNTED_TABLES,
  ...ASSET_TABLES,
  ...['articles', 'revisions', 'highlights', 'outbox', 'shadows', 'siteRules'],
];

export type CleanUpRepository = ReturnType<typeof cleanUpRepository>;

/** Removing blocks from stored articles, and putting them back. */
export const cleanUpRepository = repository({
  /** Returns where the blocks of the article were in its page; null: it is not known. */
  async structure({ db }, id: BookmarkId): Promise<PageStructure | null> {
    const packed = (await db.articles.get(id))?.structure;
    return packed === undefined ? null : readStructure(await unpackText(packed));
  },

  edit: editArticle,
  undo: undoEdit,
});

/**
 * Replaces the text of an article and remembers the rule, in one transaction. Highlights are found
 * again in the new text; those that are not in it stay without a place.
 */
async function editArticle(
  { db, now }: Store,
  id: BookmarkId,
  { article, structure, rule, dropped }: ArticleEdit,
): Written<UndoneEdit> {
  const { html, textLength, wordCount, readingTimeMinutes } = article;
  const [body, packed] = await Promise.all([packText(html), packStructure(structure)]);
  return commit(db, TABLES, async () => {
    const [row, before] = await Promise.all([db.bookmarks.get(id), db.articles.get(id)]);
    if (row === undefined || before === undefined) return err({ kind: 'not-found' });
    const after: ArticleRow = {
      ...before,
      body,
      structure: packed,
      textLength,
      wordCount,
      paragraphs: paragraphHashes(html),
      // The images of the old text stay, so that it can be restored with them.
      images: withImages(before.images, article),
    };
    const gone = dropped === null ? undefined : await db.siteRules.get(dropped);
    if (gone !== undefined) await db.siteRules.delete(gone.id);
    const rules = await addRules(db, rule === null ? [] : [{ ...rule, created: now() }]);
    await db.articles.put(after);
    const earlierId = await keepUncleaned(db, before, row, now());
    const changed = { ...row, wordCount, readingTimeMinutes, updated: now(), isOwn: true } as const;
    await changeBookmarks(db, [{ before: row, after: toRow(changed) }], now());
    await markUnanchored(db, [id]);
    await queueContent(db, id, now());
    return ok({
      before,
      after,
      wordCount: row.wordCount,
      readingTimeMinutes: row.readingTimeMinutes,
      added: rules.added,
      dropped: [...(gone === undefined ? [] : [gone]), ...rules.replaced],
      earlierId,
    });
  });
}

/**
 * Keeps an article as it was captured, before its first edit. Returns null if that was done. Both have the
 * same images.
 */
async function keepUncleaned(
  db: LibraryDatabase,
  article: ArticleRow,
  row: BookmarkRow,
  now: UnixMs,
): Promise<number | null> {
  const kept = await readRevisions(db, row.id);
  const { capturedAt } = article;
  if (kept.some((one) => one.cause === 'cleaned-up' && one.capturedAt === capturedAt)) return null;
  await moveAssetUses(db, articleAssets(article), []);
  return (await keepRevision(db, article, row, 'cleaned-up', now)).id;
}

/** Undoes an edit. The error is `not-found` if the article has changed since. */
async function undoEdit({ db, now }: Store, edit: UndoneEdit): Written<void> {
  const { before, after, wordCount, readingTimeMinutes, added, dropped, earlierId } = edit;
  const id = before.bookmarkId;
  return commit(db, TABLES, async () => {
    const [row, current] = await Promise.all([db.bookmarks.get(id), db.articles.get(id)]);
    const isSame =
      current !== undefined &&
      current.capturedAt === after.capturedAt &&
      current.textLength === after.textLength &&
      current.paragraphs.join() === after.paragraphs.join();
    if (row === undefined || !isSame) return err({ kind: 'not-found' });
    const { body, textLength, paragraphs } = before;
    // Images may have arrived since.
    const { structure: _, ...rest } = current;
    await db.articles.put({
      ...rest,
      body,
      textLength,
      paragraphs,
      wordCount: before.wordCount,
      ...(before.structure !== undefined && { structure: before.structure }),
    });
    const restored = toRow({ ...row, wordCount, readingTimeMinutes, updated: now() });
    await changeBookmarks(db, [{ before: row, after: restored }], now());
    await db.siteRules.bulkDelete(added.map((rule) => rule.id));
    await addRules(db, dropped);
    const earlier = earlierId === null ? undefined : await db.revisions.get(earlierId);
    if (earlier !== undefined) {
      await db.revisions.delete(earlier.id);
      await moveAssetUses(db, [], articleAssets(earlier));
    }
    await markUnanchored(db, [id]);
    await queueContent(db, id, now());
    return ok(undefined);
  });
}

function withImages(
  known: readonly ArticleImage[],
  { images }: CapturedArticle,
): readonly ArticleImage[] {
  const urls = new Set(known.map(({ url }) => url));
  const others = images.filter(({ url }) => !urls.has(url));
  return [
    ...known,
    ...others.map((image) => ({ ...image, hash: null, reason: 'not-readable' as const })),
  ];
}
