import type { AssetHash } from '../domain';
import type { LibraryDatabase } from './database';
import type { AssetRow } from './rows';

/** The assets that are there, as blobs of their types. */
export async function readAssets(
  db: LibraryDatabase,
  hashes: readonly AssetHash[],
): Promise<ReadonlyMap<AssetHash, Blob>> {
  const rows = await db.assets.bulkGet([...new Set(hashes)]);
  const found = rows.filter((row) => row !== undefined);
  return new Map(found.map((row) => [row.hash, toBlob(row)]));
}

const toBlob = ({ bytes, mimeType }: AssetRow): Blob => new Blob([bytes], { type: mimeType });
