import { hash as hashOf } from 'node:crypto';
import { HOUR_MS } from '../../../src/domain/time';
import type { Session, Unit } from '../database/session';
import { slot, statement } from '../database/statement';
import type { BlobHash } from '../schema/ids';
import { packed, unpacked } from './packed-bytes';

/** The most blobs that one transaction deletes. */
const GARBAGE_BATCH = 200;
/** The time in which a bookmark must refer to new bytes. */
const GRACE_MS = HOUR_MS;

const keep = statement<never, [hash: BlobHash, bytes: Uint8Array, size: number, at: number]>((db) =>
  db
    .insertInto('blobs')
    .values({
      hash: slot<BlobHash>(0),
      bytes: slot<Uint8Array>(1),
      size: slot<number>(2),
      kept_at: slot<number>(3),
    })
    // The update locks the row, so that it is not collected at the same time.
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ kept_at: slot<number>(3) })),
);

/** Stores bytes by their hash, if they are not stored yet. */
export async function storeBlob(unit: Unit, bytes: Uint8Array): Promise<BlobHash> {
  const hash = hashOf('sha256', bytes, 'hex') as BlobHash; // A blob hash is the SHA-256 of its bytes.
  await keep(unit, hash, await packed(bytes), bytes.byteLength, unit.now());
  return hash;
}

/** Reads the bytes of a hash; null when they are not stored. */
export async function bytesOf({ db }: Session, hash: BlobHash): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('blobs')
    .select(['bytes', 'size'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row ? unpacked(row.bytes, row.size) : null;
}

/** Deletes a batch of blobs that no bookmark has used for an hour. Returns their number. */
export const collectGarbage = (unit: Unit): Promise<number> =>
  removeUnused(unit, unit.now() - GRACE_MS);

/**
 * Deletes a batch of blobs that were stored before that time and are not used. Returns their number.
 * @param among the hashes that are meant; without them all are
 */
export async function removeUnused(
  { db, engine }: Unit,
  storedBefore: number,
  among?: readonly BlobHash[],
): Promise<number> {
  const unused = await db
    .selectFrom('blobs')
    .select('hash')
    .where('kept_at', '<', storedBefore)
    .$if(among !== undefined, (query) => query.where(engine.isAmong('hash', among ?? [])))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('resources').select('hash').whereRef('resources.hash', '=', 'blobs.hash'),
        ),
      ),
    )
    .limit(GARBAGE_BATCH)
    // A transaction that stores them again at the same time goes first.
    .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
    .execute();
  const hashes = unused.map(({ hash }) => hash);
  if (hashes.length > 0) {
    await db.deleteFrom('blobs').where(engine.isAmong('hash', hashes)).execute();
  }
  return hashes.length;
}
