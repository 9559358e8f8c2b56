import { sniffImageType } from '../../capture/images/image-bytes';
import type { AssetHash } from '../../domain/bookmark';
import { sha256 } from '../../domain/hash';
import { isPdf, PDF_TYPE } from '../../domain/original-file';
import { err, ok } from '../../domain/result';
import { commit, type Written } from '../database/commit';
import type { ArticleRow, AssetRow, BookmarkRow } from '../database/rows';
import type { LibraryDatabase } from '../database/schema';
import { repository } from '../database/store';

type Bytes = AssetRow['bytes'];

const SVG_TYPE = 'image/svg+xml';

export const ASSET_TABLES = ['assets', 'assetUses', 'thumbnails'] as const;

/**
 * Prepares the bytes of an image or a PDF to be stored. Each passes here on its way into the library,
 * from a page, a server or a file, and later leaves it in exports. A drawing is sanitised, also when
 * it was declared to be another image. Returns null if it is neither, or nothing is left of it.
 */
export async function storable(
  declaredType: string,
  bytes: Bytes,
): Promise<Omit<AssetRow, 'hash'> | null> {
  const declared = declaredType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (declared === PDF_TYPE) return isPdf(bytes) ? { mimeType: PDF_TYPE, bytes } : null;
  const found = sniffImageType(bytes);
  if (declared !== SVG_TYPE && found !== SVG_TYPE) {
    const mimeType = declared.startsWith('image/') ? declared : found;
    return mimeType === null ? null : { mimeType, bytes };
  }
  // Pages of the extension have the library, but store no images. They would load a parser in vain.
  const { sanitiseSvg } = await import('../../capture/images/svg-image');
  const svg = sanitiseSvg(new TextDecoder().decode(bytes));
  return svg && { mimeType: SVG_TYPE, bytes: new TextEncoder().encode(svg.text) };
}

/** Returns the assets that an article has, each once: its images, and the file from which it was made. */
export function articleAssets(
  article: Pick<ArticleRow, 'images' | 'original'> | null,
): readonly AssetHash[] {
  const hashes = article?.images.flatMap(({ hash }) => (hash === null ? [] : [hash])) ?? [];
  return [...new Set(article?.original ? [...hashes, article.original.hash] : hashes)];
}

/** Returns the assets of a list row. The icon and the lead image are separate uses. */
export const bookmarkAssets = ({ icon, image }: Pick<BookmarkRow, 'icon' | 'image'>) =>
  [icon, image].filter((hash) => hash !== null);

/**
 * Adds the uses in `begun` and removes those in `ended`. An asset without uses is deleted with its
 * bytes in the same transaction. A hash may occur in both lists, and several times.
 */
export async function moveAssetUses(
  db: LibraryDatabase,
  begun: readonly AssetHash[],
  ended: readonly AssetHash[],
): Promise<void> {
  const moves = new Map<AssetHash, number>();
  for (const hash of begun) moves.set(hash, (moves.get(hash) ?? 0) + 1);
  for (const hash of ended) moves.set(hash, (moves.get(hash) ?? 0) - 1);
  const hashes = [...moves.keys()].filter((hash) => moves.get(hash) !== 0);
  if (hashes.length === 0) return;
  const rows = await db.assetUses.bulkGet(hashes);
  const counted = hashes.map((hash, at) => ({
    hash,
    uses: (rows[at]?.uses ?? 0) + (moves.get(hash) ?? 0),
  }));
  const unused = counted.filter(({ uses }) => uses <= 0).map(({ hash }) => hash);
  await db.assetUses.bulkPut(counted.filter(({ uses }) => uses > 0));
  await db.assetUses.bulkDelete(unused);
  await db.assets.bulkDelete(unused);
  await db.thumbnails.bulkDelete(unused);
}

/** Returns the existing assets as blobs of their types. */
async function readAssets(
  db: LibraryDatabase,
  hashes: readonly AssetHash[],
): Promise<ReadonlyMap<AssetHash, Blob>> {
  const rows = await db.assets.bulkGet([...new Set(hashes)]);
  const found = rows.filter((row) => row !== undefined);
  return new Map(found.map((row) => [row.hash, toBlob(row)]));
}

const toBlob = ({ bytes, mimeType }: AssetRow): Blob => new Blob([bytes], { type: mimeType });

/** Returns the hash of an asset. Must not run inside a transaction. */
export const hashBytes = async (bytes: Uint8Array): Promise<AssetHash> =>
  // The only place that creates hashes of this type.
  (await sha256(bytes)) as AssetHash;

export type AssetRepository = ReturnType<typeof assetRepository>;

export const assetRepository = repository({
  async get({ db }, hash: AssetHash): Promise<Blob | null> {
    return (await readAssets(db, [hash])).get(hash) ?? null;
  },

  getMany: ({ db }, hashes: readonly AssetHash[]): Promise<ReadonlyMap<AssetHash, Blob>> =>
    readAssets(db, hashes),
});

/** About 50 MB. */
const MAX_THUMBNAILS = 5_000;
/** The oldest ones are removed together. */
const THUMBNAIL_STEP = 500;

export type ThumbnailRepository = ReturnType<typeof thumbnailRepository>;

/** Small copies of lead images, for lists. They can be made again at any time. */
export const thumbnailRepository = repository({
  async get({ db }, hash: AssetHash): Promise<Blob | null> {
    const row = await db.thumbnails.get(hash);
    return row === undefined ? null : new Blob([row.bytes], { type: row.mimeType });
  },

  /** Stores the thumbnail of a stored image. It is removed with the image, or when it is old. */
  async put({ db, now }, hash: AssetHash, thumbnail: Blob): Written<void> {
    const bytes = new Uint8Array(await thumbnail.arrayBuffer());
    return commit(db, ['thumbnails', 'assetUses'], async () => {
      if ((await db.assetUses.get(hash)) === undefined) return err({ kind: 'not-found' });
      await db.thumbnails.put({ hash, mimeType: thumbnail.type, bytes, madeAt: now() });
      if ((await db.thumbnails.count()) <= MAX_THUMBNAILS) return ok(undefined);
      const oldest = await db.thumbnails.orderBy('madeAt').limit(THUMBNAIL_STEP).primaryKeys();
      await db.thumbnails.bulkDelete(oldest);
      return ok(undefined);
    });
  },
});
