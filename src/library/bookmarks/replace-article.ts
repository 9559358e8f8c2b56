import type { Capture } from '../../capture/capture';
import {
  type CaptureChange,
  type EarlierCause,
  isMuchShorter,
  isOffered,
} from '../../domain/article';
import type { BookmarkId } from '../../domain/bookmark';
import { PLACE_FIELDS, pick } from '../../domain/bookmark-fields';
import { err, ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { captureChange } from '../articles/capture-change';
import { loggedArticle } from '../articles/put-article-back';
import { articleOfRevision, keepRevision, readRevisions } from '../articles/revisions';
import { isSameText } from '../articles/stored-text';
import { COUNTED_TABLES, toRow } from '../database/bookmark-rows';
import { act, type ChangeLog, type Done } from '../database/change-log';
import type { Written } from '../database/commit';
import { pageEntries } from '../database/log-entries';
import type { LoggedRevision } from '../database/log-rows';
import type { ArticleRow, BookmarkRow, GroupId } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { withEarlierImages } from '../images/add-images';
import { ASSET_TABLES, articleAssets, moveAssetUses } from '../images/assets';
import { CHANGED_ARTICLE_TABLES, changeArticle } from '../outbox/change-article';
import { changeBookmarks } from '../outbox/change-bookmarks';
import { withCapture } from './page-values';
import { preparePage } from './prepare-page';

const REPLACE_ARTICLE_TABLES = [
  ...COUNTED_TABLES,
  ...ASSET_TABLES,
  ...CHANGED_ARTICLE_TABLES,
  'revisions',
];

/** The differences, and the act for *Undo*; null: no article has given way. */
export interface Recaptured extends CaptureChange {
  readonly group: GroupId | null;
}

/**
 * *Capture again*: replaces the article and keeps the old one as a revision. Values that a person
 * edited (title, authors, site, date, labels) stay. A capture without text never replaces an article
 * (`nothing-better`). One that has lost more than half of the words does not replace it either, but is
 * kept as a revision, which a person may put in its place.
 */
export async function recapture(
  store: Store,
  id: BookmarkId,
  capture: Capture,
): Written<Recaptured> {
  const { db, now } = store;
  const page = await preparePage({ kind: 'captured', capture }, id, now());
  if (page === null) return err({ kind: 'not-an-address' });
  const { article: captured, bookmark: fields } = page;
  if (captured === null) return err({ kind: 'nothing-better' });
  const written = await act<CaptureChange>(store, REPLACE_ARTICLE_TABLES, async (log) => {
    const before = await db.bookmarks.get(id);
    if (before === undefined) return err({ kind: 'not-found' });
    const old = (await db.articles.get(id)) ?? null;
    const article = withEarlierImages(captured, old);
    const after = toRow({ ...withCapture(before, fields), updated: now(), isOwn: true });
    const change = captureChange(
      { title: before.title, article: old },
      { title: after.title, article },
    );
    if (isLessThanKnown(before, old, article)) {
      const earlierId = await offerArticle(db, article, after, now());
      return ok({ ...change, earlierId, isTooShort: true });
    }
    await moveAssetUses(db, articleAssets(article), []);
    const replaced = { before, after, old, article, taken: null };
    const earlierId = await replaceArticle(store, replaced, 'captured-again', log);
    return ok({ ...change, earlierId, isTooShort: false });
  });
  return written.ok ? ok({ ...written.value.value, group: written.value.group }) : written;
}

/** True if a new article is much shorter than the one that is here, or that only the server has. */
export function isLessThanKnown(
  { content, wordCount }: BookmarkRow,
  old: ArticleRow | null,
  article: ArticleRow,
): boolean {
  const isOnServer = content.kind === 'address' && content.reason === 'on-server';
  const known = old?.wordCount ?? (isOnServer ? wordCount : 0);
  return isMuchShorter(article.wordCount, known);
}

/**
 * Keeps a captured article that must not replace the present one by itself. `row` is the bookmark with
 * the values of the capture. A second capture of the same text is not kept.
 */
export async function offerArticle(
  db: LibraryDatabase,
  captured: ArticleRow,
  row: BookmarkRow,
  now: UnixMs,
): Promise<number> {
  const article = { ...captured, bookmarkId: row.id };
  const same = (await readRevisions(db, row.id)).find(
    (revision) => isOffered(revision) && isSameText(revision.body, article.body),
  );
  if (same !== undefined) return same.id;
  await moveAssetUses(db, articleAssets(article), []);
  return (await keepRevision(db, article, row, 'too-short', now)).id;
}

/**
 * *Put back*: makes a revision the article again, with the values of its page and the place where it
 * was left. The present article becomes a revision, whose number is returned; null if there was none.
 */
export const putRevisionBack = (
  store: Store,
  id: BookmarkId,
  earlierId: number,
): Written<Done<number | null>> =>
  act(store, REPLACE_ARTICLE_TABLES, async (log) => {
    const { db, now } = store;
    const [before, revision, present] = await Promise.all([
      db.bookmarks.get(id),
      db.revisions.get(earlierId),
      db.articles.get(id),
    ]);
    if (before === undefined || revision?.bookmarkId !== id) return err({ kind: 'not-found' });
    const old = present ?? null;
    const article = withEarlierImages(articleOfRevision(revision), old);
    const { fields } = revision;
    const after = toRow({
      ...withCapture(before, { ...fields, content: { kind: 'article' } }),
      ...pick(fields, PLACE_FIELDS),
      updated: now(),
      isOwn: true,
    });
    await db.revisions.delete(earlierId);
    await moveAssetUses(db, articleAssets(article), articleAssets(revision));
    const cause = isOffered(revision) ? 'captured-again' : 'put-back';
    const taken = { id: revision.id, cause: revision.cause };
    return ok(await replaceArticle(store, { before, after, old, article, taken }, cause, log));
  });

interface Replacement {
  readonly before: BookmarkRow;
  readonly after: BookmarkRow;
  readonly old: ArticleRow | null;
  /** Its images are counted as used already. */
  readonly article: ArticleRow;
  /** The earlier article that it was; null: it is new. */
  readonly taken: LoggedRevision | null;
}

/**
 * Returns the number of the revision with the old article; null if there is none. A first article is not
 * logged, as other things that a person makes.
 */
async function replaceArticle(
  { db, now }: Store,
  { before, after, old, article, taken }: Replacement,
  cause: EarlierCause,
  log: ChangeLog,
): Promise<number | null> {
  const { id } = before;
  await changeBookmarks(db, [{ before, after }], now());
  const { seq } = await changeArticle(db, { id, before: old, after: article }, now());
  if (old === null) return null;
  const isSame = isSameText(old.body, article.body);
  if (isSame) await moveAssetUses(db, [], articleAssets(old));
  // The revision takes over the uses of the old article.
  const revision = isSame ? null : await keepRevision(db, old, before, cause, now());
  log.add(pageEntries([{ before, after }], true));
  log.add([
    {
      table: 'articles',
      ids: [id],
      before: loggedArticle(before, old, { revision }),
      after: loggedArticle(after, article, { revision: isSame ? null : taken }),
      seq,
      ...(isSame && { isSameText: true }),
    },
  ]);
  return revision?.id ?? null;
}
