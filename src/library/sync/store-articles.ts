import type { LoadedImage } from '../../capture/capture';
import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { OriginalFile } from '../../domain/original-file';
import { ok } from '../../domain/result';
import type { UnixMs } from '../../domain/time';
import { paragraphHashes, textLengthOf } from '../articles/capture-change';
import { keepRevision } from '../articles/revisions';
import { COMPRESS_MANY_FROM, isSameText, packText } from '../articles/stored-text';
import { COUNTED_TABLES, toRow, writeBookmarks } from '../database/bookmark-rows';
import { commit, type Written } from '../database/commit';
import type { ArticleRow, BookmarkChange, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { writeShadows } from '../database/shadow-rows';
import type { Store } from '../database/store';
import type { Shadow } from '../database/sync-rows';
import { markUnanchored } from '../database/unanchored-highlights';
import {
  assetsIn,
  type ImageOutcome,
  type IncomingImage,
  keepBytes,
  receiveImage,
  withImages,
} from '../images/add-images';
import { ASSET_TABLES, articleAssets, bookmarkAssets, moveAssetUses } from '../images/assets';
import { withUnsentArticles } from '../outbox/outbox';
import type { RestoredBookmark, TransferredImage } from '../transfer/transferred';

/** An article from a server. Images have the addresses that the HTML uses. */
export interface ReceivedArticle {
  readonly html: string;
  readonly images: readonly LoadedImage[];
  readonly icon: LoadedImage | null;
  readonly image: LoadedImage | null;
}

/** The tables that `writeArticles` writes, besides those of bookmarks. */
const ARTICLE_TABLES = [...ASSET_TABLES, 'articles', 'highlights'];
const STORE_ARTICLES_TABLES = [
  ...COUNTED_TABLES,
  ...ARTICLE_TABLES,
  ...['shadows', 'revisions', 'outbox', 'highlightShadows'],
];

/**
 * Stores received articles in one transaction and without intents, and returns their bytes. An article
 * that is here is replaced if it was captured earlier and nothing of it waits to be sent; it is kept as a
 * revision. Articles of deleted bookmarks are dropped.
 */
export async function storeArticles(
  store: Store,
  received: ReadonlyMap<BookmarkId, ReceivedArticle>,
): Written<number> {
  const { db } = store;
  const came = [...(await packArticles(received, store.now()))];
  return commit(db, STORE_ARTICLES_TABLES, async () => {
    const ids = came.map(([id]) => id);
    const [rows, shadows, unsent] = await Promise.all([
      db.bookmarks.bulkGet(ids),
      db.shadows.bulkGet(ids),
      withUnsentArticles(db, ids, ['content', 'create']),
    ]);
    const known = came.flatMap(([, packed], n) => {
      const [row, shadow] = [rows[n], shadows[n]];
      return row && shadow ? [{ row, shadow, packed }] : [];
    });
    const taken = known.filter(
      ({ row: { id, content }, shadow }) =>
        content.kind !== 'article' || (shadow.article === 'pending' && !unsent.has(id)),
    );
    const changes = taken.map(({ row, shadow, packed }) => ({
      before: row,
      after: toRow(withArticle(row, shadow, packed)),
    }));
    const originals = await keepFormer(db, taken, store.now());
    await Promise.all([
      writeShadows(
        db,
        known.map((one) => {
          const after = withStoredArticle(one.shadow, one.packed);
          // The page was captured on this device in the meantime, or the article arrived twice.
          const isOwn = !taken.includes(one) && one.shadow.article !== 'synced';
          const { sentCaptured = null } = one.shadow;
          return {
            before: one.shadow,
            after: isOwn ? { ...after, article: 'local', sentCaptured } : after,
          };
        }),
      ),
      taken.length > 0 && writeBookmarks(db, changes),
      taken.length > 0 &&
        writeArticles(
          db,
          taken.map(({ shadow, packed }) => arrivalOf(shadow, packed)),
          changes,
          originals,
        ),
    ]);
    return ok(taken.reduce((sum, { packed }) => sum + packedBytesOf(packed), 0));
  });
}

interface Replacement {
  readonly row: BookmarkRow;
  readonly packed: PackedArticle;
}

/**
 * Keeps the articles that received ones replace, without the places of received highlights. Returns their files,
 * which stay with the bookmark: no server has them.
 */
async function keepFormer(
  db: LibraryDatabase,
  taken: readonly Replacement[],
  now: UnixMs,
): Promise<ReadonlyMap<BookmarkId, OriginalFile>> {
  const replaced = taken.filter(({ row }) => row.content.kind === 'article');
  const ids = replaced.map(({ row }) => row.id);
  const articles = await db.articles.bulkGet(ids);
  // Their places are in the former text. In another one, the same place may have the same words.
  await db.highlightShadows.where('bookmarkId').anyOf(ids).modify({ madeAt: undefined });
  const originals = new Map<BookmarkId, OriginalFile>();
  for (const [at, { row, packed }] of replaced.entries()) {
    const former = articles[at];
    if (former === undefined) continue;
    // The revision takes over the uses of the images.
    if (former.original) originals.set(row.id, former.original);
    if (isSameText(former.body, packed.article.body)) {
      await moveAssetUses(db, [], articleAssets({ images: former.images }));
    } else {
      if (former.original) await moveAssetUses(db, [former.original.hash], []);
      await keepRevision(db, former, row, 'elsewhere', now);
    }
  }
  return originals;
}

/** An article as it is stored, without its bookmark, and its received images. */
export interface PackedArticle {
  readonly article: Omit<ArticleRow, 'bookmarkId' | 'wordCount'>;
  readonly incoming: readonly IncomingImage[];
  /** The stored icon and lead image. */
  readonly lead: Partial<Pick<BookmarkRow, 'icon' | 'image'>>;
}

const packedBytesOf = ({ article, incoming }: PackedArticle): number =>
  incoming.reduce((sum, { asset }) => sum + (asset?.bytes.byteLength ?? 0), article.body.length);

/** A received article and the bookmark that it belongs to. */
export interface Arrival {
  readonly id: BookmarkId;
  readonly wordCount: number;
  readonly packed: PackedArticle;
}

/** The article that came for the bookmark of a shadow. It has the time when it was captured. */
export function arrivalOf(
  { bookmarkId: id, captured, version: { wordCount } }: Shadow,
  packed: PackedArticle,
): Arrival {
  const { article } = packed;
  const capturedAt = captured ?? article.capturedAt;
  return { id, wordCount, packed: { ...packed, article: { ...article, capturedAt } } };
}

/**
 * Writes articles and their images. `changes` has those of their bookmarks.
 * @param originals the files that stay where they are
 */
export async function writeArticles(
  db: LibraryDatabase,
  arrivals: readonly Arrival[],
  changes: readonly BookmarkChange[],
  originals: ReadonlyMap<BookmarkId, OriginalFile> = new Map(),
): Promise<void> {
  const ids = new Set(arrivals.map(({ id }) => id));
  const rowsOf = (side: 'before' | 'after') => changes.flatMap((change) => change[side] ?? []);
  const assetsOf = (rows: readonly BookmarkRow[]) =>
    rows.filter(({ id }) => ids.has(id)).flatMap(bookmarkAssets);
  const begun = [
    ...arrivals.flatMap(({ packed }) => articleAssets(packed.article)),
    ...assetsOf(rowsOf('after')),
  ];
  const incoming = arrivals.flatMap(({ packed }) => packed.incoming);
  await Promise.all([
    db.articles.bulkPut(
      arrivals.map(({ id, wordCount, packed }) => {
        const original = originals.get(id);
        return {
          ...packed.article,
          bookmarkId: id,
          wordCount,
          ...(original && { original }),
        };
      }),
    ),
    markUnanchored(db, [...ids]),
    // The uses are counted after the bytes are stored.
    keepBytes(db, assetsIn(incoming), new Set(begun)).then(() =>
      moveAssetUses(db, begun, assetsOf(rowsOf('before'))),
    ),
  ]);
}

/** Returns a bookmark whose article is stored with it. */
export function withArticle<B extends Bookmark>(
  bookmark: B,
  { version }: Shadow,
  { lead }: PackedArticle,
): B {
  const { wordCount } = version;
  // The reading time must not change when the article arrives.
  const isKnown = bookmark.content.kind !== 'article' && bookmark.readingTimeMinutes > 0;
  const { readingTimeMinutes } = isKnown ? bookmark : version;
  return { ...bookmark, ...lead, content: { kind: 'article' }, wordCount, readingTimeMinutes };
}

/** Returns the shadow of a bookmark whose article is stored with it. */
export const withStoredArticle = (shadow: Shadow, packed: PackedArticle): Shadow => ({
  ...shadow,
  article: 'synced',
  sentCaptured: null,
  articleBytes: packedBytesOf(packed),
});

/** Does all slow work of storing articles, which must not run inside a transaction. */
export async function packArticles<Key>(
  received: ReadonlyMap<Key, ReceivedArticle>,
  capturedAt: UnixMs,
): Promise<ReadonlyMap<Key, PackedArticle>> {
  const packed = [...received].map(
    async ([key, article]) => [key, await packArticle(article, capturedAt)] as const,
  );
  return new Map(await Promise.all(packed));
}

async function packArticle(received: ReceivedArticle, capturedAt: UnixMs): Promise<PackedArticle> {
  const { icon, image } = received;
  const { incoming, outcomes } = await receiveImages(received);
  const [iconHash, imageHash] = [leadHashOf(outcomes, icon), leadHashOf(outcomes, image)];
  return {
    article: withImages(await packedArticleOf(received, capturedAt), outcomes),
    incoming,
    lead: { ...(iconHash && { icon: iconHash }), ...(imageHash && { image: imageHash }) },
  };
}

/** An article that came from a server, for a bookmark that is added with it. */
export interface AddedArticle extends Required<PackedArticle['lead']> {
  readonly article: RestoredBookmark['article'];
  readonly images: readonly TransferredImage[];
}

/** Makes an article to add with a new bookmark, where `packArticles` is for one that is here. */
export async function addedArticle(
  received: ReceivedArticle,
  { wordCount, now }: { readonly wordCount: number; readonly now: UnixMs },
): Promise<AddedArticle> {
  const { outcomes, incoming } = await receiveImages(received);
  const article = withImages(describeArticle(received, now), outcomes);
  return {
    article: { ...article, html: received.html, wordCount },
    icon: leadHashOf(outcomes, received.icon),
    image: leadHashOf(outcomes, received.image),
    images: assetsIn(incoming).map(({ mimeType, ...image }) => ({ ...image, type: mimeType })),
  };
}

async function receiveImages({ images, icon, image }: ReceivedArticle) {
  const shown = [...images, ...[icon, image].filter((lead) => lead !== null)];
  const incoming = await Promise.all(shown.map(receiveImage));
  return { incoming, outcomes: new Map(incoming.map(({ url, outcome }) => [url, outcome])) };
}

const leadHashOf = (outcomes: ReadonlyMap<string, ImageOutcome>, lead: { url: string } | null) =>
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

async function packedArticleOf(
  received: ReceivedArticle,
  capturedAt: UnixMs,
): Promise<PackedArticle['article']> {
  const { html } = received;
  return {
    ...describeArticle(received, capturedAt),
    body: await packText(html, COMPRESS_MANY_FROM),
    paragraphs: paragraphHashes(html),
  };
}

function describeArticle(
  { html, images, icon, image }: ReceivedArticle,
  capturedAt: UnixMs,
): Omit<PackedArticle['article'], 'body' | 'paragraphs' | 'structure'> {
  return {
    textLength: textLengthOf(html),
    images: [
      ...images.map(({ url }) => ({ url, ...NO_SIZE, hash: null, reason: 'pending' }) as const),
      ...missingImages(html, images).map(
        (url) => ({ url, ...NO_SIZE, hash: null, reason: 'failed' }) as const,
      ),
    ],
    report: { words: 0, imagesKept: 0, imagesDropped: 0, warnings: [] },
    capturedAt,
    iconUrl: icon?.url ?? null,
    imageUrl: image?.url ?? null,
  };
}
