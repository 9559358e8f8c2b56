import type { Capture } from '../capture/capture';
import { type BookmarkId, type CaptureChange, err, ok } from '../domain';
import { withEarlierImages } from './article-images';
import { ASSET_TABLES, articleAssets, moveAssetUses } from './asset-uses';
import { toRow } from './bookmark-row';
import { captureChange } from './capture-change';
import { COUNTED_TABLES, writeBookmarks } from './counters';
import { queueContent, queuePatch } from './outbox';
import { pageValuesIntent, withCapture } from './page-values';
import { preparePage } from './prepare-page';
import type { Written } from './repository';
import { keepRevision } from './revisions';
import type { Store } from './store';
import { commit } from './write';

const TABLES = [...COUNTED_TABLES, ...ASSET_TABLES, 'articles', 'revisions', 'outbox'];

/** Puts a new article in place of the old, which becomes a revision, in one transaction. */
export async function recapture(
  { db, now }: Store,
  id: BookmarkId,
  capture: Capture,
): Written<CaptureChange> {
  const page = await preparePage({ kind: 'captured', capture }, id, now());
  if (page === null) return err({ kind: 'not-an-address' });
  const { article: captured, bookmark: fields } = page;
  if (captured === null) return err({ kind: 'nothing-better' });
  return commit(db, TABLES, async () => {
    const before = await db.bookmarks.get(id);
    if (before === undefined) return err({ kind: 'not-found' });
    const old = (await db.articles.get(id)) ?? null;
    const article = withEarlierImages(captured, old);
    const after = toRow({ ...withCapture(before, fields), updated: now() });
    await writeBookmarks(db, [{ before, after }]);
    await db.articles.put(article);
    await moveAssetUses(db, articleAssets(article), []);
    // The old article's uses go on: they are the revision's now.
    if (old !== null) await keepRevision(db, old, now());
    await queueContent(db, id, now());
    await queuePatch(db, id, pageValuesIntent(before, after), now());
    return ok(captureChange(before.title, after.title, old, article));
  });
}
