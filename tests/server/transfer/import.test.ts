import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LEASE_MS } from '../../../server/jobs';
import { type BookmarkRow, EVERYTHING, type Storage, type UserRow } from '../../../server/storage';
import { ImportLost, importJobs } from '../../../server/transfer/import/import-jobs';
import { HOUR_MS, unixMs } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { pocketZip } from '../support/pocket-zip';
import { runDueJobs } from '../support/run-jobs';
import { startServer, type TestServer } from '../support/test-server';

const noServices = () => Promise.reject(new Error('The test must not contact a service'));

describeOnDatabases('imports of files on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  let users = 0;
  beforeAll(async () => {
    t = await startServer(database);
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    users += 1;
    ada = await t.addUser(`ada${users}`);
    token = await t.tokenOf(ada);
  });
  // Removes jobs that the next test would run otherwise.
  afterEach(async () => {
    t.advance(24 * HOUR_MS);
    await run();
  });

  const send = (source: string, json: object) =>
    t.send('POST', `/api/bookmarks/import/${source}`, { token, json });

  const run = (on: TestServer = t) => runDueJobs(on.server, [importJobs(on.server, noServices)]);

  /** Starts an import and returns the path of its progress. */
  async function start(source: string, json: object): Promise<string> {
    const answer = await send(source, json);
    expect(answer.status).toBe(202);
    expect(await answer.json()).toEqual({ status: 202, message: 'import started' });
    return new URL(answer.headers.get('Location') ?? '').pathname;
  }
  const progressAt = async (path: string) => (await t.send('GET', path, { token })).json();

  /** Returns the imported bookmarks, oldest first. */
  async function saved(): Promise<readonly BookmarkRow[]> {
    const batches = await Array.fromAsync(t.storage.bookmarks.eachMatch(ada.id, EVERYTHING));
    return batches.flat().toReversed();
  }
  const urls = async () => (await saved()).map(({ url }) => url).sort();

  it('create bookmarks with all fields of the file, whose pages are read later', async () => {
    const data = [
      'url,title,state,created,labels',
      'https://example.org/a#part,"A, the first",archive,2026-01-02T03:04:05Z,"[""x"",""y""]"',
      'ftp://example.org/b,No web address,,,',
    ].join('\n');
    const path = await start('csv', { data });
    expect(await progressAt(path)).toEqual({
      scheduled: true,
      progress: { total: 1, done: 0, status: 0 },
    });
    expect(await run()).toEqual(['done']);
    expect(await progressAt(path)).toEqual({
      scheduled: false,
      progress: { total: 1, done: 1, status: 1 },
    });
    const [bookmark] = await saved();
    expect(bookmark).toMatchObject({
      url: 'https://example.org/a',
      title: 'A, the first',
      site: 'example.org',
      state: 2,
      isArchived: true,
      readProgress: 100,
      labels: ['x', 'y'],
      created: unixMs(Date.UTC(2026, 0, 2, 3, 4, 5)),
    });
    expect(await t.storage.jobs.counts()).toContainEqual(
      expect.objectContaining({ kind: 'extraction', state: 'waiting' }),
    );
  });

  it('give labels that differ only in case the spelling of the oldest bookmark, as the extension does', async () => {
    const data = 'url,labels\nhttps://example.org/a,"Tea, tea, Pears"\nhttps://example.org/b,TEA\n';
    await start('csv', { data });
    await run();
    const labels = (await saved()).map((bookmark) => bookmark.labels);
    expect(labels.toSorted()).toEqual([['Pears', 'TEA'], ['TEA']]);
  });

  it('keep the note of a page apart from its description', async () => {
    const data =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://example.org/">x</A><DD>About ice[linkding-notes]For Ada[/linkding-notes]</DL>';
    await start('browser', { data });
    await run();
    expect(await saved()).toMatchObject([{ description: 'About ice', note: 'For Ada' }]);
  });

  it('accept the file as a part, and apply the options to all bookmarks', async () => {
    const body = new FormData();
    body.set(
      'data',
      new Blob(['https://example.org/a\nhttps://example.org/b\n']),
      '../../etc/passwd',
    );
    body.set('label', '  old  things ');
    body.set('mark_read', 'true');
    body.set('archive', '1');
    const answer = await t.send('POST', '/api/bookmarks/import/text', { token, body });
    expect(answer.status).toBe(202);
    await run();
    expect(await saved()).toMatchObject([
      { labels: ['old things'], isArchived: true, readProgress: 100 },
      { labels: ['old things'], isArchived: true, readProgress: 100 },
    ]);
  });

  it("make labels of a browser's folders on request", async () => {
    const data =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>A</H3><DL><p><DT><H3>B</H3><DL><p><DT><A HREF="https://example.org/">x</A></DL></DL></DL>';
    await start('browser', { data, labels_from_titles: true });
    await run();
    expect((await saved())[0]?.labels).toEqual(['A/B']);
  });

  it('skip duplicates in the library or in the file unless told otherwise', async () => {
    const address = 'https://example.org/old';
    const { id } = await t.storage.bookmarks.create(ada.id, { url: address });
    await t.storage.bookmarks.update(ada.id, id, { url: 'https://example.org/new' });
    const data = ['new', 'old', 'old#part', 'other', 'other#x', 'Other']
      .map((path) => `https://example.org/${path}`)
      .join('\n');
    const path = await start('text', { data });
    await run();
    expect(await urls()).toEqual([
      'https://example.org/Other',
      'https://example.org/new',
      'https://example.org/other',
    ]);
    expect(await progressAt(path)).toMatchObject({ progress: { total: 6, done: 6, status: 1 } });
    await start('text', { data, ignore_duplicates: false });
    await run();
    expect(await saved()).toHaveLength(9);
  });

  it('keep highlights until their words are found', async () => {
    const pages = [
      { url: 'https://example.org/', title: 'A', highlights: [{ quote: 'Words', created_at: 0 }] },
    ];
    const table = 'title,url,time_added,tags,status\nA,https://example.org/,1,,unread\n';
    const body = new FormData();
    body.set('data', await pocketZip(table, pages), 'pocket.zip');
    const answer = await t.send('POST', '/api/bookmarks/import/pocket-file', { token, body });
    expect(await answer.text()).toContain('import started');
    await run();
    const [bookmark] = await saved();
    expect(await t.storage.annotations.list(bookmark!.key)).toMatchObject([
      { text: 'Words', color: 'yellow', quote: { exact: 'Words', prefix: '', suffix: '' } },
    ]);
  });

  describe('that are interrupted', () => {
    const many = Array.from({ length: 60 }, (_, at) => `https://example.org/${at}`);

    /** Returns a server whose `nth` transaction from now on fails as with a lost database. */
    function failingAt(nth: number): TestServer {
      let count = 0;
      const transaction: Storage['transaction'] = (work) => {
        count += 1;
        return count === nth ? Promise.reject(new Error('gone')) : t.storage.transaction(work);
      };
      return t.another({ storage: { ...t.storage, transaction } });
    }

    it('continue at the same place, and create nothing twice', async () => {
      const path = await start('text', { data: many.join('\n'), ignore_duplicates: false });
      expect(await run(failingAt(2))).toEqual(['put-back']);
      expect(await progressAt(path)).toEqual({
        scheduled: false,
        progress: { total: 60, done: 25, status: 0 },
      });
      expect(await saved()).toHaveLength(25);
      t.advance(HOUR_MS);
      expect(await run()).toEqual(['done']);
      expect(await urls()).toEqual([...many].sort());
      expect(await progressAt(path)).toMatchObject({ progress: { done: 60, status: 1 } });
    });

    it('write nothing after another process has taken them over', async () => {
      await start('text', { data: many.join('\n') });
      const [job] = await t.storage.jobs.claim('import', 1, LEASE_MS);
      t.advance(2 * LEASE_MS);
      expect(await run()).toEqual(['done']);
      const late = importJobs(t.server, noServices).run(job!, new AbortController().signal);
      await late.catch(() => undefined);
      expect(await saved()).toHaveLength(60);
    });

    it('write nothing while another process has them', async () => {
      await start('text', { data: many.join('\n') });
      const [job] = await t.storage.jobs.claim('import', 1, LEASE_MS);
      t.advance(2 * LEASE_MS);
      expect(await t.storage.jobs.claim('import', 1, LEASE_MS)).toMatchObject([{ id: job!.id }]);
      const late = importJobs(t.server, noServices).run(job!, new AbortController().signal);
      await expect(late).rejects.toThrow(ImportLost);
      expect(await saved()).toEqual([]);
    });

    it('end when they fail too often', async () => {
      const path = await start('text', { data: many.join('\n') });
      const kind = importJobs(t.server, noServices);
      for (let tries = 0; tries < 10; tries += 1) {
        t.advance(HOUR_MS);
        await runDueJobs(t.server, [{ ...kind, run: () => Promise.reject(new Error('no')) }]);
      }
      expect(await progressAt(path)).toMatchObject({ progress: { done: 0, status: 1 } });
      expect(t.logged.map(({ event }) => event)).toContain('import given up');
    });
  });

  it('of one user run one after another, so that those of others need not wait', async () => {
    await start('text', { data: 'https://example.org/1' });
    await start('text', { data: 'https://example.org/2' });
    token = await t.tokenOf(await t.addUser(`bob${users}`));
    await start('text', { data: 'https://example.org/3' });
    const { name, parallel, perOwner = parallel } = importJobs(t.server, noServices);
    const shares = { perOwner, running: new Map() };
    const jobs = await t.storage.jobs.claim(name, parallel, LEASE_MS, shares);
    expect(new Set(jobs.map(({ owner }) => owner)).size).toBe(2);
    expect(jobs).toHaveLength(2);
    for (const job of jobs) await t.storage.jobs.release(job);
  });

  it('are forbidden for apps, and their progress is visible only to their owner', async () => {
    const scopes = ['bookmarks:read', 'bookmarks:write', 'profile:read'] as const;
    const app = await t.tokenOf(ada, scopes);
    const json = { data: 'https://example.org/' };
    const refused = await t.send('POST', '/api/bookmarks/import/text', { token: app, json });
    expect(refused.status).toBe(403);
    const path = await start('text', json);
    const eve = await t.tokenOf(await t.addUser(`eve${users}`));
    const answer = await t.send('GET', path, { token: eve });
    expect(await answer.json()).toEqual({
      scheduled: false,
      progress: { total: 0, done: 0, status: 1 },
    });
  });
});
