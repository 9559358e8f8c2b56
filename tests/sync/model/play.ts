import { expect } from 'vitest';
import { createDecisions } from '../../../src/sync';
import { value } from '../../library/library';
import { keyOf } from '../support/world';
import type { Action } from './actions';
import { playRestoreOfOther, playSignOut } from './play-bundles';
import { playCapture, playReadOnServer, playReplaceOnServer, playUndoRenew } from './play-captures';
import { playCollectionOnDevice, playCollectionOnServer } from './play-collections';
import {
  playHighlightDecision,
  playHighlightOnDevice,
  playHighlightOnServer,
} from './play-highlights';
import { playImport, playUndoOfImport } from './play-imports';
import { playJoin } from './play-join';
import { playLabelOnDevice, playLabelOnServer } from './play-labels';
import { playRestore } from './play-libraries';
import { playOnMany, playUndoOfMany } from './play-many';
import { playOnDevice } from './play-on-device';
import { playOnServer } from './play-on-server';
import { passWeeks, playExpiry } from './play-retention';
import { playUndo } from './play-undo';
import type { Players } from './players';
import { notePossessions } from './possessions';
import { restoreBackup } from './restore-backup';
import { syncUntilSettled } from './sync-until-settled';

/** Does one action. `n` is its number and makes new names unique. */
export async function play(players: Players, action: Action, n: number): Promise<void> {
  const { world, all, backups } = players;
  world.advance(1);
  await notePossessions(players);
  switch (action.kind) {
    case 'work':
      return world.work();
    case 'wait':
      return world.advance(action.ms);
    case 'learn-notes':
      if (players.isReadeck) return;
      players.hasNotes = true;
      players.isUnnoticed = true;
      return;
    case 'deliver':
      for (const { network } of all) await network.deliver();
      return;
    case 'clock':
      all[action.device]!.aheadMs = action.aheadMs;
      return;
    case 'cut':
      return all[action.device]!.network.cut(action.isCut ? 'DELETE' : null);
    case 'back-up':
      // A repeated create may be there twice for a while on a server without idempotency. A backup
      // of that brings back what the devices have deleted since.
      if (backups === null || (await isAnyTwice(players))) return;
      return backups.make();
    case 'restore-backup':
      if (!backups?.isMade()) return;
      await syncUntilSettled(players);
      return restoreBackup(players, action.answers);
    case 'decide':
      return playDecision(players, action);
    case 'create-on-server':
    case 'edit-on-server':
    case 'note-on-server':
    case 'delete-on-server':
      return playOnServer(players, action, n);
    case 'import-file':
      return playImport(players, action, n);
    case 'undo-import':
      return playUndoOfImport(players, action);
    case 'sign-out':
      return playSignOut(players, action);
    case 'restore-other':
      return playRestoreOfOther(players, action);
    case 'pass-weeks':
      return passWeeks(players);
    case 'expire':
      return playExpiry(players, action);
    case 'change-all':
      return playOnMany(players, action, n);
    case 'undo-change':
      return playUndoOfMany(players, action);
    case 'undo':
      return playUndo(players, action);
    case 'join':
      return playJoin(players, action);
    case 'restore-file':
      return playRestore(players, action);
    case 'rename-label':
    case 'delete-label':
      return playLabelOnDevice(players, action, n);
    case 'rename-label-on-server':
    case 'delete-label-on-server':
      return playLabelOnServer(players, action, n);
    case 'create-collection':
    case 'edit-collection':
    case 'delete-collection':
      return playCollectionOnDevice(players, action, n);
    case 'create-collection-on-server':
    case 'edit-collection-on-server':
    case 'delete-collection-on-server':
      return playCollectionOnServer(players, action, n);
    case 'add-highlight':
    case 'edit-highlight':
    case 'delete-highlight':
      return playHighlightOnDevice(players, action, n);
    case 'decide-highlight':
      return playHighlightDecision(players, action);
    case 'add-highlight-on-server':
    case 'edit-highlight-on-server':
    case 'delete-highlight-on-server':
    case 'extract-again':
      return playHighlightOnServer(players, action, n);
    case 'capture':
    case 'renew':
    case 'save-address':
    case 'mark':
    case 'read-on':
      return playCapture(players, action, n);
    case 'undo-renew':
      return playUndoRenew(players, action);
    case 'read-on-server':
      return playReadOnServer(players, action, n);
    case 'replace-on-server':
      return playReplaceOnServer(players, action);
    case 'round':
      return playRound(players, action, n);
    default:
      return playOnDevice(players, action, n);
  }
}

async function isAnyTwice({ world }: Players): Promise<boolean> {
  const keys = (await world.bookmarks()).map(({ url }) => keyOf(url));
  return new Set(keys).size < keys.length;
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
    const meanwhile = { ...during.action, device: action.device };
    // The engine would treat an exception as a failed request.
    const work = () =>
      playMeanwhile(players, meanwhile, n).catch((error) => void errors.push(error));
    network.during(during.method, during.after, work);
  }
  const round = await worker.run(() => device.round(), action);
  network.endRound();
  if (errors.length > 0) throw errors[0];
  if (worker.wasFull() && round !== null) {
    expect(round, 'the round reports that there was no room').not.toMatchObject({ kind: 'done' });
  }
}

/** Does an action on a device, or a round of another one, while a request of its round is under way. */
function playMeanwhile(players: Players, action: Meanwhile, n: number): Promise<void> {
  switch (action.kind) {
    case 'other-round': {
      const device = (action.device + action.by) % players.all.length;
      const plain = { faults: [], full: null, during: null };
      return playRound(players, { kind: 'round', device, end: action.end, ...plain }, n);
    }
    case 'add-highlight':
    case 'edit-highlight':
    case 'delete-highlight':
      return playHighlightOnDevice(players, action, n);
    case 'capture':
    case 'renew':
      return playCapture(players, action, n);
    default:
      return playOnDevice(players, action, n);
  }
}

type During = NonNullable<(Action & { kind: 'round' })['during']>['action'];
type Meanwhile = During & { readonly device: number };

/** Lets a person decide about the first change that the server refused. */
async function playDecision(
  { all, expected }: Players,
  { device: at, decision }: Action & { kind: 'decide' },
): Promise<void> {
  const { library, tables } = all[at]!.device;
  const [refused] = await library.sync.attention();
  if (refused === undefined) return;
  const row = await tables.bookmarks.get(refused.bookmarkId);
  if (decision !== 'tryAgain' && row !== undefined) expected.abandoned.add(row.urlKey);
  if (decision === 'discard' && row !== undefined) expected.purged.add(row.urlKey);
  value(await createDecisions(library)[decision](refused.bookmarkId));
}
