import { expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/domain';
import { createDecisions } from '../../../src/sync';
import { value } from '../../library/library';
import type { Player, Players } from './players';
import { answer, isStoppedByLoss } from './put-back';

/** So often everybody may sync until there must be nothing to do. */
const QUIET_TURNS = 12;
/** Collections are looked at no more often than that. */
const COLLECTIONS_MS = 10 * MINUTE_MS;

/** The network is good again, and everybody syncs until there is nothing to do. */
export async function quiet(players: Players): Promise<void> {
  for (const { network } of players.all) await network.deliver();
  for (const player of players.all) await tryAgain(player);
  // What waits after a failure is due after an hour at the latest.
  for (let turn = 0; turn < QUIET_TURNS; turn += 1) {
    const waitMs = turn === 0 ? 2 * HOUR_MS : COLLECTIONS_MS;
    if (!(await hasChanged(players, waitMs)) && turn > 0) return;
  }
  expect.fail(`not quiet after ${QUIET_TURNS} turns`);
}

/** What the server refused is sent once more, as a person asks for it. */
async function tryAgain({ device: { library } }: Player): Promise<void> {
  for (const { bookmarkId } of await library.sync.attention()) {
    value(await createDecisions(library).tryAgain(bookmarkId));
  }
  for (const { id } of await library.sync.waitingCollections()) {
    value(await createDecisions(library).collections.tryAgain(id));
  }
}

/** Lets each device sync; whether any had more to do than to ask what bookmarks and collections are new. */
async function hasChanged({ world, all }: Players, waitMs: number): Promise<boolean> {
  const requests = () => all.reduce((sum, { network }) => sum + network.requests(), 0);
  const before = requests();
  for (const { worker, device } of all) {
    const round = await worker.run(() => device.round());
    if (isStoppedByLoss(round)) await answer(device, 'send-back');
    else expect(round).toMatchObject({ kind: 'done' });
    await world.work();
    world.advance(waitMs);
  }
  return requests() - before > 2 * all.length + (await keepersOf(all));
}

/** How many keep a page on their device alone: they read what the server has of it while that is new. */
async function keepersOf(all: Players['all']): Promise<number> {
  const kept = await Promise.all(
    all.map(({ device }) => device.tables.shadows.filter((one) => one.serverId === null).count()),
  );
  return kept.filter((count) => count > 0).length;
}
