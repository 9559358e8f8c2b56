import { DAY_MS } from '../../../src/domain/time';
import type { TestServer } from '../../server/support/test-server';
import { checkAgreement } from './agree';
import type { History } from './history';
import type { Mutant } from './mutants';
import { play } from './play';
import { startPlayers } from './players';
import { syncUntilSettled } from './sync-until-settled';

/** Plays a history and checks the final state against the expected one. */
export async function playHistory(
  server: TestServer,
  history: History,
  mutant?: Mutant,
  webApps?: number,
): Promise<void> {
  const players = await startPlayers(server, history, mutant, webApps);
  try {
    for (const [n, action] of history.actions.entries()) await play(players, action, n);
    await syncUntilSettled(players);
    if (players.isUnnoticed) {
      // A comparison is due after a week of a clock that may have been set back by six days.
      players.world.advance(14 * DAY_MS);
      await syncUntilSettled(players);
    }
    await checkAgreement(players);
  } finally {
    await players.end();
  }
}
