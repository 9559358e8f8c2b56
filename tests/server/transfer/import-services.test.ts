import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createServiceFetch } from '../../../server/fetch';
import { LEASE_MS, runJob } from '../../../server/jobs';
import { type BookmarkRow, EVERYTHING, type UserRow } from '../../../server/storage';
import { importJobs } from '../../../server/transfer/import/import-jobs';
import { HOUR_MS, unixMs } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { type Answer, type OtherService, openService } from '../support/other-service';
import { runDueJobs } from '../support/run-jobs';
import { startServer, type TestServer } from '../support/test-server';

const ACCOUNT = { username: 'ann', password: 'p&w', client_id: '1_x', client_secret: 's' };
const item = (number: number) => ({
  id: number,
  url: `https://example.org/${number}`,
  title: `Entry ${number}`,
  content: `<p>Text ${number}</p>`,
  is_archived: 0,
  is_starred: 1,
  created_at: '2026-01-01T00:00:00+0000',
  language: 'en',
  tags: [{ label: 'x' }],
  annotations: [{ quote: `Text ${number}`, text: 'Why?' }],
});

/**
 * Returns a wallabag server with 30 entries on two pages. The second page fails while `isDown`
 * returns true.
 */
const wallabag =
  (isDown = () => false): Answer =>
  ({ path, body, authorization }) => {
    if (path === '/sub/oauth/v2/token') {
      const isRight = new URLSearchParams(body).get('password') === 'p&w';
      return isRight ? { json: { access_token: 'T' } } : { status: 400, json: {} };
    }
    const page = Number(new URL(path, 'http://x').searchParams.get('page'));
    if (authorization !== 'Bearer T') return { status: 401, json: {} };
    if (page === 2 && isDown()) return { status: 503, json: {} };
    const items = Array.from({ length: 15 }, (_, at) => item((page - 1) * 15 + at));
    return { json: { page, pages: 2, _embedded: { items } } };
  };

