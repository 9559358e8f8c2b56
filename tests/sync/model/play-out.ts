import type { TestServer } from '../../server/support/test-server';
import { startWorld } from '../support/world';
import { checkAgreement } from './agree';
import type { History } from './history';
import type { Mutant } from './mutants';
import { play, quiet, startPlayers } from './play';

/** Plays a history as a person of their own, and holds the end against what was asked for. */
export async function playOut(
  server: TestServer,
  history: History,
  mutant?: Mutant,
): Promise<void> {
  const world = await startWorld(server);
  try {
    const players = await startPlayers(world, history, mutant);
    for (const [n, action] of history.actions.entries()) await play(players, action, n);
    await quiet(players);
    await checkAgreement(players);
  } finally {
    await world.end();
  }
}
