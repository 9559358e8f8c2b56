import type { AssetHash } from '../../domain/bookmark';
import { err, ok } from '../../domain/result';
import { commit, type Written } from '../database/commit';
import type { Store } from '../database/store';

/** Small copies of lead images, for lists. They can be made again at any time. */
export interface ThumbnailRepository {
  get(hash: AssetHash): Promise<Blob | null>;
  /** Stores the thumbnail of a stored image. It is removed with the image, or when it is old. */
  put(hash: AssetHash, thumbnail: Blob): Written<void>;
}

/** About 50 MB. */
const MOST = 5_000;
/** The oldest ones are removed together. */
const STEP = 500;

export const thumbnailRepository = ({ db, now }: Store): ThumbnailRepository => ({
  async get(hash) {
    const row = await db.thumbnails.get(hash);
    return row === undefined ? null : new Blob([row.bytes], { type: row.mimeType });
  },
  async put(hash, thumbnail) {
    const bytes = new Uint8Array(await thumbnail.arrayBuffer());
    return commit(db, ['thumbnails', 'assetUses'], async () => {
      if ((await db.assetUses.get(hash)) === undefined) return err({ kind: 'not-found' });
      await db.thumbnails.put({ hash, mimeType: thumbnail.type, bytes, madeAt: now() });
      if ((await db.thumbnails.count()) <= MOST) return ok(undefined);
      const oldest = await db.thumbnails.orderBy('madeAt').limit(STEP).primaryKeys();
      await db.thumbnails.bulkDelete(oldest);
      return ok(undefined);
    });
  },
});
