import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain/result';
import { MINUTE_MS, unixMs } from '../../../src/domain/time';
import {
  createServerImports,
  type ServerImports,
} from '../../../src/extension/transfer/import-from-server';
import { importRepository } from '../../../src/library';
import { LIMITS, platformTransport, type Transport } from '../../../src/service';
import { type TestLibrary, testLibrary } from '../../library/library';
import { OLDER_TOKEN, type OlderServer, olderServer } from '../../support/older-server';
import { CHOICES } from '../../transfer/import-jobs';
import { type FakeAccountBrowser, fakeAccountBrowser } from '../account/fake-browser';

const BASE = 'https://read.example';
const ORIGIN = 'https://read.example/*';

let test: TestLibrary;
let fake: FakeAccountBrowser;
let server: OlderServer;
let imports: ServerImports;
/** Answers instead of the server; null: the server answers. */
let instead: ((request: Request) => Promise<Response> | null) | null;

const fetchThere: Transport['fetch'] = async (input, init) => {
  const request = new Request(input, init);
  return (await instead?.(request)) ?? server.app.fetch(request);
};

/** Starts a worker. The last one may have been killed. */
function startWorker(answerMs = 200): void {
  imports = createServerImports({
    browser: fake.browser,
    secrets: fake.secrets,
    libraries: { open: async () => ok(test.library) },
    transport: {
      ...platformTransport,
      fetch: fetchThere,
      limits: { ...LIMITS, answerMs, backOffMs: 1 },
      sleep: async () => undefined,
    },
    now: () => test.clock.now,
    random: () => 1,
    isAllowed: async (base) => fake.origins.has(`${new URL(base).origin}/*`),
    releaseOrigins: async (patterns) => {
      for (const pattern of patterns) fake.origins.delete(pattern);
    },
  });
}

beforeEach(async () => {
  test = await testLibrary();
  fake = fakeAccountBrowser();
  fake.origins.add(ORIGIN);
  server = olderServer();
  instead = null;
  startWorker();
});

const preview = async (address = BASE, token = OLDER_TOKEN) => {
  const allowed = [...fake.origins];
  const reply = await imports.handlers.previewServer({ address, token, allowed });
  return reply.value;
};

const start = () =>
  imports.handlers.startServerImport({
    base: BASE,
    token: OLDER_TOKEN,
    choices: CHOICES,
    allowed: [ORIGIN],
  });

const job = async () => {
  const repository = test.library.part(importRepository);
  return repository.get(1);
};
const stored = () => fake.secrets.kept.get('serverImport') ?? null;
const ended = () =>
  vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'finished' }));
const waits = (problem: string | null) =>
  vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'paused', problem }));

/** Requests for bookmarks are answered by `answer`. */
const atStream = (answer: () => Response | Promise<Response>) => (request: Request) =>
  request.method === 'POST' ? Promise.resolve(answer()) : null;
const refuse =
  (status: number, headers: HeadersInit = {}) =>
  () =>
    Response.json({ status, message: 'No' }, { status, headers });

/** The hosts that have received the token. */
const trusted = () =>
  server.seen.flatMap(({ headers }) => (headers.has('authorization') ? headers.get('host') : []));

