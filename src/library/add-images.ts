import type { LoadedImage } from '../capture/capture';
import { type AssetHash, type BookmarkId, canLead, err, ok } from '../domain';
import { type ImageOutcome, type IncomingImage, withImages } from './article-images';
import { hashBytes } from './asset-hash';
import { ASSET_TABLES, articleAssets, bookmarkAssets, moveAssetUses } from './asset-uses';
import type { LibraryDatabase } from './database';
import { queueContent } from './outbox';
import type { Written } from './repository';
import type { ArticleRow, BookmarkRow } from './rows';
import type { Store } from './store';
import { commit } from './write';

/**
 * Puts images into the article, the icon and the lead image, in one transaction. When they don't
 * fit together they are tried one by one, and each that does not fit is dropped with that reason.
 */
export async function addImages(
  store: Store,
  bookmarkId: BookmarkId,
  images: readonly LoadedImage[],
): Written<void> {
  const incoming = await Promise.all(images.map(receiveImage));
  const added = await write(store, bookmarkId, incoming);
  if (added.ok || added.error.kind !== 'quota') return added;
  for (const image of incoming) {
    const one = await write(store, bookmarkId, [image]);
    if (one.ok) continue;
    const dropped = await write(store, bookmarkId, [withoutRoom(image)]);
    if (!dropped.ok) return dropped;
  }
  return ok(undefined);
}

export async function receiveImage(image: LoadedImage): Promise<IncomingImage> {
  const { url } = image;
  if (image.kind === 'dropped') {
    return { url, outcome: { hash: null, reason: image.reason }, asset: null };
  }
  const { bytes, mimeType, width, height } = image;
  const hash = await hashBytes(bytes);
  return { url, outcome: { hash, width, height }, asset: { hash, mimeType, bytes } };
}

const withoutRoom = ({ url }: IncomingImage): IncomingImage => ({
  url,
  outcome: { hash: null, reason: 'quota' },
  asset: null,
});

const TABLES = [...ASSET_TABLES, 'articles', 'bookmarks', 'outbox'];

async function write(
  { db, now }: Store,
  bookmarkId: BookmarkId,
  incoming: readonly IncomingImage[],
): Written<void> {
  return commit(db, TABLES, async () => {
    const old = await db.articles.get(bookmarkId);
    const row = await db.bookmarks.get(bookmarkId);
    if (old === undefined || row === undefined) return err({ kind: 'not-found' });
    const outcomes = new Map(incoming.map(({ url, outcome }) => [url, outcome]));
    const article = withImages(old, outcomes);
    const shown = withLeadImages(row, article, outcomes);
    await db.articles.put(article);
    if (shown !== row) await db.bookmarks.put(shown);
    const begun = [...articleAssets(article), ...bookmarkAssets(shown)];
    await keepBytes(db, incoming, new Set(begun));
    await moveAssetUses(db, begun, [...articleAssets(old), ...bookmarkAssets(row)]);
    await queueContent(db, bookmarkId, now());
    return ok(undefined);
  });
}

/** The row with the icon and the lead image, when they are among the images that came. */
function withLeadImages(
  row: BookmarkRow,
  { iconUrl, imageUrl }: ArticleRow,
  outcomes: ReadonlyMap<string, ImageOutcome>,
): BookmarkRow {
  const icon = outcomes.get(iconUrl ?? '')?.hash ?? row.icon;
  const lead = outcomes.get(imageUrl ?? '');
  const image = lead?.hash && canLead(lead) ? lead.hash : row.image;
  return icon === row.icon && image === row.image ? row : { ...row, icon, image };
}

/** Adds the bytes of the assets in use that are not there yet. */
export async function keepBytes(
  db: LibraryDatabase,
  incoming: readonly IncomingImage[],
  used: ReadonlySet<AssetHash>,
): Promise<void> {
  const came = incoming.flatMap(({ asset }) => asset ?? []);
  const wanted = came.filter(({ hash }) => used.has(hash));
  const assets = new Map(wanted.map((asset) => [asset.hash, asset]));
  const there = await db.assetUses.bulkGet([...assets.keys()]);
  for (const use of there) if (use) assets.delete(use.hash);
  await db.assets.bulkAdd([...assets.values()]);
}
