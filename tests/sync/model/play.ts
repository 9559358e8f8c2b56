import { expect } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/domain';
import { address, page, value } from '../../library/library';
import { type Device, keyOf, type World } from '../support/world';
import { type Action, DEVICES, type History } from './history';
import { createKillable, type Killable } from './killable';
import type { Mutant } from './mutants';
import { createNetwork, type Network } from './network';
import { playLabelHere, playLabelThere } from './play-labels';

/** What people asked for, by page: what the end is held against. */
export interface Asked {
  readonly titles: { readonly key: string; readonly title: string; readonly device: number }[];
  readonly labels: { readonly key: string; readonly label: string }[];
  readonly unlabelled: Set<string>;
  /** Labels that were removed and are asked for again: whether they are there depends on who was last. */
  readonly disputed: Set<string>;
  readonly saved: Set<string>;
  /** Pages that somebody deleted, here or there. */
  readonly deleted: Set<string>;
}

/** Devices of one person with a bad network and workers that end at any time. */
export interface Players {
  readonly world: World;
  readonly devices: readonly Device[];
  readonly networks: readonly Network[];
  readonly workers: readonly Killable[];
  readonly asked: Asked;
}

export async function startPlayers(
  world: World,
  { aheadMs }: History,
  { library = (itself) => itself, through: behind = (direct) => direct }: Mutant = {},
): Promise<Players> {
  const networks = Array.from({ length: DEVICES }, createNetwork);
  const workers = Array.from({ length: DEVICES }, createKillable);
  const devices: Device[] = [];
  for (const [at, ahead] of aheadMs.entries()) {
    const [network, worker] = [networks[at]!, workers[at]!];
    const through: Network['through'] = (fetch) => worker.through(network.through(behind(fetch)));
    devices.push(
      await world.device({
        through,
        library: (itself) => library(worker.library(itself)),
        aheadMs: ahead,
      }),
    );
  }
  const asked: Asked = {
    ...{
      titles: [],
      labels: [],
      unlabelled: new Set(),
      disputed: new Set(),
      saved: new Set(),
      deleted: new Set(),
    },
  };
  return { world, devices, networks, workers, asked };
}

const PARAGRAPH = '<p>The harbour froze in January.</p>';

/** Does one action; `n` is its number, of which new names are made. */
export async function play(players: Players, action: Action, n: number): Promise<void> {
  const { world } = players;
  world.advance(1);
  switch (action.kind) {
    case 'work':
      return world.work();
    case 'wait':
      return world.advance(action.ms);
    case 'deliver':
      for (const network of players.networks) await network.deliver();
      return;
    case 'create-there':
    case 'edit-there':
    case 'delete-there':
      return playThere(players, action, n);
    case 'rename-label':
    case 'delete-label':
      return playLabelHere(players, action, n);
    case 'rename-label-there':
    case 'delete-label-there':
      return playLabelThere(players, action, n);
    case 'round':
      return playRound(players, action);
    default:
      return playHere(players, action, n);
  }
}

async function playRound(
  { devices, networks, workers }: Players,
  action: Action & { kind: 'round' },
) {
  const at = action.device;
  networks[at]!.plan(action.faults);
  await workers[at]!.run(() => devices[at]!.round(), action.end);
  networks[at]!.plan([]);
}

type Here = Extract<
  Action,
  { kind: 'save' | 'title' | 'label' | 'unlabel' | 'flag' | 'read' | 'trash' | 'restore' }
>;

async function playHere({ devices, asked }: Players, action: Here, n: number): Promise<void> {
  const { bookmarks } = devices[action.device]!.library;
  const key = keyOf(action.url);
  if (action.kind === 'save') {
    asked.saved.add(key);
    const { url } = action;
    const saved = action.hasArticle
      ? page({ url, title: `Page`, html: PARAGRAPH })
      : address({ url, title: 'Tab' });
    value(await bookmarks.save(saved));
    return;
  }
  const found = await bookmarks.findByUrlKey(key);
  if (found === null) return;
  const { id } = found;
  switch (action.kind) {
    case 'title':
      asked.titles.push({ key, title: `T${n}`, device: action.device });
      value(await bookmarks.edit(id, { title: `T${n}` }));
      return;
    case 'label':
      asked.labels.push({ key, label: `l${n}` });
      value(await bookmarks.edit(id, { addLabels: [`l${n}`] }));
      return;
    case 'unlabel':
      for (const label of found.labels.slice(0, 1)) {
        asked.unlabelled.add(label);
        value(await bookmarks.edit(id, { removeLabels: [label] }));
      }
      return;
    case 'flag':
      value(
        await bookmarks.edit(id, {
          isFavourite: action.isFavourite,
          isArchived: action.isArchived,
        }),
      );
      return;
    case 'read':
      value(await bookmarks.edit(id, { readProgress: action.readProgress }));
      return;
    case 'trash':
      asked.deleted.add(key);
      value(await bookmarks.trash([id]));
      return;
    case 'restore':
      value(await bookmarks.restore([id]));
  }
}

async function playThere(
  { world, asked }: Players,
  { kind, url }: Action & { kind: 'create-there' | 'edit-there' | 'delete-there' },
  n: number,
): Promise<void> {
  const key = keyOf(url);
  const { bookmarks } = world.client;
  const there = (await world.bookmarks()).find((one) => keyOf(one.url) === key);
  if (kind === 'create-there') {
    // Whoever makes a second one there wants two.
    if (there !== undefined) return;
    asked.saved.add(key);
    value(await bookmarks.create({ url, title: `S${n}`, labels: [] }));
    return;
  }
  if (there === undefined) return;
  if (kind === 'delete-there') {
    asked.deleted.add(key);
    value(await bookmarks.delete(there.id));
    return;
  }
  asked.labels.push({ key, label: `s${n}` });
  value(await bookmarks.update(there.id, { add_labels: [`s${n}`] }));
}

/** So often everybody may sync until there must be nothing to do. */
const QUIET_TURNS = 10;

/** The network is good again, and everybody syncs until there is nothing to do. */
export async function quiet(players: Players): Promise<void> {
  for (const network of players.networks) await network.deliver();
  // What waits after a failure is due after an hour at the latest.
  for (let turn = 0; turn < QUIET_TURNS; turn += 1) {
    const waitMs = turn === 0 ? 2 * HOUR_MS : MINUTE_MS;
    if (!(await hasChanged(players, waitMs)) && turn > 0) return;
  }
  expect.fail(`not quiet after ${QUIET_TURNS} turns`);
}

/** Lets each device sync; whether any of them had more to do than to ask what is new. */
async function hasChanged({ world, devices, networks, workers }: Players, waitMs: number) {
  const requests = () => networks.reduce((sum, network) => sum + network.requests(), 0);
  const before = requests();
  for (const [at, device] of devices.entries()) {
    await workers[at]!.run(() => device.round(), null);
    await world.work();
    world.advance(waitMs);
  }
  return requests() - before > devices.length;
}
