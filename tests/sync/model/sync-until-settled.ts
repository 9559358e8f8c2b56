import { expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/domain/time';
import { createDecisions } from '../../../src/sync';
import { value } from '../../library/library';
import { tryHighlightsAgain } from './play-highlights';
import type { Player, Players } from './players';
import { answer, isStoppedByLoss } from './restore-backup';

/** The number of turns after which no device may have anything left to sync. */
const MAX_TURNS = 12;
/** The interval between two lists of collections, in milliseconds. */
const COLLECTIONS_MS = 10 * MINUTE_MS;

/**
 * Delivers late requests and syncs all devices without faults until none has anything left to do.
 */
export async function syncUntilSettled(players: Players): Promise<void> {
  for (const { network } of players.all) {
    network.cut(null);
    await network.deliver();
  }
  for (const player of players.all) await tryAgain(player);
  // A change that failed is due again after an hour at the latest.
  for (let turn = 0; turn < MAX_TURNS; turn += 1) {
    const waitMs = turn === 0 ? 2 * HOUR_MS : COLLECTIONS_MS;
    if (!(await hasChanged(players, waitMs)) && turn > 0) return;
  }
  expect.fail(`not settled after ${MAX_TURNS} turns`);
}

/** Sends the refused changes again, as if a person had expected for it. */
async function tryAgain(player: Player): Promise<void> {
  const { library } = player.device;
  await tryHighlightsAgain(player);
  for (const { bookmarkId } of await library.sync.attention()) {
    value(await createDecisions(library).tryAgain(bookmarkId));
  }
  for (const { id } of await library.sync.waitingCollections()) {
    value(await createDecisions(library).collections.tryAgain(id));
  }
}

/**
 * Runs a round on each device. Returns true when a device made more requests than those that ask
 * for new bookmarks and collections.
 */
async function hasChanged({ world, all }: Players, waitMs: number): Promise<boolean> {
  const requests = () => all.reduce((sum, { network }) => sum + network.requests(), 0);
  const before = requests();
  for (const { worker, network, device } of all) {
    const round = await worker.run(() => device.round());
    network.endRound();
    if (isStoppedByLoss(round)) await answer(device, 'send-back');
    else expect(round).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(waitMs);
  }
  return requests() - before > 2 * all.length + (await devicesKeepingPages(all));
}

/**
 * The number of devices that keep a page on the device only. They read the server's version of it
 * while that change is recent.
 */
async function devicesKeepingPages(all: Players['all']): Promise<number> {
  const kept = await Promise.all(
    all.map(({ device }) => device.tables.shadows.filter((one) => one.serverId === null).count()),
  );
  return kept.filter((count) => count > 0).length;
}
