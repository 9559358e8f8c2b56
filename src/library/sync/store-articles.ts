import { type BookmarkId, ok } from '../../domain';
import { paragraphHashes, withoutTags } from '../articles/capture-change';
import { packText } from '../articles/stored-text';
import { COUNTED_TABLES, toRow, writeBookmarks } from '../database/bookmark-rows';
import { commit, type Written } from '../database/commit';
import type { ArticleRow, BookmarkRow } from '../database/rows';
import { writeShadows } from '../database/shadow-rows';
import type { Store } from '../database/store';
import type { ShadowRow } from '../database/sync-rows';
import {
  type ImageOutcome,
  type IncomingImage,
  keepBytes,
  receiveImage,
  withImages,
} from '../images/add-images';
import { ASSET_TABLES, articleAssets, bookmarkAssets, moveAssetUses } from '../images/assets';
import type { ReceivedArticle } from './sync-repository';

const TABLES = [...COUNTED_TABLES, ...ASSET_TABLES, 'articles', 'shadows'];

/**
 * Stores received articles of bookmarks that had only an address, in one transaction and without
 * intents. Returns their bytes. Articles of deleted bookmarks are dropped.
 */
export async function storeArticles(
  store: Store,
  received: ReadonlyMap<BookmarkId, ReceivedArticle>,
): Written<number> {
  const { db } = store;
  const at = store.now();
  const came = await Promise.all([...received].map(([id, article]) => packed(id, article, at)));
  return commit(db, TABLES, async () => {
    const ids = came.map(({ article }) => article.bookmarkId);
    const [rows, shadows] = await Promise.all([db.bookmarks.bulkGet(ids), db.shadows.bulkGet(ids)]);
    const known = came.flatMap((one, n): Arrival[] => {
      const [row, shadow] = [rows[n], shadows[n]];
      return row && shadow ? [{ ...one, row, shadow }] : [];
    });
    const missing = known.filter(({ row }) => row.content.kind !== 'article');
    // The page was captured on this device in the meantime, or the article arrived twice.
    const stateOf = ({ row, shadow }: Arrival) =>
      row.content.kind === 'article' && shadow.article !== 'synced' ? 'local' : 'synced';
    await Promise.all([
      writeShadows(
        db,
        known.map((one) => ({
          before: one.shadow,
          after: { ...one.shadow, article: stateOf(one), articleBytes: bytesOf(one) },
        })),
      ),
      missing.length > 0 && putArticles(store, missing),
    ]);
    return ok(missing.reduce((sum, one) => sum + bytesOf(one), 0));
  });
}

/**
 * In characters. Compressing 10,000 articles takes longer than fetching and writing them, and
 * browsers compress stored data themselves, faster and less.
 */
const COMPRESS_RECEIVED_FROM = 65_536;

/** An article as it is stored, with its received images. */
interface Packed {
  readonly article: ArticleRow;
  readonly incoming: readonly IncomingImage[];
  /** The stored icon and lead image. */
  readonly lead: Partial<Pick<BookmarkRow, 'icon' | 'image'>>;
}

const bytesOf = ({ article, incoming }: Packed): number =>
  incoming.reduce((sum, { asset }) => sum + (asset?.bytes.byteLength ?? 0), article.body.length);

interface Arrival extends Packed {
  readonly row: BookmarkRow;
  readonly shadow: ShadowRow;
}

async function putArticles({ db }: Store, arrivals: readonly Arrival[]): Promise<void> {
  const changes = arrivals.map(({ row, shadow, lead }) => ({
    before: row,
    after: toRow(withArticle(row, shadow, lead)),
  }));
  const begun = arrivals.flatMap(({ article }) => articleAssets(article));
  const shown = changes.flatMap(({ after }) => bookmarkAssets(after));
  const ended = changes.flatMap(({ before }) => bookmarkAssets(before));
  const incoming = arrivals.flatMap((one) => one.incoming);
  await Promise.all([
    db.articles.bulkPut(
      arrivals.map(({ article, shadow }) => ({ ...article, wordCount: shadow.version.wordCount })),
    ),
    writeBookmarks(db, changes),
    // The uses are counted after the bytes are stored.
    keepBytes(db, incoming, new Set([...begun, ...shown])).then(() =>
      moveAssetUses(db, [...begun, ...shown], ended),
    ),
  ]);
}

function withArticle(row: BookmarkRow, { version }: ShadowRow, lead: Packed['lead']): BookmarkRow {
  const { wordCount } = version;
  // The reading time must not change when the article arrives.
  const readingTimeMinutes = row.readingTimeMinutes || version.readingTimeMinutes;
  return { ...row, ...lead, content: { kind: 'article' }, wordCount, readingTimeMinutes };
}

/** Does all slow work, which needs no transaction. */
async function packed(
  id: BookmarkId,
  received: ReceivedArticle,
  capturedAt: ArticleRow['capturedAt'],
): Promise<Packed> {
  const { images, icon, image } = received;
  const shown = [...images, ...[icon, image].filter((lead) => lead !== null)];
  const incoming = await Promise.all(shown.map(receiveImage));
  const outcomes = new Map(incoming.map(({ url, outcome }) => [url, outcome]));
  const [iconHash, imageHash] = [hashOf(outcomes, icon), hashOf(outcomes, image)];
  return {
    article: withImages(await articleOf(id, received, capturedAt), outcomes),
    incoming,
    lead: { ...(iconHash && { icon: iconHash }), ...(imageHash && { image: imageHash }) },
  };
}
const hashOf = (outcomes: ReadonlyMap<string, ImageOutcome>, lead: { url: string } | null) =>
  outcomes.get(lead?.url ?? '')?.hash ?? null;

const NO_SIZE = { width: null, height: null };

/**
 * Returns the addresses of images that the server has not stored. These images still have their
 * original address.
 */
function missingImages(html: string, kept: ReceivedArticle['images']): readonly string[] {
  const urls = html.split('<img').flatMap((piece, at) => {
    const tag = at === 0 ? '' : piece.slice(0, piece.indexOf('>'));
    return /\ssrc="(https?:[^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? [];
  });
  const came = new Set(kept.map(({ url }) => url));
  return [...new Set(urls)].filter((url) => !came.has(url));
}

async function articleOf(
  bookmarkId: BookmarkId,
  { html, images, icon, image }: ReceivedArticle,
  capturedAt: ArticleRow['capturedAt'],
): Promise<ArticleRow> {
  return {
    bookmarkId,
    body: await packText(html, COMPRESS_RECEIVED_FROM),
    textLength: withoutTags(html).length,
    wordCount: 0,
    paragraphs: paragraphHashes(html),
    images: [
      ...images.map(({ url }) => ({ url, ...NO_SIZE, hash: null, reason: 'pending' }) as const),
      ...missingImages(html, images).map(
        (url) => ({ url, ...NO_SIZE, hash: null, reason: 'failed' }) as const,
      ),
    ],
    report: { durationsMs: {}, words: 0, imagesKept: 0, imagesDropped: 0, warnings: [] },
    capturedAt,
    iconUrl: icon?.url ?? null,
    imageUrl: image?.url ?? null,
  };
}
