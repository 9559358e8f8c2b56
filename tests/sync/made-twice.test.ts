import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS, unixMs } from '../../src/domain/time';
import { createDecisions } from '../../src/sync';
import { address, queuedIntents, value } from '../library/library';
import { createBackups } from './model/backups';
import type { Fault } from './model/faults';
import { createNetwork, type Network } from './model/network';
import { withoutExtensions } from './support/annotated-server';
import { type Device, startWorld, type World } from './support/world';

/**
 * The server assigns random ids, so several pages are needed to cover both orders. Four requests
 * run side by side.
 */
const URLS = Array.from({ length: 4 }, (_, n) => `https://pages.example/${n}`);

interface Person {
  readonly device: Device;
  readonly network: Network;
  /**
   * Work that runs once, before the first matching request. All other requests of this person wait
   * for it.
   */
  interruption: {
    readonly matches: (request: Request) => boolean;
    work(): Promise<unknown>;
  } | null;
  /**
   * Replaces the server's answer to a request of this person. When it returns null, the server
   * answers.
   */
  answer: (request: Request) => Response | null;
}

let world: World;
/** Simulates a server without idempotency keys. */
let isOlder: boolean;
let one: Person;
let other: Person;
beforeEach(async () => {
  isOlder = false;
  world = await startWorld();
  [one, other] = [await startPerson(), await startPerson()];
});
afterEach(() => world.end());

async function startPerson(): Promise<Person> {
  const network = createNetwork(() => undefined);
  const person: Pick<Person, 'interruption' | 'answer'> = {
    interruption: null,
    answer: () => null,
  };
  const device = await world.device({
    through: (fetch) => {
      const through = network.through(fetch);
      let busy: Promise<unknown> = Promise.resolve();
      return async (input, init) => {
        const request = new Request(input, init);
        const { interruption } = person;
        if (interruption?.matches(request)) {
          person.interruption = null;
          busy = interruption.work();
        }
        await busy;
        const server = isOlder ? withoutExtensions('idempotency')(through) : through;
        return person.answer(request) ?? server(request);
      };
    },
  });
  return Object.assign(person, { device, network });
}

/** Runs a round in which all create requests, and the client's repeats of them, have that fault. */
async function brokenRound({ device, network }: Person, fault: Fault, before: number) {
  const unaffected = Array(before).fill('none');
  network.plan([...unaffected, ...URLS.flatMap(() => [fault, fault, fault])]);
  expect(await device.round()).toMatchObject({ stop: { kind: 'offline' } });
  network.plan([]);
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) {
    for (const { device } of [one, other]) {
      expect(await device.round()).toMatchObject({ kind: 'done' });
      world.advance(HOUR_MS);
    }
  }
}

/**
 * Does `work` before the first delete request of a person, if there is one, and remembers which
 * bookmarks existed then.
 */
function beforeItDeletes(person: Person, work: () => Promise<unknown>) {
  let made: readonly string[] | null = null;
  return {
    matches: ({ method }: Request) => method === 'DELETE',
    async work() {
      made = await idsThere();
      await work();
    },
    async made() {
      person.interruption = null;
      return made ?? idsThere();
    },
  };
}

const idsThere = async () => (await world.bookmarks()).map(({ id }) => id);

/** Expects each page exactly once on the server and on each device. */
async function expectOnce(): Promise<void> {
  expect((await world.bookmarks()).map(({ url }) => url).toSorted()).toEqual(URLS);
  for (const { device } of [one, other]) {
    for (const url of URLS) expect(await device.find(url)).toMatchObject({ trashedAt: null });
    expect(await device.tables.outbox.toArray()).toEqual([]);
  }
}

