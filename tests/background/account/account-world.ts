import { afterEach, beforeEach, expect } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { type Accounts, createAccounts } from '../../../src/background/account/accounts';
import { ok } from '../../../src/domain/result';
import { createAuthWindow } from '../../../src/extension/account/auth-window';
import { companionHandlers } from '../../../src/extension/account/companion';
import { createServerAccess } from '../../../src/extension/account/origin-permissions';
import type { Library } from '../../../src/library';
import { answerMessage, type Reply } from '../../../src/messages/message-table';
import { EXTENSION_MESSAGES, type ExtensionHandlers } from '../../../src/messages/messages';
import {
  type AccountStatus,
  originPatternOf,
  type Problem,
  type SignInUse,
  type Transport,
} from '../../../src/service';
import { DATABASES } from '../../server/storage/support/databases';
import { decide } from '../../server/support/oauth';
import { quick, type RealServer, startReal } from '../../service/support/real-server';
import { type FakeAccountBrowser, fakeAccountBrowser } from './fake-browser';

/** The interval of checks for changes that occur without a call. */
export const SOON = { interval: 5 };

export const PASSWORD = 'correct horse battery';

/** Accounts over a fake browser and a real companion server. Each test gets new ones. */
export interface AccountWorld {
  readonly real: RealServer;
  readonly user: UserRow;
  readonly fake: FakeAccountBrowser;
  /** The accounts of the current worker. */
  readonly accounts: Accounts;
  /** The network of the current worker. */
  readonly transport: Transport;
  /** Ends the worker at any point and starts another one. */
  restart(): Accounts;
  /** Sends a message as a page does. */
  reply(name: string, request: object): Promise<Reply>;
  /** Sends a message as a page does, and returns the value of the answer. */
  ask(name: string, request?: object): Promise<unknown>;
  /** Grants the permission for the server's origin and finds the server. */
  find(address?: string, use?: SignInUse): Promise<unknown>;
  /** The status as pages read it. */
  status(): Promise<AccountStatus>;
  /** Signs in with a token of that user. */
  signInAs(user: UserRow): Promise<void>;
  /** The user's action in the sign-in window: answers the page of consent. */
  decideInWindow(granted: boolean): (url: string) => Promise<string>;
  /** Ends all waits, as if their time had passed. */
  wake(): void;
  /** The names of the libraries that were used or removed, in this order. */
  readonly used: (string | null)[];
  readonly removed: (string | null)[];
  /** The libraries that were opened for a decision, and what was decided in them. */
  readonly opened: (string | null)[];
  readonly decided: unknown[];
  /** The hosts that received a request, each once. */
  readonly hosts: readonly string[];
  /** When false, requests to the server fail. */
  online: boolean;
  /** Replaces the server's answer. When it returns null, the server answers. */
  replaceAnswer: ((path: string) => Response | null) | null;
  /** Runs when a library is removed. */
  onRemove: () => Promise<void>;
}

export function useAccounts({ isShared = false } = {}): AccountWorld {
  let real: RealServer;
  let user: UserRow;
  let fake: FakeAccountBrowser;
  let accounts: Accounts;
  let current: AbortController;
  let sleepers: (() => void)[] = [];
  let idCount = 0;
  // The requests of an ended worker never settle.
  const never = new Promise<never>(() => {});
  const companion = () =>
    companionHandlers({ runtime: fake.browser.runtime, loadFile: fake.loadFile, accounts });
  const world = {
    reply: (name: string, request: object) =>
      // Only messages about accounts are sent.
      answerMessage(
        EXTENSION_MESSAGES,
        {
          ...accounts.handlers,
          ...companion(),
        } as Partial<ExtensionHandlers> as ExtensionHandlers,
        name,
        request,
      ),
    used: [] as (string | null)[],
    removed: [] as (string | null)[],
    opened: [] as (string | null)[],
    decided: [] as unknown[],
    hosts: [] as string[],
    online: true,
    replaceAnswer: null as AccountWorld['replaceAnswer'],
    onRemove: async () => {},
  };

  /** The network as a worker has it until `isOver` returns true. */
  const transportOf = (isOver: () => boolean): Transport => ({
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
      const replaceAnswer = world.replaceAnswer?.(pathname);
      if (replaceAnswer) return replaceAnswer;
      const response = await fetch(input, init);
      return isOver() ? never : response;
    },
  });

  const start = () => {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    const isOver = () => controller.signal.aborted;
    accounts = createAccounts({
      alarms: fake.browser.alarms,
      local: fake.local,
      session: fake.session,
      access: createServerAccess(fake.browser.permissions),
      authWindow: createAuthWindow(fake.browser),
      secrets: fake.secrets,
      libraries: {
        open: async (name) => {
          world.opened.push(name);
          const setMeta = async (meta: unknown) => ok(void world.decided.push(meta));
          return ok({ sync: { setMeta } } as unknown as Library);
        },
        async remove(name) {
          await world.onRemove();
          world.removed.push(name);
        },
        use: (name) => void world.used.push(name),
      },
      transport: transportOf(isOver),
      app: async () => ({
        name: 'Leafmark',
        uri: 'https://app.example/',
        softwareId: 'e0e0f4a0',
        softwareVersion: '1.0',
      }),
      newId: () => {
        idCount += 1;
        return `id-${idCount}`;
      },
      isShared,
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
      opened: [],
      decided: [],
      hosts: [],
      online: true,
      onRemove: async () => {},
    });
    world.replaceAnswer = null;
    sleepers = [];
    start();
  });
  afterEach(async () => {
    current.abort();
    await real.stop();
  });

  const ask = async (name: string, request: object = {}) => {
    const reply = await world.reply(name, request);
    if (!reply.ok) throw new Error(JSON.stringify(reply.error));
    // No secret is ever in an answer to a page.
    expect(JSON.stringify(reply)).not.toMatch(/"token"/);
    return reply.value;
  };
  const find = async (address = real.base, use: SignInUse = 'account') => {
    const pattern = originPatternOf(real.base);
    const allowed = fake.origins.has(pattern) ? [] : [pattern];
    fake.origins.add(pattern);
    return ask('findServer', { address, headers: '', allowed, use });
  };
  const status = async () =>
    JSON.parse(fake.local.kept.get('accountStatus') ?? 'null') as AccountStatus;

  return {
    reply: world.reply,
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
    get transport() {
      const { signal } = current;
      return transportOf(() => signal.aborted);
    },
    get used() {
      return world.used;
    },
    get removed() {
      return world.removed;
    },
    get opened() {
      return world.opened;
    },
    get decided() {
      return world.decided;
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
    get replaceAnswer() {
      return world.replaceAnswer;
    },
    set replaceAnswer(replaceAnswer) {
      world.replaceAnswer = replaceAnswer;
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

/** Matches a problem of that kind, with any other fields. */
export const problemOf = (kind: Problem['kind']) => expect.objectContaining({ kind });
