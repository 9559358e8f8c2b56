import { confirmedTime, type KnownClock, lookAtClock } from '../../domain/confirmed-clock';
import { ok } from '../../domain/result';
import { type UnixMs, unixMs } from '../../domain/time';
import { commit, type Written } from './commit';
import type { LibraryDatabase } from './schema';
import type { Store } from './store';

const readClock = async (db: LibraryDatabase): Promise<KnownClock | null> =>
  (await db.meta.get('clock'))?.clock ?? null;

/**
 * Looks at the clock of the device, and at another one if `other` is not null. Returns the time up to
 * which something may have expired.
 */
export const confirmTime = (
  { db }: Pick<Store, 'db'>,
  now: UnixMs,
  other: UnixMs | null,
): Written<UnixMs> =>
  commit(db, ['meta'], async () => {
    const known = await readClock(db);
    const clock = lookAtClock(known, now, other);
    if (!isSameClock(clock, known)) await db.meta.put({ key: 'clock', clock });
    return ok(confirmedTime(clock, now));
  });

const isSameClock = (one: KnownClock, other: KnownClock | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Returns the time up to which something may have expired. */
export const readConfirmedTime = async (db: LibraryDatabase, now: UnixMs): Promise<UnixMs> =>
  confirmedTime(await readClock(db), now);

/**
 * Returns the time at which something is deleted, inside a transaction over `meta`. It is never before
 * the confirmed time: what is deleted while the clock is behind would expire when the clock is right.
 */
export const deletionTime = async ({ db, now }: Pick<Store, 'db' | 'now'>): Promise<UnixMs> =>
  unixMs(Math.max(now(), (await readClock(db))?.confirmed ?? 0));
