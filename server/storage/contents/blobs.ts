import { hash as hashOf } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import { HOUR_MS } from '../../../src/domain/time';
import type { Session, Unit } from '../database/session';
import { slot, statement } from '../database/statement';
import type { BlobHash } from '../schema/ids';
import type { Tables } from '../schema/tables';
import { packed, unpacked } from './packed-bytes';

/** The most blobs that one transaction deletes. */
const GARBAGE_BATCH = 200;
/** Bytes that no bookmark uses are deleted after this time. */
const GRACE_MS = HOUR_MS;

/** Bytes that are ready to be stored. */
export interface PackedBlob {
  readonly hash: BlobHash;
  readonly bytes: Uint8Array;
  /** The number of bytes before they were compressed. */
  readonly size: number;
}

/**
 * Compresses bytes, if that helps. Call it before a transaction, because other writers wait during
 * one.
 */
export const packBlob = async (bytes: Uint8Array): Promise<PackedBlob> => ({
  hash: hashOf('sha256', bytes, 'hex') as BlobHash, // A blob hash is the SHA-256 of its bytes.
  bytes: await packed(bytes),
  size: bytes.byteLength,
});

const keep = statement<never, [hash: BlobHash, bytes: Uint8Array, size: number, at: number]>((db) =>
  db
    .insertInto('blobs')
    .values({
      hash: slot<BlobHash>(0),
      bytes: slot<Uint8Array>(1),
      size: slot<number>(2),
      kept_at: slot<number>(3),
    })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ kept_at: slot<number>(3) })),
);

/**
 * Stores bytes, if they are not stored yet. A bookmark must refer to them within half an hour. Nothing
 * is written if they were stored a short time ago, because SQLite would read all of them to change
 * their row.
 */
export async function storeBlob(unit: Unit, { hash, bytes, size }: PackedBlob): Promise<void> {
  const stored = await unit.db
    .selectFrom('blobs')
    .select('kept_at')
    .where('hash', '=', hash)
    // Locked, so that they are not collected at the same time.
    .$if(unit.engine.locksRows, (query) => query.forKeyShare())
    .executeTakeFirst();
  if (stored && stored.kept_at > unit.now() - GRACE_MS / 2) return;
  await keep(unit, hash, bytes, size, unit.now());
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
  removeUnused(unit, { storedBefore: unit.now() - GRACE_MS });

const isUnused = ({ not, exists, selectFrom }: ExpressionBuilder<Tables, 'blobs'>) =>
  not(exists(selectFrom('resources').select('hash').whereRef('resources.hash', '=', 'blobs.hash')));

/** Deletes a batch of blobs that are not used. Returns their number. */
export async function removeUnused(
  { db, engine }: Unit,
  { storedBefore, among }: { readonly storedBefore?: number; readonly among?: readonly BlobHash[] },
): Promise<number> {
  const unused = await db
    .selectFrom('blobs')
    .select('hash')
    .where(isUnused)
    .$if(storedBefore !== undefined, (query) => query.where('kept_at', '<', storedBefore ?? 0))
    .$if(among !== undefined, (query) => query.where(engine.isAmong('hash', among ?? [])))
    .limit(GARBAGE_BATCH)
    // A transaction that stores them again at the same time goes first.
    .$if(engine.locksRows, (query) => query.forUpdate().skipLocked())
    .execute();
  const hashes = unused.map(({ hash }) => hash);
  if (hashes.length > 0) {
    // Another transaction may have begun to use them before the lock.
    const isAmong = engine.isAmong('hash', hashes);
    await db.deleteFrom('blobs').where(isAmong).where(isUnused).execute();
  }
  return hashes.length;
}
