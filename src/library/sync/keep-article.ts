import { type BookmarkId, err, ok, readingTimeMinutes } from '../../domain';
import { keepBytes, receiveImage } from '../add-images';
import { type ImageOutcome, withImages } from '../article-images';
import { ASSET_TABLES, articleAssets, bookmarkAssets, moveAssetUses } from '../asset-uses';
import { toRow } from '../bookmark-row';
import { paragraphHashes } from '../capture-change';
import { COUNTED_TABLES, writeBookmarks } from '../counters';
import type { Written } from '../repository';
import type { ArticleRow } from '../rows';
import type { Store } from '../store';
import { packText } from '../stored-text';
import { commit } from '../write';
import type { ReceivedArticle } from './sync-repository';

const TABLES = [...COUNTED_TABLES, ...ASSET_TABLES, 'articles', 'shadows'];

/** Puts an article that came from a server where only the address was kept; nothing is queued. */
export async function keepArticle(
  { db, now }: Store,
  id: BookmarkId,
  received: ReceivedArticle,
): Written<void> {
  const { images, icon, image } = received;
  const shown = [...images, ...[icon, image].filter((lead) => lead !== null)];
  const incoming = await Promise.all(shown.map(receiveImage));
  const outcomes = new Map(incoming.map(({ url, outcome }) => [url, outcome]));
  const article = withImages(await articleOf(id, received, now()), outcomes);
  return commit(db, TABLES, async () => {
    const [row, shadow] = await Promise.all([db.bookmarks.get(id), db.shadows.get(id)]);
    if (row === undefined || shadow === undefined) return err({ kind: 'not-found' });
    await db.shadows.put({ ...shadow, article: 'here' });
    if (row.content.kind === 'article') return ok(undefined);
    const { wordCount } = shadow.version;
    const after = toRow({
      ...row,
      content: { kind: 'article' },
      wordCount,
      readingTimeMinutes:
        shadow.version.readingTimeMinutes || readingTimeMinutes(wordCount, row.lang),
      icon: hashOf(outcomes, icon) ?? row.icon,
      image: hashOf(outcomes, image) ?? row.image,
    });
    const begun = [...articleAssets(article), ...bookmarkAssets(after)];
    await keepBytes(db, incoming, new Set(begun));
    await moveAssetUses(db, begun, bookmarkAssets(row));
    await db.articles.put({ ...article, wordCount });
    await writeBookmarks(db, [{ before: row, after }]);
    return ok(undefined);
  });
}

const hashOf = (outcomes: ReadonlyMap<string, ImageOutcome>, lead: { url: string } | null) =>
  outcomes.get(lead?.url ?? '')?.hash ?? null;

async function articleOf(
  bookmarkId: BookmarkId,
  { html, images, icon, image }: ReceivedArticle,
  capturedAt: ArticleRow['capturedAt'],
): Promise<ArticleRow> {
  return {
    bookmarkId,
    body: await packText(html),
    textLength: html.replace(/<[^>]*>/g, '').length,
    wordCount: 0,
    paragraphs: paragraphHashes(html),
    images: images.map(({ url }) => ({
      url,
      width: null,
      height: null,
      hash: null,
      reason: 'pending',
    })),
    report: { durationsMs: {}, words: 0, imagesKept: 0, imagesDropped: 0, warnings: [] },
    capturedAt,
    iconUrl: icon?.url ?? null,
    imageUrl: image?.url ?? null,
  };
}
