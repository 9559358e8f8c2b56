import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importJobs } from '../../../server/transfer/import/import-jobs';
import { createImportThere } from '../../../src/extension/transfer/import-there';
import type { Account } from '../../../src/service';
import { runDueJobs } from '../../server/support/run-jobs';
import { BASE } from '../../server/support/test-server';
import { type Fetch, startWorld, transport, type World } from '../../sync/support/world';
import { CHOICES } from '../../transfer/import-jobs';
import { fakeAccountBrowser } from '../account/fake-browser';

let world: World;
let account: Account | null;
let file: File | null;
/** Wraps the requests. */
let through: (fetch: Fetch) => Fetch;
const onFinished = vi.fn();
const removeUpload = vi.fn();

beforeEach(async () => {
  vi.clearAllMocks();
  world = await startWorld();
  file = null;
  through = (fetch) => fetch;
  account = {
    ...{ id: 'a', library: null, base: BASE, token: world.token, tokenId: '', username: 'ada' },
    ...{ credential: 'token', permissions: [], scopes: [], serverVersion: '', features: [] },
    ...{ extraHeaders: {}, signedInAt: 0, signedOutAt: null },
  };
});
afterEach(() => world.end());

/** Starts a worker. The storage outlives it. */
function worker(fake = fakeAccountBrowser()) {
  const handlers = createImportThere({
    ...{ browser: fake.browser, accounts: { current: async () => account } },
    transport: transport((input, init) => through(world.fetch)(input, init), world.now),
    ...{ isAllowed: async () => true, readUpload: async () => file, removeUpload, onFinished },
  });
  return { ...handlers, again: () => worker(fake), kept: fake.local.kept };
}

const noService = () => Promise.reject(new Error('The test must not contact a service'));
const work = () => runDueJobs(world.t.server, [importJobs(world.t.server, noService)]);

const TEXT = { kind: 'file', name: 'list.txt', source: 'text' } as const;

describe('an import by the server', () => {
  it('is started with a file, followed to its end, and shown until the person has seen it', async () => {
    file = new File(['https://example.org/b\nhttps://example.org/a\n'], 'list.txt');
    const first = worker();
    const choices = { ...CHOICES, label: 'from there', isArchived: true };
    expect(await first.startImportThere({ content: TEXT, choices })).toMatchObject({ value: null });
    expect(removeUpload).toHaveBeenCalled();
    expect(await first.importThere({})).toMatchObject({
      value: { name: 'list.txt', done: 0, total: 2, isFinished: false, problem: null },
    });
    await work();
    const next = first.again();
    const ended = { name: 'list.txt', done: 2, total: 2, isFinished: true, problem: null };
    expect(await next.importThere({})).toEqual({ ok: true, value: ended });
    expect(onFinished).toHaveBeenCalledTimes(1);
    expect(await next.importThere({})).toEqual({ ok: true, value: ended });
    expect(onFinished).toHaveBeenCalledTimes(1);
    await next.forgetImportThere({});
    expect(await next.importThere({})).toEqual({ ok: true, value: null });
    const there = await world.bookmarks();
    expect(there.map(({ url, labels, is_archived }) => [url, labels, is_archived]).sort()).toEqual([
      ['https://example.org/a', ['from there'], true],
      ['https://example.org/b', ['from there'], true],
    ]);
  });

  it('makes labels of the folders of a browser on request', async () => {
    file = new File(
      [
        '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>Ice</H3><DL><p><DT><A HREF="https://example.org/">x</A></DL></DL>',
      ],
      'bookmarks.html',
    );
    const content = { kind: 'file', name: 'bookmarks.html', source: 'browser' } as const;
    const choices = { ...CHOICES, hasLabelsFromFolders: true };
    expect(await worker().startImportThere({ content, choices })).toMatchObject({ value: null });
    await work();
    expect((await world.bookmarks())[0]?.labels).toEqual(['Ice']);
  });

  it('sends the sign-in to wallabag to the server, and stores none of it', async () => {
    const sent: string[] = [];
    through = (fetch) => async (input, init) => {
      const request = new Request(input, init);
      sent.push(await request.clone().text());
      if (!request.url.endsWith('/import/wallabag')) return fetch(request);
      const headers = { Location: `${BASE}/api/bookmarks/import/abc` };
      return Response.json({ status: 202, message: 'import started' }, { status: 202, headers });
    };
    const content = {
      kind: 'wallabag' as const,
      ...{ url: 'https://w.example', username: 'ada', password: 'secret' },
      ...{ clientId: '1', clientSecret: 'more' },
    };
    const { startImportThere, kept } = worker();
    const started = await startImportThere({ content, choices: CHOICES });
    expect(started).toMatchObject({ value: null });
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({
      ...{ url: 'https://w.example', username: 'ada', password: 'secret' },
      ...{ client_id: '1', client_secret: 'more', ignore_duplicates: true },
    });
    expect([...kept.values()].join()).not.toMatch(/secret|more/);
  });

  it.each([
    ['it is an OAuth token', 403, 'forbidden'],
    ['the file is larger than allowed', 413, 'too-large'],
    ['the token was withdrawn', 401, 'unauthorised'],
  ])('says what the server refused when %s', async (_, status, kind) => {
    file = new File(['https://example.org/'], 'list.txt');
    through = () => async (input, init) => {
      await new Request(input, init).arrayBuffer();
      return Response.json({ status, message: 'No' }, { status });
    };
    expect(await worker().startImportThere({ content: TEXT, choices: CHOICES })).toMatchObject({
      value: { kind },
    });
  });

  it('says what is wrong with a file', async () => {
    file = new File([new Uint8Array([0, 1, 2, 255])], 'list.txt');
    expect(await worker().startImportThere({ content: TEXT, choices: CHOICES })).toMatchObject({
      value: { kind: 'invalid', detail: expect.stringContaining('the file is not text') },
    });
  });

  it('is not offered without an account, and says of one how it signed in', async () => {
    const { importingServer } = worker();
    const host = new URL(BASE).host;
    expect(await importingServer({})).toMatchObject({ value: { host, isOAuth: false } });
    account = account && { ...account, credential: 'oauth' };
    expect(await importingServer({})).toMatchObject({ value: { host, isOAuth: true } });
    account = null;
    expect(await importingServer({})).toEqual({ ok: true, value: null });
    expect(await worker().startImportThere({ content: TEXT, choices: CHOICES })).toMatchObject({
      value: { kind: 'signed-out' },
    });
  });

  it('of another account is not shown', async () => {
    file = new File(['https://example.org/'], 'list.txt');
    const first = worker();
    await first.startImportThere({ content: TEXT, choices: CHOICES });
    account = account && { ...account, id: 'b' };
    expect(await first.importThere({})).toEqual({ ok: true, value: null });
  });
});
