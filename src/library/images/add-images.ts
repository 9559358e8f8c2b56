import type { LoadedImage } from '../../capture/capture';
import {
  type ArticleImage,
  type CaptureReport,
  canLead,
  type ImageDropReason,
} from '../../domain/article';
import type { AssetHash, BookmarkId } from '../../domain/bookmark';
import { err, ok } from '../../domain/result';
import { commit, type Written } from '../database/commit';
import type { ArticleRow, AssetRow, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import type { Store } from '../database/store';
import { CHANGED_ARTICLE_TABLES, changeArticle } from '../outbox/change-article';
import {
  ASSET_TABLES,
  articleAssets,
  bookmarkAssets,
  hashBytes,
  moveAssetUses,
  storable,
} from './assets';

/** The addresses of a page's icon and picture. */
export type LeadAddresses = Pick<ArticleRow, 'iconUrl' | 'imageUrl'>;

/**
 * Adds images that were loaded in the page to the article and the earlier ones, the icon and the lead
 * image in one transaction, stores equal bytes once and updates the counts of the report. If the storage is full,
 * they are added one by one, and each without space is dropped with reason `quota`. `lead` is for a
 * page without an article, which only gets its icon and its picture.
 */
export async function addImages(
  store: Store,
  bookmarkId: BookmarkId,
  images: readonly LoadedImage[],
  lead: LeadAddresses | null = null,
): Written<void> {
  const incoming = await Promise.all(images.map(receiveImage));
  const added = await write(store, bookmarkId, incoming, lead);
  if (added.ok || added.error.kind !== 'quota') return added;
  for (const image of incoming) {
    const one = await write(store, bookmarkId, [image], lead);
    if (one.ok) continue;
    const dropped = await write(store, bookmarkId, [withoutRoom(image)], lead);
    if (!dropped.ok) return dropped;
  }
  return ok(undefined);
}

export async function receiveImage(image: LoadedImage): Promise<IncomingImage> {
  const { url } = image;
  if (image.kind === 'dropped') {
    return { url, outcome: { hash: null, reason: image.reason }, asset: null };
  }
  const { width, height } = image;
  const stored = await storable(image.mimeType, image.bytes);
  if (stored === null) return { url, outcome: { hash: null, reason: 'not-an-image' }, asset: null };
  const hash = await hashBytes(stored.bytes);
  return { url, outcome: { hash, width, height }, asset: { hash, ...stored } };
}

const withoutRoom = ({ url }: IncomingImage): IncomingImage => ({
  url,
  outcome: { hash: null, reason: 'quota' },
  asset: null,
});

const ADD_IMAGES_TABLES = [...ASSET_TABLES, ...CHANGED_ARTICLE_TABLES, 'revisions', 'bookmarks'];

async function write(
  { db, now }: Store,
  bookmarkId: BookmarkId,
  incoming: readonly IncomingImage[],
  lead: LeadAddresses | null,
): Written<void> {
  return commit(db, ADD_IMAGES_TABLES, async () => {
    const old = await db.articles.get(bookmarkId);
    const row = await db.bookmarks.get(bookmarkId);
    const from = old ?? lead;
    if (from === null || row === undefined) return err({ kind: 'not-found' });
    const outcomes = new Map(incoming.map(({ url, outcome }) => [url, outcome]));
    const article = old && withImages(old, outcomes);
    const shown = withLeadImages(row, from, outcomes);
    const earlier = await db.revisions.where('bookmarkId').equals(bookmarkId).toArray();
    const waiting = earlier.filter((revision) => lacks(revision, outcomes));
    const filled = waiting.map((revision) => withImages(revision, outcomes));
    await db.revisions.bulkPut(filled);
    if (shown !== row) await db.bookmarks.put(shown);
    const begun = [
      ...(article ? articleAssets(article) : []),
      ...filled.flatMap(articleAssets),
      ...bookmarkAssets(shown),
    ];
    await keepBytes(db, assetsIn(incoming), new Set(begun));
    const ended = [
      ...(old ? articleAssets(old) : []),
      ...waiting.flatMap(articleAssets),
      ...bookmarkAssets(row),
    ];
    await moveAssetUses(db, begun, ended);
    if (old && article) {
      const change = { id: bookmarkId, before: old, after: article, hasSameText: true };
      await changeArticle(db, change, now());
    }
    return ok(undefined);
  });
}

/** True if an article waits for one of these images. */
const lacks = ({ images }: ArticleRow, outcomes: ReadonlyMap<string, ImageOutcome>): boolean =>
  images.some(({ hash, url }) => hash === null && outcomes.has(url));

/** Sets the icon and the lead image if they are among the images. */
function withLeadImages(
  row: BookmarkRow,
  { iconUrl, imageUrl }: LeadAddresses,
  outcomes: ReadonlyMap<string, ImageOutcome>,
): BookmarkRow {
  const icon = outcomes.get(iconUrl ?? '')?.hash ?? row.icon;
  const lead = outcomes.get(imageUrl ?? '');
  const image = lead?.hash && canLead(lead) ? lead.hash : row.image;
  return icon === row.icon && image === row.image ? row : { ...row, icon, image };
}

export const assetsIn = (incoming: readonly IncomingImage[]): readonly AssetRow[] =>
  incoming.flatMap(({ asset }) => asset ?? []);

/** Stores the bytes of used assets that do not exist yet. */
export async function keepBytes(
  db: LibraryDatabase,
  came: readonly AssetRow[],
  used: ReadonlySet<AssetHash>,
): Promise<void> {
  const wanted = came.filter(({ hash }) => used.has(hash));
  const assets = new Map(wanted.map((asset) => [asset.hash, asset]));
  const there = await db.assetUses.bulkGet([...assets.keys()]);
  for (const use of there) if (use) assets.delete(use.hash);
  await db.assets.bulkAdd([...assets.values()]);
}

/** The result for one image, keyed by its address in the article. */
export type ImageOutcome =
  | { readonly hash: AssetHash; readonly width: number; readonly height: number }
  | { readonly hash: null; readonly reason: ImageDropReason };

/** A received image: its result for the article, and its bytes if it is stored. */
export interface IncomingImage {
  readonly url: string;
  readonly outcome: ImageOutcome;
  readonly asset: AssetRow | null;
}

/** Sets the images of the article by address and updates the counts of its report. */
export function withImages<A extends Pick<ArticleRow, 'images' | 'report'>>(
  article: A,
  outcomes: ReadonlyMap<string, ImageOutcome>,
): A {
  const images = article.images.map((image) => fill(image, outcomes.get(image.url)));
  return { ...article, images, report: counted(article.report, images) };
}

/** Takes over the images and the file of the previous article, so that they are not lost. */
export function withEarlierImages(article: ArticleRow, earlier: ArticleRow | null): ArticleRow {
  const kept = earlier?.images.filter((image) => image.hash !== null) ?? [];
  const byUrl = new Map(kept.map((image) => [image.url, image]));
  const images = article.images.map((image) => byUrl.get(image.url) ?? image);
  const original = article.original ?? earlier?.original;
  const report = counted(article.report, images);
  return { ...article, images, report, ...(original && { original }) };
}

function fill(image: ArticleImage, outcome: ImageOutcome | undefined): ArticleImage {
  if (outcome === undefined) return image;
  const { url, width, height } = image;
  if (outcome.hash !== null) return { url, ...outcome };
  // An image of an earlier capture stays.
  return image.hash === null ? { url, width, height, ...outcome } : image;
}

function counted(report: CaptureReport, images: readonly ArticleImage[]): CaptureReport {
  const imagesKept = images.filter(({ hash }) => hash !== null).length;
  const imagesDropped = images.filter(
    (image) => image.hash === null && image.reason !== 'pending',
  ).length;
  return { ...report, imagesKept, imagesDropped };
}
