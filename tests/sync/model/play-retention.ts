import { DAY_MS, unixMs } from '../../../src/domain/time';
import { value } from '../../library/library';
import type { Action } from './actions';
import { notePurged, type Players } from './players';
import { syncUntilSettled } from './sync-until-settled';

/**
 * Lets the time pass for which the trash and the journal are promised. What they have before may go
 * after that. All devices have synced then, because two saves further apart are both wanted.
 */
export async function passWeeks(players: Players): Promise<void> {
  await syncUntilSettled(players);
  for (const [at, { device, pastJournal }] of players.all.entries()) {
    pastJournal.push(...(await device.tables.journal.toArray()));
    const trash = await device.tables.bookmarks.filter((row) => row.trashedAt !== null).toArray();
    for (const { urlKey } of trash) notePurged(players.expected, urlKey, at);
  }
  players.world.advance(31 * DAY_MS);
}

/** Removes on a device what it no longer has to keep, at its time or while its clock is ahead. */
export async function playExpiry(
  { all, world }: Players,
  { device: at, jumpMs }: Action & { kind: 'expire' },
): Promise<void> {
  const { device, aheadMs } = all[at]!;
  value(await device.library.storage.expire(unixMs(world.now() + aheadMs + jumpMs)));
}
