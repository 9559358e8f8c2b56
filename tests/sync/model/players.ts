import { MINUTE_MS } from '../../../src/domain/time';
import type { JournalRow } from '../../../src/library/database/sync-rows';
import type { TestServer } from '../../server/support/test-server';
import { asReadeck, withoutNotes } from '../support/annotated-server';
import {
  type Device,
  type Fetch,
  keyOf,
  startWorld,
  TIMEOUT_MS,
  type World,
} from '../support/world';
import { type Backups, createBackups } from './backups';
import type { History } from './history';
import { createKillable, type Killable } from './killable';
import type { Mutant } from './mutants';
import { createNetwork, type Network } from './network';
import type { OldPage } from './old-library';
import { DEVICES } from './rounds';
import { holdTimeouts } from './timeouts';

/** The changes that people asked for. The final state must contain them. */
export interface Expected {
  readonly titles: {
    readonly key: string;
    readonly title: string;
    readonly device: number;
    /** True if it is the page's own, which an undo has given back. A capture on the device replaces it. */
    readonly isOfPage?: boolean;
  }[];
  /** The notes of bookmarks. An empty one replaces those before it. */
  readonly notes: { readonly key: string; readonly note: string; readonly device: number }[];
  readonly labels: { readonly key: string; readonly label: string }[];
  /** Labels that were removed, after the key of their page if other pages keep them. */
  readonly unlabelled: Set<string>;
  /**
   * Labels that were removed and may be added again. Their final state depends on the order of
   * requests.
   */
  readonly disputed: Set<string>;
  /** Labels of pages that may return to a restored server from a device that was away. */
  readonly united: Set<string>;
  readonly saved: Set<string>;
  /**
   * Pages that somebody deleted, on a device or on the server, or whose changes somebody discarded.
   */
  readonly abandoned: Set<string>;
  /**
   * The state of pages that several devices restored from one file, and that nobody changed or saved
   * otherwise.
   */
  readonly old: Map<string, Pick<OldPage, 'isArchived' | 'isFavourite' | 'readProgress'>>;
  /** The devices, and other programs, that saved a page. */
  readonly savers: Map<string, Set<number | 'program'>>;
  /** Pages that somebody saved without their text. */
  readonly bare: Set<string>;
  /** The bookmarks that devices ever created on the server, by their page. */
  readonly created: Map<string, Set<string>>;
  /** Pages that somebody joined into another one. Either of the two may remain. */
  readonly joined: Set<string>;
  /** Pages that somebody brought back beside another one of their address. A person who does that wants both. */
  readonly twins: Set<string>;
  /** Pages that somebody deleted for good somewhere, or whose changes somebody discarded. */
  readonly purged: Set<string>;
  /** Labels, with their pages, that somebody deleted on the server before any device had seen them. */
  readonly deletedUnseen: Set<string>;
  /** The pages that each device has had, by the number of the device. */
  readonly possessions: Possessions[];
  readonly collections: ExpectedCollections;
  readonly highlights: ExpectedHighlights;
  readonly articles: ExpectedArticles;
}

/** The articles of pages, and the values that no capture and no join may make poorer. */
interface ExpectedArticles {
  /**
   * The captured texts, in their order. That of *Save* has no name. One that is much shorter than the
   * present one is not taken.
   */
  readonly captured: {
    readonly key: string;
    readonly text: string;
    readonly device: number;
    readonly isTaken: boolean;
  }[];
  /** Texts that a person has replaced on a device that showed them. */
  readonly replaced: Set<string>;
  /** Pages that somebody saved with a title. */
  readonly titled: Set<string>;
  readonly marked: { readonly key: string; readonly flag: 'isFavourite' | 'isArchived' }[];
  readonly read: { readonly key: string; readonly readProgress: number }[];
  /** The earliest date that a device has shown of each of its bookmarks, by `ofDevice`. */
  readonly earliest: Map<string, number>;
}

/** The changes of highlights that people asked for. A highlight is known by its page and text. */
interface ExpectedHighlights {
  readonly made: { readonly key: string; readonly name: string }[];
  readonly notes: {
    readonly key: string;
    readonly note: string;
    readonly device: number;
    readonly of: string;
  }[];
  readonly deleted: Set<string>;
  /** Pages of which somebody deleted a highlight, or a part of one, on the server. */
  readonly isDeletedThere: Set<string>;
  /** Highlights that another program made. A device may make the same one. */
  readonly ofOthers: Set<string>;
  /** Pages that the server has extracted again. */
  readonly isExtracted: Set<string>;
}

/**
 * The changes of collections that people asked for. A collection is known by its filter for
 * authors, which no action edits.
 */
interface ExpectedCollections {
  readonly made: Set<string>;
  /**
   * Authors of identical collections of which somebody edited one. Neither is a repeated create
   * then.
   */
  readonly twins: Set<string>;
  readonly edits: {
    readonly author: string;
    readonly field: 'name' | 'search';
    readonly value: string;
    readonly device: number;
  }[];
  readonly deleted: Set<string>;
}

/** The pages, by their keys, that a device has had, those with an article, and those deleted for good there. */
interface Possessions {
  readonly pages: Set<string>;
  readonly articles: Set<string>;
  readonly purged: Set<string>;
}

/** Returns true if somebody removed a label from a page, or from all pages. */
export const isUnlabelled = ({ unlabelled }: Expected, key: string, label: string): boolean =>
  unlabelled.has(label) || unlabelled.has(`${key} ${label}`);

/** Notes that a person deleted a page for good on a device. */
export function notePurged({ purged, possessions }: Expected, key: string, at: number): void {
  purged.add(key);
  possessions[at]!.purged.add(key);
}

