import { hash as hashOf } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ExpressionBuilder } from 'kysely';
import { HOUR_MS } from '../../../src/domain/time';
import type { Session, Unit } from '../database/session';
import { insertStatement, slot, statement } from '../database/statement';
import type { BlobHash } from '../schema/ids';
import type { Tables } from '../schema/tables';
import { packed, unpacked, unpackedParts } from './packed-bytes';

/** The most blobs that one transaction deletes. */
const GARBAGE_BATCH = 200;
/** Bytes that no bookmark uses are deleted after this time. */
const UNUSED_BLOB_GRACE_MS = HOUR_MS;

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

/** The size of a piece. A reader has one in memory. */
export const BLOB_PIECE_BYTES = 256 * 1024;
/** Pieces that are written before other requests get a turn. */
const PARTS_PER_TURN = 16;

/** Inserts a blob, unless another transaction just has. Returns a row if it did. */
const insertBlob = statement<
  { hash: BlobHash },
  [hash: BlobHash, size: number, stored: number, at: number]
>((db) =>
  db
    .insertInto('blobs')
    .values({
      hash: slot<BlobHash>(0),
      size: slot<number>(1),
      stored_size: slot<number>(2),
      kept_at: slot<number>(3),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash'),
);
const insertPart = insertStatement<Tables['blob_parts']>('blob_parts');

/**
 * Stores bytes, if they are not stored yet. A bookmark must refer to them within half an hour. Nothing
 * is written if they were stored a short time ago.
 */
export async function storeBlob(unit: Unit, { hash, bytes, size }: PackedBlob): Promise<void> {
  const stored = await unit.db
    .selectFrom('blobs')
    .select('kept_at')
    .where('hash', '=', hash)
    // Locked, so that they are not collected at the same time.
    .$if(unit.engine.locksRows, (query) => query.forKeyShare())
    .executeTakeFirst();
  if (stored && stored.kept_at > unit.now() - UNUSED_BLOB_GRACE_MS / 2) return;
  const inserted = stored ? [] : await insertBlob(unit, hash, size, bytes.byteLength, unit.now());
  if (inserted.length === 0) {
    const kept = { kept_at: unit.now() };
    await unit.db.updateTable('blobs').set(kept).where('hash', '=', hash).execute();
    return;
  }
  // Empty bytes have one part, too.
  for (let part = 0; part === 0 || part * BLOB_PIECE_BYTES < bytes.byteLength; part += 1) {
    const piece = bytes.subarray(part * BLOB_PIECE_BYTES, (part + 1) * BLOB_PIECE_BYTES);
    await insertPart(unit, { hash, part, bytes: piece });
    if (part % PARTS_PER_TURN === PARTS_PER_TURN - 1) await nextTurn();
  }
}

/** Reads the bytes of those hashes that are stored. */
export async function bytesOfMany(
  { db, engine }: Pick<Session, 'db' | 'engine'>,
  hashes: readonly BlobHash[],
): Promise<ReadonlyMap<BlobHash, Uint8Array>> {
  const rows = await db
    .selectFrom('blobs')
    .innerJoin('blob_parts as p', 'p.hash', 'blobs.hash')
    .select(['p.hash', 'p.bytes', 'blobs.size'])
    .where(engine.isAmong('p.hash', hashes))
    .orderBy('p.hash')
    .orderBy('p.part')
    .execute();
  const found = new Map<BlobHash, Uint8Array>();
  for (const [hash, parts] of Map.groupBy(rows, (row) => row.hash)) {
    const [first] = parts;
    if (first === undefined) continue;
    const stored = parts.length === 1 ? first.bytes : Buffer.concat(parts.map((row) => row.bytes));
    found.set(hash, await unpacked(stored, first.size));
  }
  return found;
}

/** Reads the bytes of a hash; null when they are not stored. */
export const blobBytesOf = async (session: Session, hash: BlobHash): Promise<Uint8Array | null> =>
  (await bytesOfMany(session, [hash])).get(hash) ?? null;

const findPart = statement<{ bytes: Uint8Array }, [hash: BlobHash, part: number]>((db) =>
  db
    .selectFrom('blob_parts')
    .select('bytes')
    .where('hash', '=', slot<BlobHash>(0))
    .where('part', '=', slot<number>(1)),
);

/**
 * Returns the bytes of a hash in pieces, each of which is read when it is asked for; null when they are
 * not stored.
 */
export async function blobPiecesOf(
  session: Session,
  hash: BlobHash,
): Promise<AsyncGenerator<Uint8Array> | null> {
  const blob = await session.db
    .selectFrom('blobs')
    .select(['size', 'stored_size'])
    .where('hash', '=', hash)
    .executeTakeFirst();
  if (blob === undefined) return null;
  const parts = storedParts(session, hash, Math.ceil(blob.stored_size / BLOB_PIECE_BYTES));
  return blob.stored_size === blob.size ? parts : unpackedParts(parts);
}

async function* storedParts(
  session: Session,
  hash: BlobHash,
  count: number,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < count; part += 1) {
    const [found] = await findPart(session, hash, part);
    if (found === undefined) throw new Error('A part of a file is missing');
    yield found.bytes;
  }
}

/** Deletes a batch of blobs that no bookmark has used for an hour. Returns their number. */
export const collectGarbage = (unit: Unit): Promise<number> =>
  removeUnused(unit, { storedBefore: unit.now() - UNUSED_BLOB_GRACE_MS });

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
