import { expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/domain';
import { createDecisions } from '../../../src/sync';
import { value } from '../../library/library';
import type { Player, Players } from './players';
import { answer, isStoppedByLoss } from './put-back';

/** So often everybody may sync until there must be nothing to do. */
const QUIET_TURNS = 12;

/** The network is good again, and everybody syncs until there is nothing to do. */
export async function quiet(players: Players): Promise<void> {
  for (const { network } of players.all) await network.deliver();
  for (const player of players.all) await tryAgain(player);
  // What waits after a failure is due after an hour at the latest.
  for (let turn = 0; turn < QUIET_TURNS; turn += 1) {
    const waitMs = turn === 0 ? 2 * HOUR_MS : MINUTE_MS;
    if (!(await hasChanged(players, waitMs)) && turn > 0) return;
  }
  expect.fail(`not quiet after ${QUIET_TURNS} turns`);
}

/** What the server refused is sent once more, as a person asks for it. */
async function tryAgain({ device: { library } }: Player): Promise<void> {
  for (const { bookmarkId } of await library.sync.attention()) {
    value(await createDecisions(library).tryAgain(bookmarkId));
  }
}

/** Lets each device sync; whether any of them had more to do than to ask what is new. */
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
  return requests() - before > all.length;
}
