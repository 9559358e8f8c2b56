import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSyncRunner, type SyncRunner } from '../../../src/background/sync/sync-runner';
import { ok } from '../../../src/domain/result';
import { type Account, platformTransport } from '../../../src/service';
import { page, value } from '../../library/library';
import { BASE } from '../../server/support/test-server';
import { type Device, startWorld, type World } from '../../sync/support/world';
import { signedInAccount } from '../support/signed-in-account';
import { fakeLocks } from './fake-locks';

/** Both people save this page, each with another title. */
const SHARED = 'https://pages.example/shared';

interface Person {
  readonly world: World;
  readonly device: Device;
  readonly account: Account;
  readonly urls: readonly string[];
}

/** A person with a server and a library: two bookmarks here and two on the server. */
async function person(name: string): Promise<Person> {
  const world = await startWorld();
  const device = await world.device();
  const url = (what: string) => `https://pages.example/${name}/${what}`;
  for (const each of [url('here'), SHARED]) {
    value(await device.library.bookmarks.save(page({ url: each, title: `Of ${name}` })));
  }
  for (const each of [url('there'), url('there-too')]) {
    value(await world.client.bookmarks.create({ url: each, title: `Of ${name}` }));
  }
  const account = signedInAccount({
    id: name,
    library: name,
    base: `http://${name}.example`,
    token: world.token,
    username: name,
  });
  const urls = [url('here'), SHARED, url('there'), url('there-too')].toSorted();
  return { world, device, account, urls };
}

/**
 * A background with both accounts. Each request goes to the server in its address, with that
 * person's token.
 */
function startRunner(
  people: readonly Person[],
  inUse: () => Account,
  before: RequestHook,
  after: RequestHook,
) {
  return createSyncRunner({
    stayAwake: (work) => work(),
    accounts: {
      current: async () => inUse(),
      tokenRefused: async () => expect.fail('refused'),
      refreshPermissions: async () => {},
    },
    libraries: {
      open: async (name) =>
        ok(people.find(({ account }) => account.library === name)!.device.library),
    },
    isAllowed: async () => true,
    alarm: { begin: async () => {}, setFor: async () => {}, clear: async () => {} },
    transport: {
      ...platformTransport,
      now: () => people[0]!.world.now(),
      async fetch(input, init) {
        const request = new Request(input, init);
        const owner = people.find(({ account }) => request.url.startsWith(`${account.base}/`));
        if (!owner) return expect.fail('a request to nobody');
        const token = request.headers.get('Authorization') ?? `Bearer ${owner.account.token}`;
        expect(token).toBe(`Bearer ${owner.account.token}`);
        await before(owner);
        // A browser rejects an aborted request.
        request.signal.throwIfAborted();
        if (owner.account !== inUse()) strays.push(request.url);
        const there = BASE + request.url.slice(owner.account.base.length);
        const answer = await owner.world.fetch(new Request(there, request));
        await after(owner);
        return answer;
      },
    },
    locks: fakeLocks(),
    now: () => people[0]!.world.now(),
    random: () => 0.5,
    articlesToFetch: async () => 'all',
  });
}
type RequestHook = (owner: Person) => Promise<void>;

/** Requests for an account that was no longer active. */
const strays: string[] = [];

const urlsHere = async ({ device }: Person) =>
  (await device.tables.bookmarks.toArray()).map(({ url }) => url).toSorted();
const urlsThere = async ({ world }: Person) =>
  (await world.bookmarks()).map(({ url }) => url).toSorted();
const titles = async ({ device, world }: Person) =>
  new Set([
    ...(await device.tables.bookmarks.toArray()).map(({ title }) => title),
    ...(await world.bookmarks()).map(({ title }) => title),
  ]);

/** Checks that a person's bookmarks are on both sides, once, and that no others are there. */
async function expectComplete(one: Person, name: string): Promise<void> {
  expect(await urlsHere(one)).toEqual(one.urls);
  expect(await urlsThere(one)).toEqual(one.urls);
  expect(await titles(one)).toEqual(new Set([`Of ${name}`]));
  expect(await one.device.library.unsent.count()).toBe(0);
}

const people: Person[] = [];
afterEach(async () => {
  for (const { world } of people.splice(0)) await world.end();
  vi.restoreAllMocks();
});

describe.each(['before', 'after'] as const)(
  'an account that is switched during a round',
  (when) => {
    it(`leaves both libraries complete at each request, ${when} the server has acted`, async () => {
      for (let number = 1; ; number += 1) {
        const [a, b] = [await person('a'), await person('b')];
        people.push(a, b);
        let inUse = a;
        let made = 0;
        let over: Promise<void> | null = null;
        const change: RequestHook = async (owner) => {
          if (owner !== a) return;
          made += 1;
          if (made !== number) return;
          inUse = b;
          over = runner.restart();
        };
        const none: RequestHook = async () => {};
        const runner: SyncRunner = startRunner(
          people.slice(-2),
          () => inUse.account,
          when === 'before' ? change : none,
          when === 'after' ? change : none,
        );
        await runner.run('background');
        if (over === null) {
          await expectComplete(a, 'a');
          return expect(number).toBeGreaterThan(5);
        }
        await over;
        expect(strays).toEqual([]);
        await expectComplete(b, 'b');
        // An aborted round is not reported as stopped.
        expect((await a.device.library.sync.meta()).stop).toBeNull();
        expect(await urlsHere(a)).toEqual(expect.arrayContaining(a.urls.slice(0, 1)));
        inUse = a;
        await runner.restart();
        await runner.run('manual');
        await expectComplete(a, 'a');
        await expectComplete(b, 'b');
      }
    });
  },
);