/** Notes that a device or another program saved a page. */
export function noteSaved({ saved, savers }: Expected, key: string, by: number | 'program'): void {
  saved.add(key);
  savers.set(key, new Set(savers.get(key)).add(by));
}

/** Returns what the journals of a device list, or have listed as long as is promised. */
export async function journalOf({ device, pastJournal }: Player): Promise<readonly JournalRow[]> {
  return [...pastJournal, ...(await device.tables.journal.toArray())];
}

/** One of a person's devices, with a network that has faults and workers that end at any time. */
export interface Player {
  /** Another one after its person has signed in again. */
  device: Device;
  /** The entries that its journal has listed until its time had passed, or until its person signed out. */
  readonly pastJournal: JournalRow[];
  /** Returns a device in its place with an empty library. */
  readonly signIn: () => Promise<Device>;
  readonly network: Network;
  readonly worker: Killable;
  /** The difference between its clock and the server's, in milliseconds. */
  aheadMs: number;
}

export interface Players {
  readonly world: World;
  readonly all: readonly Player[];
  /** Null means that the server is shared and never restored. */
  readonly backups: Backups | null;
  readonly expected: Expected;
  readonly isReadeck: boolean;
  /** The clocks of all devices show the time of the server throughout. */
  readonly hasTrueClocks: boolean;
  /** The server has a place for notes. It may learn that, and Readeck's does not. */
  hasNotes: boolean;
  /** A device may not notice for a week what the server has lost or learnt. */
  isUnnoticed: boolean;
  end(): Promise<void>;
}

/**
 * Starts the devices of one person: as another account on `server`, or on a new server when the
 * history restores a backup. `webApps` of them are the web app.
 */
export async function startPlayers(
  server: TestServer,
  { aheadMs, actions, isReadeck }: History,
  { library = (itself) => itself, through: behind = (direct) => direct }: Mutant = {},
  webApps = 0,
): Promise<Players> {
  const backUpAt = actions.findIndex(({ kind }) => kind === 'back-up');
  const restoreAt = actions.findLastIndex(({ kind }) => kind === 'restore-backup');
  const isPutBack = backUpAt !== -1 && backUpAt < restoreAt;
  const world = await startWorld(isPutBack ? undefined : server);
  const timeouts = holdTimeouts();
  const backups = isPutBack ? createBackups(world) : null;
  const timeOut = () => {
    world.advance(TIMEOUT_MS);
    timeouts.expire();
  };
  /**
   * Lets a minute pass for each request for articles, so that the round does other work meanwhile.
   */
  const withSlowArticles =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      if ((await request.clone().text()).includes('with_html')) world.advance(MINUTE_MS);
      return fetch(request);
    };
  const created: Expected['created'] = new Map();
  const withCreates =
    (fetch: Fetch): Fetch =>
    async (input, init) => {
      const request = new Request(input, init);
      const sent = await request.clone().text();
      const answer = await fetch(request);
      const id = answer.headers.get('Bookmark-Id');
      const isCreate = request.method === 'POST' && request.url.endsWith('/bookmarks');
      if (!isCreate || !answer.ok || id === null) return answer;
      const [, url = ''] = /(?:"url":"|name="url"\r\n\r\n)([^"\r]+)/.exec(sent) ?? [];
      created.set(keyOf(url), new Set(created.get(keyOf(url))).add(id));
      return answer;
    };
  const notes = { hasNotes: !isReadeck && actions.every(({ kind }) => kind !== 'learn-notes') };
  const withSomeNotes =
    (fetch: Fetch): Fetch =>
    (input, init) =>
      (notes.hasNotes ? fetch : withoutNotes(fetch))(input, init);
  const behave = isReadeck ? asReadeck : withSomeNotes;
  const startPlayer = async (ahead: number, isWebApp: boolean): Promise<Player> => {
    const [network, worker] = [createNetwork(timeOut), createKillable()];
    const clock = { aheadMs: ahead };
    const signIn = () =>
      world.device({
        through: (fetch) =>
          worker.through(network.through(behind(withSlowArticles(behave(withCreates(fetch)))))),
        library: (itself) => library(worker.library(itself)),
        aheadMs: () => clock.aheadMs,
        isWebApp,
      });
    const device = await signIn();
    return Object.assign(clock, { device, signIn, pastJournal: [], network, worker });
  };
  const all: Player[] = [];
  for (const at of Array.from({ length: DEVICES }).keys())
    all.push(await startPlayer(aheadMs[at]!, at < webApps));
  const players: Omit<Players, 'hasNotes'> = {
    world,
    all,
    backups,
    isReadeck,
    hasTrueClocks: aheadMs.every((ms) => ms === 0) && actions.every(({ kind }) => kind !== 'clock'),
    isUnnoticed: false,
    expected: {
      titles: [],
      notes: [],
      labels: [],
      unlabelled: new Set(),
      disputed: new Set(),
      united: new Set(),
      saved: new Set(),
      abandoned: new Set(),
      twins: new Set(),
      joined: new Set(),
      purged: new Set(),
      deletedUnseen: new Set(),
      possessions: all.map(() => ({ pages: new Set(), articles: new Set(), purged: new Set() })),
      old: new Map(),
      savers: new Map(),
      bare: new Set(),
      created,
      articles: {
        captured: [],
        replaced: new Set(),
        titled: new Set(),
        marked: [],
        read: [],
        earliest: new Map(),
      },
      collections: { made: new Set(), twins: new Set(), edits: [], deleted: new Set() },
      highlights: {
        made: [],
        notes: [],
        deleted: new Set(),
        isDeletedThere: new Set(),
        ofOthers: new Set(),
        isExtracted: new Set(),
      },
    },
    async end() {
      timeouts.restore();
      backups?.remove();
      await world.end();
    },
  };
  return Object.assign(notes, players);
}