describe('pages that two devices create at the same time', () => {
  it('keep the lesser ids, even if the connection was broken before', async () => {
    for (const person of [one, other]) {
      const { bookmarks } = person.device.library;
      for (const url of URLS) value(await bookmarks.save(address({ url, title: 'Ice' })));
      world.advance(HOUR_MS);
      await brokenRound(person, 'unreachable', 3);
    }
    world.advance(HOUR_MS);
    const isLookup = ({ url }: Request) => url.includes('range_start');
    // Both devices see both bookmarks before anything is deleted.
    const otherRound = beforeItDeletes(other, () => one.device.round());
    const work = async () => {
      await one.device.round();
      other.interruption = otherRound;
    };
    other.interruption = { matches: isLookup, work };
    await other.device.round();
    const made = await otherRound.made();
    expect(made).toHaveLength(2 * URLS.length);
    await settle();
    await expectOnce();
    expect(made).toEqual(expect.arrayContaining(await idsThere()));
  });

  it('are one when both have the same date from a file and one device had no answer', async () => {
    isOlder = true;
    const pages = URLS.map((url) => ({
      page: address({ url, title: 'Ice' }),
      created: unixMs(1_600_000_000_000),
    }));
    for (const { device } of [one, other]) {
      value(await device.library.bookmarks.addMany(pages, { outbox: true }));
    }
    const isCreate = ({ method, url }: Request) => method === 'POST' && url.endsWith('/bookmarks');
    const before = beforeItDeletes(other, async () => {});
    const work = async () => {
      await brokenRound(one, 'reset', 3);
      other.interruption = before;
    };
    other.interruption = { matches: isCreate, work };
    expect(await other.device.round()).toMatchObject({ kind: 'done' });
    expect(await before.made()).toHaveLength(2 * URLS.length);
    world.advance(HOUR_MS);
    await settle();
    await expectOnce();
  });

  it.each([
    ['receives', false],
    ['looks up', true],
  ])(
    'keep what was added to a page of a file when a device %s that of another',
    async (_, looksUp) => {
      const pages = URLS.map((url) => ({
        page: address({ url, title: 'Ice' }),
        created: unixMs(1_600_000_000_000),
      }));
      for (const { device } of [one, other]) {
        value(await device.library.bookmarks.addMany(pages, { outbox: true }));
      }
      for (const url of URLS) {
        const { id } = (await one.device.find(url))!;
        value(await one.device.library.bookmarks.edit(id, { addLabels: ['new'] }));
      }
      await brokenRound(one, 'unreachable', 3);
      world.advance(HOUR_MS);
      const isLookup = ({ url }: Request) => url.includes('range_start');
      if (looksUp) one.interruption = { matches: isLookup, work: () => other.device.round() };
      else await other.device.round();
      await settle();
      await expectOnce();
      for (const { device } of [one, other]) {
        for (const url of URLS) expect(await device.find(url)).toMatchObject({ labels: ['new'] });
      }
    },
  );

  it('are one when both devices send back what the server lost and one request is late', async () => {
    await settle();
    const backups = createBackups(world);
    await backups.make();
    world.advance(DAY_MS);
    for (const url of URLS) {
      value(await one.device.library.bookmarks.save(address({ url, title: 'Ice' })));
    }
    await settle();
    await backups.restore();
    for (const { device } of [one, other]) {
      expect(await device.round()).toMatchObject({ stop: { kind: 'server-lost-data' } });
      value(await createDecisions(device.library).answerLostData('send-back'));
    }
    await brokenRound(one, 'late', 4);
    world.advance(HOUR_MS);
    await other.device.round();
    const [url = ''] = URLS;
    const { library } = other.device;
    value(await library.bookmarks.edit((await other.device.find(url))!.id, { isFavourite: true }));
    await one.network.deliver();
    await settle();
    backups.remove();
    await expectOnce();
    expect(await one.device.find(url)).toMatchObject({ isFavourite: true });
  });
});

/** The addresses that a device shows, with duplicates. */
const shown = async ({ device }: Person) =>
  (await device.tables.bookmarks.toArray())
    .filter(({ trashedAt }) => trashedAt === null)
    .map(({ url }) => url)
    .toSorted();

/** The number of changes that a person sees as waiting. */
const waiting = ({ device }: Person) => device.library.unsent.count();