describe('the background', () => {
  it('finds a server and counts what it has, without a change', async () => {
    expect(await preview(`${BASE}/bookmarks/unread`)).toMatchObject({
      ok: true,
      value: { base: BASE, preview: { rows: 1, fresh: 1 } },
    });
    expect(await test.tables.bookmarks.count()).toBe(0);
    expect(stored()).toBe(null);
  });

  it('imports, and deletes the token and gives the permission back at the end', async () => {
    expect(await start()).toEqual(ok(null));
    expect(stored()).toContain(OLDER_TOKEN);
    await ended();
    expect(await job()).toMatchObject({ fileName: 'read.example', added: 1 });
    await vi.waitFor(() => expect(stored()).toBe(null));
    await vi.waitFor(() => expect([...fake.origins, ...fake.alarms]).toEqual([]));
  });

  it.each([
    ['the address is none', 'not an address', OLDER_TOKEN, 'not-an-address'],
    ['the token is none', BASE, 'two words', 'not-a-token'],
    ['the token is another', BASE, 'another', 'unauthorised'],
    ['the host is not allowed', 'https://other.example', OLDER_TOKEN, 'not-allowed'],
  ])('refuses clearly when %s, and gives the permission back', async (_, address, token, kind) => {
    expect(await preview(address, token)).toMatchObject({ ok: false, error: { kind } });
    expect([...fake.origins]).toEqual([]);
  });

  it.each([
    ['hangs', () => new Promise<Response>(() => {}), 'timeout'],
    ['is another program', async () => new Response('<h1>Hello</h1>'), 'not-this-service'],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
  ])('says it when the server %s', async (_, answer, kind) => {
    instead = answer;
    expect(await preview()).toMatchObject({ ok: false, error: { kind } });
  });

  it('sends the token to no host that the person did not type', async () => {
    fake.origins.add('https://elsewhere.example/*');
    instead = (request) => {
      if (!request.url.endsWith('/api/info')) return null;
      const info = Response.json({ version: { canonical: '0.22.3' }, features: [] });
      // Browsers follow the redirect of a request without secrets.
      Object.defineProperty(info, 'url', { value: 'https://elsewhere.example/api/info' });
      return Promise.resolve(info);
    };
    expect(await preview()).toMatchObject({
      ok: false,
      error: { kind: 'moved', detail: 'https://elsewhere.example' },
    });
    expect(trusted()).toEqual([]);
  });

  it('sends the token without encryption only to an address that was typed so', async () => {
    for (const scheme of ['http', 'https']) fake.origins.add(`${scheme}://192.168.1.5/*`);
    instead = ({ url }) =>
      url.startsWith('https:') ? Promise.reject(new TypeError('Failed to fetch')) : null;
    const plain = 'http://192.168.1.5';
    expect(await preview('192.168.1.5')).toMatchObject({
      ok: false,
      error: { kind: 'unencrypted', detail: plain },
    });
    expect(trusted()).toEqual([]);
    fake.origins.add(`${plain}/*`);
    expect(await preview(plain)).toMatchObject({ ok: true, value: { base: plain } });
  });

  it('deletes a token that ends midway, and goes on with a new one', async () => {
    instead = atStream(refuse(401));
    await start();
    await waits('unauthorised');
    expect(stored()).not.toContain(OLDER_TOKEN);
    expect(await imports.handlers.continueServerImport({ token: null, allowed: [] })).toMatchObject(
      {
        value: { kind: 'unauthorised' },
      },
    );
    instead = null;
    const again = { token: OLDER_TOKEN, allowed: [] };
    expect(await imports.handlers.continueServerImport(again)).toEqual(ok(null));
    await ended();
  });

  it('waits as long as the server asks, and goes on by itself', async () => {
    instead = atStream(refuse(429, { 'Retry-After': '120' }));
    await start();
    await waits('rate-limited');
    const asked = server.seen.length;
    instead = null;
    test.clock.now = unixMs(test.clock.now + MINUTE_MS);
    await imports.resume();
    expect(server.seen.length).toBe(asked);
    test.clock.now = unixMs(test.clock.now + 2 * MINUTE_MS);
    await imports.resume();
    expect(await job()).toMatchObject({ state: 'finished', added: 1, problem: null });
  });

  it('goes on at once when the network is back', async () => {
    instead = atStream(() => Promise.reject(new TypeError('Failed to fetch')));
    await start();
    await waits('offline');
    instead = null;
    await imports.resume(true);
    expect(await job()).toMatchObject({ state: 'finished' });
  });

  it('goes on after the worker was killed', async () => {
    // The first worker waits for its answer until the end of the test.
    startWorker(60_000);
    instead = atStream(() => new Promise<Response>(() => {}));
    await start();
    await vi.waitFor(() => expect(fake.alarms.size).toBe(1));
    instead = null;
    startWorker();
    await imports.resume();
    expect(await job()).toMatchObject({ state: 'finished', added: 1 });
    expect(await test.tables.bookmarks.count()).toBe(1);
  });

  it('reads the server once for repeated addresses, and joins them after the worker was killed', async () => {
    let streams = 0;
    // Both bookmarks can be read, and their address is the same.
    const twoBookmarks = async (request: Request) => {
      const answer = await server.app.fetch(request);
      const text = await answer.text();
      const whole = text.replace('20260-', '2026-').replace('"half"', '5');
      return new Response(whole.replace('"delete"', '"update"'), answer);
    };
    const repeats: (failsFrom: number) => typeof instead = (failsFrom) => (request) => {
      if (!request.url.endsWith('/sync')) return null;
      if (request.method === 'POST') streams += 1;
      const isLost = streams >= failsFrom;
      return isLost ? Promise.reject(new TypeError('Failed to fetch')) : twoBookmarks(request);
    };
    instead = repeats(2);
    await start();
    await waits('offline');
    streams = 0;
    startWorker();
    instead = repeats(3);
    await imports.resume(true);
    // One request has the article, the other one what is joined.
    expect(streams).toBe(2);
    expect(await job()).toMatchObject({ state: 'finished', added: 1, done: 2 });
    const [row] = await test.tables.bookmarks.toArray();
    expect(row).toMatchObject({ readProgress: 5 });
  });

  it('stops when the person pauses it, and goes on when the person continues it', async () => {
    instead = atStream(() => new Promise<Response>(() => {}));
    await start();
    await imports.handlers.pauseServerImport();
    await waits(null);
    instead = null;
    await imports.resume(true);
    expect(await job()).toMatchObject({ state: 'paused' });
    await imports.handlers.continueServerImport({ token: null, allowed: [] });
    await ended();
  });

  it('goes on when the person continues it before its pause is done', async () => {
    instead = atStream(() => new Promise<Response>(() => {}));
    await start();
    await vi.waitFor(() => expect(fake.alarms.size).toBe(1));
    const paused = imports.handlers.pauseServerImport();
    instead = null;
    await imports.handlers.continueServerImport({ token: null, allowed: [] });
    await paused;
    await ended();
    expect(await job()).toMatchObject({ added: 1 });
  });

  it('starts once when two pages start it at the same time', async () => {
    const replies = await Promise.all([start(), start()]);
    expect(replies).toEqual([ok(null), ok(expect.objectContaining({ kind: 'busy' }))]);
    await ended();
    expect(await test.tables.bookmarks.count()).toBe(1);
  });

  it('gives back what was allowed for a preview whose page is gone, when the browser starts again', async () => {
    expect(await preview()).toMatchObject({ ok: true });
    startWorker();
    await imports.resume();
    expect([...fake.origins]).toEqual([ORIGIN]);
    await imports.forgetPreview();
    expect([...fake.origins]).toEqual([]);
  });

  it('keeps what a second preview needs when it ends the first', async () => {
    startWorker(60_000);
    let isAsked = false;
    instead = ({ signal }) => {
      isAsked = true;
      return new Promise<Response>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    };
    const first = preview();
    await vi.waitFor(() => expect(isAsked).toBe(true));
    instead = null;
    const second = await imports.handlers.previewServer({
      address: BASE,
      token: OLDER_TOKEN,
      allowed: [],
    });
    expect(await first).toMatchObject({ ok: false });
    expect(second).toMatchObject({ value: { ok: true } });
    expect([...fake.origins]).toEqual([ORIGIN]);
    await imports.handlers.cancelServerPreview({ allowed: [] });
    expect([...fake.origins]).toEqual([]);
  });

  it('forgets the token when the person ends the import', async () => {
    instead = atStream(refuse(403));
    await start();
    await waits('forbidden');
    await imports.handlers.endServerImport({ job: 1 });
    expect(await job()).toMatchObject({ state: 'finished', isCancelled: true });
    expect(stored()).toBe(null);
    expect([...fake.origins]).toEqual([]);
  });

  it('says that nothing can be continued when the token and the list are gone', async () => {
    instead = atStream(refuse(403));
    await start();
    await waits('forbidden');
    fake.secrets.kept.delete('serverImport');
    expect(await imports.handlers.continueServerImport({ token: null, allowed: [] })).toMatchObject(
      {
        value: { kind: 'source-gone' },
      },
    );
  });

  it('starts no second import before the first one has ended', async () => {
    instead = atStream(refuse(403));
    await start();
    await waits('forbidden');
    expect(await start()).toMatchObject({ value: { kind: 'busy' } });
  });
});
