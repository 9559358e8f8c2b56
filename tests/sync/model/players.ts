import { MINUTE_MS } from '../../../src/domain';
import type { TestServer } from '../../server/support/test-server';
import { type Device, type Fetch, PATIENCE_MS, startWorld, type World } from '../support/world';
import { type Backups, createBackups } from './backups';
import { DEVICES, type History } from './history';
import { createKillable, type Killable } from './killable';
import type { Mutant } from './mutants';
import { createNetwork, type Network } from './network';
import { holdPatience } from './patience';

/** What people asked for, by page: what the end is held against. */
export interface Asked {
  readonly titles: { readonly key: string; readonly title: string; readonly device: number }[];
  readonly labels: { readonly key: string; readonly label: string }[];
  readonly unlabelled: Set<string>;
  /** Labels that were removed and are asked for again: whether they are there depends on who was last. */
  readonly disputed: Set<string>;
  /** Labels of pages that were given anew to a server that was put back: those who were away have them. */
  readonly united: Set<string>;
  readonly saved: Set<string>;
  /** Pages that somebody deleted, here or there, or whose changes somebody gave up. */
  readonly letGo: Set<string>;
  /** Pages that somebody made one with another: that one stands for them, unless others did the reverse. */
  readonly joined: Set<string>;
  readonly collections: AskedCollections;
}

/** What people asked for of collections, each known by its filter for authors, which nobody edits. */
interface AskedCollections {
  readonly made: Set<string>;
  /** Of which somebody edited one of two that were the same: neither is taken for a repeat then. */
  readonly twins: Set<string>;
  readonly edits: {
    readonly author: string;
    readonly field: 'name' | 'search';
    readonly value: string;
    readonly device: number;
  }[];
  readonly deleted: Set<string>;
}

/** One of a person's devices, with a bad network and workers that end at any time. */
export interface Player {
  readonly device: Device;
  readonly network: Network;
  readonly worker: Killable;
  /** How far its clock is ahead. */
  aheadMs: number;
}

export interface Players {
  readonly world: World;
  readonly all: readonly Player[];
  /** null: the server is shared, and nobody puts it back. */
  readonly backups: Backups | null;
  readonly asked: Asked;
  /** Whether somebody was away when the server was put back, and may not know of it for a week. */
  wasAway: boolean;
  end(): Promise<void>;
}

/** As a person of their own on `server`; on a server of their own where it is put back in time. */
export async function startPlayers(
  server: TestServer,
  { aheadMs, actions }: History,
  { library = (itself) => itself, through: behind = (direct) => direct }: Mutant = {},
): Promise<Players> {
  const backUpAt = actions.findIndex(({ kind }) => kind === 'back-up');
  const restoreAt = actions.findLastIndex(({ kind }) => kind === 'restore-there');
  const isPutBack = backUpAt !== -1 && backUpAt < restoreAt;
  const world = await startWorld(isPutBack ? undefined : server);
  const patience = holdPatience();
  const backups = isPutBack ? createBackups(world) : null;
  const outwait = () => {
    world.advance(PATIENCE_MS);
    patience.end();
  };
  /** Articles are long in coming, so that the round has something else to do before they are here. */
  const slowly =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      if ((await request.clone().text()).includes('with_html')) world.advance(MINUTE_MS);
      return fetch(request);
    };
  const startPlayer = async (ahead: number): Promise<Player> => {
    const [network, worker] = [createNetwork(outwait), createKillable()];
    const clock = { aheadMs: ahead };
    const device = await world.device({
      through: (fetch) => worker.through(network.through(behind(slowly(fetch)))),
      library: (itself) => library(worker.library(itself)),
      aheadMs: () => clock.aheadMs,
    });
    return Object.assign(clock, { device, network, worker });
  };
  const all: Player[] = [];
  for (const at of Array.from({ length: DEVICES }).keys())
    all.push(await startPlayer(aheadMs[at]!));
  return {
    ...{ world, all, backups, wasAway: false },
    asked: {
      ...{ titles: [], labels: [], unlabelled: new Set(), disputed: new Set() },
      ...{ united: new Set(), saved: new Set(), letGo: new Set(), joined: new Set() },
      collections: { made: new Set(), twins: new Set(), edits: [], deleted: new Set() },
    },
    async end() {
      patience.restore();
      backups?.remove();
      await world.end();
    },
  };
}