describe('pages that two devices saved offline', () => {
  beforeEach(async () => {
    for (const { device } of [one, other]) {
      for (const url of URLS) {
        value(await device.library.bookmarks.save(address({ url, title: 'Ice' })));
      }
    }
  });

  it('are never listed twice, and are settled by one round of each device', async () => {
    // Both devices look for the page before either creates it.
    const isCreate = ({ method, url }: Request) => method === 'POST' && url.endsWith('/bookmarks');
    const rounds: unknown[] = [];
    one.interruption = {
      matches: isCreate,
      work: async () => rounds.push(await other.device.round()),
    };
    rounds.push(await one.device.round());
    expect(rounds).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
    for (const person of [one, other]) {
      expect(await shown(person)).toEqual(URLS);
      expect(await waiting(person)).toBe(0);
    }
    // Each device syncs again by itself half a minute later.
    for (const round of rounds) {
      expect(round).toMatchObject({ nextAt: expect.toSatisfy((at) => at > world.now()) });
    }
    world.advance(30 * SECOND_MS);
    for (const person of [other, one]) {
      expect(await person.device.round()).toMatchObject({ kind: 'done' });
      expect(await shown(person)).toEqual(URLS);
    }
    expect((await world.bookmarks()).map(({ url }) => url).toSorted()).toEqual(URLS);
    await settle();
    await expectOnce();
  });

  it('leave nothing in the outbox when one of the two gives way', async () => {
    expect(await one.device.round()).toMatchObject({ kind: 'done' });
    expect(await other.device.round()).toMatchObject({ kind: 'done' });
    await expectOnce();
  });

  it('are both listed a minute later when another program made the second and keeps it', async () => {
    expect(await one.device.round()).toMatchObject({ kind: 'done' });
    // Later, so these are no copies of the same save.
    world.advance(2 * SECOND_MS);
    // The device gives way to those of them that have lesser ids. It lists the others later.
    for (const url of URLS.slice(1)) value(await world.client.bookmarks.create({ url }));
    const twin = await startTwin();
    expect(await shown(one)).toEqual(URLS);
    expect(await idsThere()).toContain(twin);
    // The title that the server lacks is sent a little later.
    for (let turn = 0; turn < 3; turn += 1) {
      world.advance(MINUTE_MS);
      await one.device.round();
    }
    const urls = (await world.bookmarks()).map(({ url }) => url).toSorted();
    expect(await shown(one)).toEqual(urls);
    expect(urls.slice(0, 2)).toEqual([URLS[0], URLS[0]]);
    expect(await one.device.tables.outbox.toArray()).toEqual([]);
  });

  it('have the highlights that another program made before the second is listed', async () => {
    await startHighlighted();
    world.advance(MINUTE_MS);
    for (let turn = 0; turn < 2; turn += 1) await one.device.round();
    await expectHighlight();
  });

  it('are one when the second is a copy of the same save, with its highlights', async () => {
    const twin = await startHighlighted(true);
    await settle();
    expect(await idsThere()).not.toContain(twin);
    expect(await shown(one)).toEqual(URLS);
    await expectHighlight();
  });

  it('are both listed when the server refuses the second look and a person discards it', async () => {
    const twin = await startTwin();
    one.answer = (request) => (isRead(request, twin) ? refusal(422) : null);
    world.advance(MINUTE_MS);
    expect(await one.device.round()).toMatchObject({ kind: 'done' });
    const [refused] = await queuedIntents(one.device.tables);
    expect(refused).toMatchObject({ intent: { kind: 'recheck' }, state: 'attention' });
    value(await createDecisions(one.device.library).discard(refused!.bookmarkId));
    expect(await shown(one)).toEqual([...URLS, URLS[0]].toSorted());
    expect(await one.device.tables.outbox.toArray()).toEqual([]);
  });

  it('are looked up once when the second no longer has a web address', async () => {
    const twin = await startTwin();
    const [info] = (await world.bookmarks()).filter(({ id }) => id === twin);
    let reads = 0;
    one.answer = (request) => {
      if (!isRead(request, twin)) return null;
      reads += 1;
      // A loop would not end by itself, so the server refuses the fourth request.
      return reads > 3 ? refusal(404) : Response.json({ ...info, url: 'file:///etc/hosts' });
    };
    world.advance(MINUTE_MS);
    expect(await one.device.round()).toMatchObject({ kind: 'done' });
    expect(reads).toBe(1);
    expect(await shown(one)).toEqual(URLS);
    expect(await one.device.tables.outbox.toArray()).toEqual([]);
  });

  async function startHighlighted(isCopy = false): Promise<string> {
    const html = '<p>The harbour froze in January, and the boats stayed.</p>';
    const twin = await startTwin(isCopy, { html });
    await world.work();
    const p = 'section[1]/p[1]';
    const place = { start_selector: p, end_selector: p, start_offset: 4, end_offset: 11 };
    value(await world.client.highlights.create(twin, { ...place, color: 'yellow' }));
    return twin;
  }

  async function expectHighlight(): Promise<void> {
    const highlights = await one.device.tables.highlights.toArray();
    expect(highlights.map(({ quote }) => quote.exact)).toEqual(['harbour']);
  }

  /**
   * Lets another program create the first page too, until its id is greater, so that this device
   * hides it for a minute. It is made later, so it is a copy of the same save only with `isCopy`.
   */
  async function startTwin(isCopy = false, more: { html?: string } = {}): Promise<string> {
    await one.device.round();
    const [url = ''] = URLS;
    const own = (await world.bookmarks()).find((row) => row.url === url);
    world.advance(2 * SECOND_MS);
    const dated = isCopy ? { created: own!.created } : {};
    for (;;) {
      value(await world.client.bookmarks.create({ url, ...more, ...dated }));
      const rows = await world.bookmarks();
      const twin = rows.find((row) => row.url === url && row.id !== own!.id)!;
      if (twin.id > own!.id) {
        await one.device.round();
        return twin.id;
      }
      value(await world.client.bookmarks.delete(twin.id));
    }
  }

  const refusal = (status: number) => Response.json({ status, message: 'No' }, { status });

  const isRead = ({ method, url }: Request, serverId: string) =>
    method === 'GET' && new URL(url).pathname.endsWith(`/bookmarks/${serverId}`);
});

describe('a page that another program creates again a year later', () => {
  it('stands beside the one that this device created', async () => {
    for (const url of URLS) {
      value(await one.device.library.bookmarks.save(address({ url, title: 'Ice' })));
    }
    await brokenRound(one, 'reset', 3);
    world.advance(HOUR_MS);
    await settle();
    const made = await idsThere();
    world.advance(365 * DAY_MS);
    for (const url of URLS) value(await world.client.bookmarks.create({ url }));
    await settle();
    expect(await idsThere()).toEqual(expect.arrayContaining(made));
  });
});
