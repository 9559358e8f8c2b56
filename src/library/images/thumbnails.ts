import type { AssetHash } from '../../domain/bookmark';
import { err, ok } from '../../domain/result';
import { commit, type Written } from '../database/commit';
import { repository } from '../database/store';

/** About 50 MB. */
const MAX_THUMBNAILS = 5_000;
/** The oldest ones are removed together. */
const STEP = 500;

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
      const oldest = await db.thumbnails.orderBy('madeAt').limit(STEP).primaryKeys();
      await db.thumbnails.bulkDelete(oldest);
      return ok(undefined);
    });
  },
});
