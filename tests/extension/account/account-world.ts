import { afterEach, beforeEach, expect } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { ok } from '../../../src/domain';
import { type Accounts, createAccounts } from '../../../src/extension/account/accounts';
import type { Library } from '../../../src/library';
import { type AccountStatus, originPatternOf, type Problem } from '../../../src/service';
import { DATABASES } from '../../server/storage/support/databases';
import { decide } from '../../server/support/oauth';
import { quick, type RealServer, startReal } from '../../service/support/real-server';
import { type FakeAccountBrowser, fakeAccountBrowser } from './fake-browser';

/** How long is waited for what comes by itself: long, for a machine that does much else. */
export const SOON = { interval: 5 };

export const PASSWORD = 'correct horse battery';

/** Accounts over a fake browser, with the companion server at the other end; anew for each test. */
export interface AccountWorld {
  readonly real: RealServer;
  readonly user: UserRow;
  readonly fake: FakeAccountBrowser;
  /** The accounts of the worker that runs now. */
  readonly accounts: Accounts;
  /** The worker is ended, wherever it is, and another one starts. */
  restart(): Accounts;
  /** Asks as a page does; the value of the answer. */
  ask(name: string, request?: object): Promise<unknown>;
  /** Allows the server's origin and finds it. */
  find(address?: string): Promise<unknown>;
  /** As pages read it. */
  status(): Promise<AccountStatus>;
  /** Signs in with a token of that person. */
  signInAs(user: UserRow): Promise<void>;
  /** What the person does in the window: answers the page of consent. */
  decideInWindow(granted: boolean): (url: string) => Promise<string>;
  /** Lets what sleeps go on, as if its time had passed. */
  wake(): void;
  /** Names of libraries that were put in use or removed, in this order. */
  readonly used: (string | null)[];
  readonly removed: (string | null)[];
  /** The hosts that were asked anything, each once. */
  readonly hosts: readonly string[];
  /** Cuts the line to the server, or mends it. */
  online: boolean;
  /** Answers in the place of the server; null: the server does. */
  instead: ((path: string) => Response | null) | null;
  /** Happens when a library is removed. */
  onRemove: () => Promise<void>;
}

export function useAccounts(): AccountWorld {
  let real: RealServer;
  let user: UserRow;
  let fake: FakeAccountBrowser;
  let accounts: Accounts;
  let life: AbortController;
  let sleepers: (() => void)[] = [];
  let made = 0;
  const world = {
    used: [] as (string | null)[],
    removed: [] as (string | null)[],
    hosts: [] as string[],
    online: true,
    instead: null as AccountWorld['instead'],
    onRemove: async () => {},
  };

  const start = () => {
    life?.abort();
    const controller = new AbortController();
    life = controller;
    const isOver = () => controller.signal.aborted;
    // Of a worker that was ended nothing is heard any more.
    const never = new Promise<never>(() => {});
    accounts = createAccounts({
      browser: fake.browser,
      loadFile: fake.loadFile,
      libraries: {
        open: async () => ok({ unsent: { count: async () => 3 } } as unknown as Library),
        async remove(name) {
          await world.onRemove();
          world.removed.push(name);
        },
        use: (name) => void world.used.push(name),
      },
      transport: {
        ...quick,
        now: () => real.t.server.now(),
        sleep: (ms, signal) =>
          new Promise((resolve) => {
            const go = () => {
              real.t.advance(ms);
              if (!isOver()) resolve();
            };
            sleepers.push(go);
            signal?.addEventListener('abort', () => resolve(), { once: true });
          }),
        fetch: async (input, init) => {
          if (isOver()) return never;
          if (!world.online) throw new TypeError('Failed to fetch');
          const address = typeof input === 'object' && 'url' in input ? input.url : input;
          const { host, pathname } = new URL(address);
          if (!world.hosts.includes(host)) world.hosts.push(host);
          const instead = world.instead?.(pathname);
          if (instead) return instead;
          const response = await fetch(input, init);
          return isOver() ? never : response;
        },
      },
      app: async () => ({
        name: 'Leafmark',
        uri: 'https://app.example/',
        softwareId: 'e0e0f4a0',
        softwareVersion: '1.0',
      }),
      newId: () => {
        made += 1;
        return `id-${made}`;
      },
    });
    return accounts;
  };

  beforeEach(async () => {
    real = await startReal(DATABASES[0][1]);
    user = await real.t.addUser('ada', { password: PASSWORD });
    fake = fakeAccountBrowser();
    Object.assign(world, {
      used: [],
      removed: [],
      hosts: [],
      online: true,
      onRemove: async () => {},
    });
    world.instead = null;
    sleepers = [];
    start();
  });
  afterEach(async () => {
    life.abort();
    await real.stop();
  });

  const ask = async (name: string, request: object = {}) => {
    const reply = await accounts.answer(name, request);
    if (!reply.ok) throw new Error(JSON.stringify(reply.error));
    // No secret is ever in an answer to a page.
    expect(JSON.stringify(reply)).not.toMatch(/"token"/);
    return reply.value;
  };
  const find = async (address = real.base) => {
    const pattern = originPatternOf(real.base);
    const allowed = fake.origins.has(pattern) ? [] : [pattern];
    fake.origins.add(pattern);
    return ask('findServer', { address, headers: '', allowed });
  };
  const status = async () =>
    JSON.parse(fake.local.kept.get('accountStatus') ?? 'null') as AccountStatus;

  return {
    get real() {
      return real;
    },
    get user() {
      return user;
    },
    get fake() {
      return fake;
    },
    get accounts() {
      return accounts;
    },
    get used() {
      return world.used;
    },
    get removed() {
      return world.removed;
    },
    get hosts() {
      return world.hosts;
    },
    get online() {
      return world.online;
    },
    set online(isOnline) {
      world.online = isOnline;
    },
    get instead() {
      return world.instead;
    },
    set instead(instead) {
      world.instead = instead;
    },
    set onRemove(onRemove: () => Promise<void>) {
      world.onRemove = onRemove;
    },
    restart: start,
    ask,
    find,
    status,
    async signInAs(person) {
      expect(await find()).toBeNull();
      const token = await real.t.tokenOf(person);
      expect(await ask('signIn', { way: 'token', token })).toBeNull();
    },
    decideInWindow: (granted) => async (url) => {
      const { pathname, search } = new URL(url);
      return (await decide(real.t, user, pathname + search, granted)).href;
    },
    wake() {
      for (const go of sleepers.splice(0)) go();
    },
  };
}

/** A problem of that kind, whatever else is said of it. */
export const problemOf = (kind: Problem['kind']) => expect.objectContaining({ kind });
