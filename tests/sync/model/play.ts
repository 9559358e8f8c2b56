import { expect } from 'vitest';
import { createDecisions } from '../../../src/sync';
import { value } from '../../library/library';
import type { Action } from './history';
import { playCollectionHere, playCollectionThere } from './play-collections';
import { playHere } from './play-here';
import { playJoin } from './play-join';
import { playLabelHere, playLabelThere } from './play-labels';
import { playThere } from './play-there';
import type { Players } from './players';
import { putBack } from './put-back';
import { quiet } from './quiet';

/** Does one action; `n` is its number, of which new names are made. */
export async function play(players: Players, action: Action, n: number): Promise<void> {
  const { world, all, backups } = players;
  world.advance(1);
  switch (action.kind) {
    case 'work':
      return world.work();
    case 'wait':
      return world.advance(action.ms);
    case 'deliver':
      for (const { network } of all) await network.deliver();
      return;
    case 'clock':
      all[action.device]!.aheadMs = action.aheadMs;
      return;
    case 'back-up':
      return backups?.make();
    case 'restore-there':
      if (!backups?.isMade()) return;
      await quiet(players);
      return putBack(players, action.answers);
    case 'decide':
      return playDecision(players, action);
    case 'create-there':
    case 'edit-there':
    case 'delete-there':
      return playThere(players, action, n);
    case 'join':
      return playJoin(players, action);
    case 'rename-label':
    case 'delete-label':
      return playLabelHere(players, action, n);
    case 'rename-label-there':
    case 'delete-label-there':
      return playLabelThere(players, action, n);
    case 'collect':
    case 'edit-collection':
    case 'delete-collection':
      return playCollectionHere(players, action, n);
    case 'collect-there':
    case 'edit-collection-there':
    case 'delete-collection-there':
      return playCollectionThere(players, action, n);
    case 'round':
      return playRound(players, action, n);
    default:
      return playHere(players, action, n);
  }
}

async function playRound(
  players: Players,
  action: Action & { kind: 'round' },
  n: number,
): Promise<void> {
  const { device, network, worker } = players.all[action.device]!;
  network.plan(action.faults);
  const errors: unknown[] = [];
  const { during } = action;
  if (during !== null) {
    const here = { ...during.action, device: action.device };
    // The engine would take an exception for a failed request.
    const work = () => playHere(players, here, n).catch((error) => void errors.push(error));
    network.during(during.method, work);
  }
  const round = await worker.run(() => device.round(), action);
  network.plan([]);
  if (errors.length > 0) throw errors[0];
  if (worker.wasFull() && round !== null) {
    expect(round, 'no room, and nothing said').not.toMatchObject({ kind: 'done' });
  }
}

/** What a person does about the first that the server refused. */
async function playDecision(
  { all, asked }: Players,
  { device: at, decision }: Action & { kind: 'decide' },
): Promise<void> {
  const { library, tables } = all[at]!.device;
  const [refused] = await library.sync.attention();
  if (refused === undefined) return;
  const row = await tables.bookmarks.get(refused.bookmarkId);
  if (decision !== 'tryAgain' && row !== undefined) asked.letGo.add(row.urlKey);
  value(await createDecisions(library)[decision](refused.bookmarkId));
}