describeOnDatabases('imports of accounts on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  let service: OtherService | null = null;
  let users = 0;
  beforeAll(async () => {
    t = await startServer(database, { flags: { 'allowed-networks': '127.0.0.0/8' } });
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    users += 1;
    ada = await t.addUser(`ada${users}`);
    token = await t.tokenOf(ada);
    t.logged.length = 0;
  });
  afterEach(() => service?.close());

  const run = (on: TestServer = t) =>
    runDueJobs(on.server, [importJobs(on.server, createServiceFetch(on.server).fetch)]);

  async function start(source: string, answer: Answer, more: object): Promise<string> {
    service = await openService(answer);
    const json = { url: service.url, ...more };
    const sent = await t.send('POST', `/api/bookmarks/import/${source}`, { token, json });
    expect(await sent.text()).toContain('import started');
    return new URL(sent.headers.get('Location') ?? '').pathname;
  }
  const progressAt = async (path: string) => (await t.send('GET', path, { token })).json();

  /** Returns the imported bookmarks, oldest first. */
  async function saved(): Promise<readonly BookmarkRow[]> {
    const batches = await Array.fromAsync(t.storage.bookmarks.eachMatch(ada.id, EVERYTHING));
    return batches.flat().toReversed();
  }

  it('take the articles and their highlights, and fetch no page', async () => {
    const only: Answer = (request) =>
      request.path.includes('page=')
        ? { json: { pages: 1, _embedded: { items: [item(7)] } } }
        : wallabag()(request);
    await start('wallabag', only, ACCOUNT);
    expect(await runDueJobs(t.server)).toEqual(['done', 'done']);
    const [row] = await saved();
    expect(row).toMatchObject({ state: 0, title: 'Entry 7', hasArticle: true, errors: [] });
    const article = await t.send('GET', `/api/bookmarks/${row!.id}/article`, { token });
    expect(await article.text()).toMatch(
      /<p><rd-annotation [^>]*data-annotation-color="yellow"[^>]*>Text 7<\/rd-annotation><rd-annotation [^>]*title="Why\?"/,
    );
  });

  it('import articles and highlights from wallabag', async () => {
    const path = await start('wallabag', wallabag(), { ...ACCOUNT, label: 'bag' });
    expect(await run()).toEqual(['done']);
    expect(await progressAt(path)).toEqual({
      scheduled: false,
      progress: { total: 30, done: 30, status: 1 },
    });
    const rows = await saved();
    expect(rows).toHaveLength(30);
    expect(rows[0]).toMatchObject({
      url: 'https://example.org/0',
      title: 'Entry 0',
      isFavourite: true,
      labels: ['bag', 'x'],
      created: unixMs(Date.UTC(2026, 0, 1)),
    });
    expect(await t.storage.annotations.list(rows[0]!.key)).toMatchObject([
      { text: 'Text 0', note: 'Why?' },
    ]);
    const [page] = await t.storage.contents.sent(rows[0]!.key);
    expect(page).toMatchObject({ url: 'https://example.org/0' });
    expect(Buffer.from((await t.storage.contents.bytes(page!.hash))!).toString()).toBe(
      '<p>Text 0</p>',
    );
  });

  it('continue when the service is back, and create nothing twice', async () => {
    let isDown = true;
    const more = { ...ACCOUNT, ignore_duplicates: false };
    const path = await start(
      'wallabag',
      wallabag(() => isDown),
      more,
    );
    expect(await run()).toEqual(['put-back']);
    expect(await progressAt(path)).toMatchObject({ progress: { total: 15, done: 15, status: 0 } });
    isDown = false;
    t.advance(HOUR_MS);
    expect(await run()).toEqual(['done']);
    expect(await progressAt(path)).toMatchObject({ progress: { total: 30, done: 30, status: 1 } });
    expect(new Set((await saved()).map(({ url }) => url)).size).toBe(30);
    expect(await saved()).toHaveLength(30);
  });

  it('stop at once with the server, and continue in another one', async () => {
    const stopping = new AbortController();
    let isStuck = true;
    const stuck: Answer = (request) => {
      if (isStuck && request.path.includes('page=2')) stopping.abort();
      return wallabag()(request);
    };
    const path = await start('wallabag', stuck, ACCOUNT);
    const kind = importJobs(t.server, createServiceFetch(t.server).fetch);
    const [job] = await t.storage.jobs.claim('import', 1, LEASE_MS);
    expect(await runJob(t.server, kind, job!, stopping.signal)).toBe('released');
    expect(await saved()).toHaveLength(0);
    isStuck = false;
    expect(await run()).toEqual(['done']);
    expect(await saved()).toHaveLength(30);
    expect(await progressAt(path)).toMatchObject({ progress: { done: 30, status: 1 } });
  });

  it('end when the password is wrong, and do not store or log it', async () => {
    const path = await start('wallabag', wallabag(), { ...ACCOUNT, password: 'a bad one' });
    const id = path.split('/').at(-1) ?? '';
    expect(await t.storage.imports.account(id)).toContain('a bad one');
    expect(await run()).toEqual(['done']);
    expect(await t.storage.imports.account(id)).toBeNull();
    expect(await progressAt(path)).toMatchObject({ progress: { done: 0, status: 1 } });
    expect(t.logged).toContainEqual(
      expect.objectContaining({ event: 'import ended early', reason: 'sign-in-refused' }),
    );
    expect(JSON.stringify(t.logged)).not.toContain('a bad one');
  });

  it('import from Omnivore, with the names of sites and the colours and contexts of highlights', async () => {
    const highlight = { quote: 'two', prefix: 'one ', suffix: ' three', color: 'green' };
    const node = {
      url: 'https://example.org/o',
      title: 'O',
      content: '<p>O</p>',
      labels: [],
      siteName: 'The Harbour',
      highlights: [highlight],
    };
    const search = { edges: [{ node }], pageInfo: { hasNextPage: false, endCursor: '1' } };
    const answer: Answer = ({ authorization, path }) =>
      authorization === 'KEY' && path === '/sub/api/graphql'
        ? { json: { data: { search } } }
        : { status: 401, json: {} };
    await start('omnivore', answer, { token: 'KEY' });
    expect(await run()).toEqual(['done']);
    const rows = await saved();
    expect(rows).toMatchObject([
      { url: 'https://example.org/o', title: 'O', siteName: 'The Harbour', site: 'example.org' },
    ]);
    const quote = { exact: 'two', prefix: 'one ', suffix: ' three' };
    expect(await t.storage.annotations.list(rows[0]!.key)).toMatchObject([
      { text: 'two', color: 'green', quote },
    ]);
    // The page states no name of its site.
    await runDueJobs(t.server);
    expect(await saved()).toMatchObject([{ siteName: 'The Harbour', hasArticle: true }]);
  });

  it.each([
    ['a private network', 'http://10.0.0.1/'],
    ['an address of this machine as one number', 'http://2130706433/'],
    ['the cloud’s metadata', 'http://169.254.169.254/'],
    ['a name that resolves to this machine', 'http://inside.example/'],
    ['a name that does not resolve', 'http://nowhere.example/'],
    ['an address with a password in it', 'http://ann:secret@app.example/'],
    ['no web address', 'file:///etc/passwd'],
  ])('are refused for %s', async (_name, url) => {
    t.names.set('inside.example', ['10.0.0.1']);
    const config = { ...t.server.config, allowedNetworks: { has: () => false } };
    const strict = t.another({ config });
    const json = { url, ...ACCOUNT };
    const answer = await strict.send('POST', '/api/bookmarks/import/wallabag', { token, json });
    expect(answer.status).toBe(422);
    const { fields } = (await answer.json()) as { fields: { url: { errors: string[] } } };
    expect(fields.url.errors).toEqual(['invalid URL']);
  });

  it('do not connect to a private address that a name resolves to later', async () => {
    t.names.set('moved.example', ['93.184.216.34']);
    service = await openService(wallabag());
    const url = service.url.replace('127.0.0.1', 'moved.example');
    const config = { ...t.server.config, allowedNetworks: { has: () => false } };
    const strict = t.another({ config });
    const json = { url, ...ACCOUNT };
    await strict.send('POST', '/api/bookmarks/import/wallabag', { token, json });
    t.names.set('moved.example', ['127.0.0.1']);
    expect(await run(strict)).toEqual(['put-back']);
    expect(service.requests).toEqual([]);
  });

  it('follow no redirect, which could send the password to another site', async () => {
    const answer: Answer = () => ({ status: 307, json: {} });
    const path = await start('wallabag', answer, ACCOUNT);
    expect(await run()).toEqual(['done']);
    expect(service?.requests).toHaveLength(1);
    expect(await progressAt(path)).toMatchObject({ progress: { status: 1 } });
  });
});
