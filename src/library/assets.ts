import type { AssetRepository } from './repository';
import type { AssetRow } from './rows';
import type { Store } from './store';

export function assetRepository({ db }: Store): AssetRepository {
  return {
    async get(hash) {
      const row = await db.assets.get(hash);
      return row === undefined ? null : toBlob(row);
    },
    async getMany(hashes) {
      const rows = await db.assets.bulkGet([...new Set(hashes)]);
      const found = rows.filter((row) => row !== undefined);
      return new Map(found.map((row) => [row.hash, toBlob(row)]));
    },
  };
}

const toBlob = ({ bytes, mimeType }: AssetRow): Blob => new Blob([bytes], { type: mimeType });
