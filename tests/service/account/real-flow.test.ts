import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createdBookmark,
  createWithPage,
  eachPage,
  followEvents,
  syncBookmarks,
  whenLoaded,
} from '../../../src/service';
import { DATABASES, describeOnDatabases } from '../../server/storage/support/databases';
import { picture } from '../../server/support/pictures';
import { runDueJobs } from '../../server/support/run-jobs';
import { good } from '../support/good';
import { clientOf, type RealServer, startReal, type TestClient } from '../support/real-server';

const URL_SEEN = 'HTTPS://Pages.example:443/ice?b=1#part';
const PARAGRAPH = `<p>${'The harbour froze in the second week of January, and nobody had seen that. '.repeat(8)}</p>`;
const HTML = `<!doctype html><html lang="en"><head><title>Ice</title><link rel="icon" href="/ice.png"></head><body><article><h1>Ice</h1>${PARAGRAPH}<img src="/ice.png" alt="Ice">${PARAGRAPH}</article></body></html>`;

describeOnDatabases('with the companion server on %s', (database) => {
  let real: RealServer;
  let my: TestClient;
  let id: string;
  const resolveHost = vi.fn(async () => []);
  const runJobs = () => runDueJobs(real.t.another({ resolveHost }).server);
  beforeAll(async () => {
    real = await startReal(database);
    my = real.as(await real.t.tokenOf(await real.t.addUser()));
  });
  afterAll(() => real.stop());

  it('stores a captured page as it was seen and fetches nothing', async () => {
    const headers = { 'Idempotency-Key': 'first' };
    const page = {
      url: URL_SEEN,
      title: 'My title',
      labels: ['ice', 'to read'],
      html: HTML,
      findsMain: true,
      resources: [
        {
          url: 'https://pages.example/ice.png',
          contentType: 'image/png',
          content: new Uint8Array(await picture('png', 60, 40)),
        },
      ],
    };
    ({ id } = good(await createWithPage(my.send, page, { headers })));
    expect(good(await createWithPage(my.send, page, { headers }))).toEqual({ id });
    const sleep = async () => void (await runJobs());
    const info = good(await whenLoaded(my.client.bookmarks.read, id, { sleep }));
    expect(info).toMatchObject({
      url: 'https://pages.example/ice?b=1',
      title: 'My title',
      labels: ['ice', 'to read'],
      state: 0,
      has_article: true,
    });
    const answer = good(await my.client.bookmarks.article(id));
    const article = await new Response(answer.body).text();
    expect(article).toContain('The harbour froze');
    expect(article).toMatch(/<img[^>]+\/_resources\//);
    expect(resolveHost).not.toHaveBeenCalled();
  });

  it('returns the whole bookmark in the sync stream', async () => {
    const listing = good(await my.client.sync.list()).body ?? [];
    expect(listing.map((entry) => [entry.id, entry.type])).toEqual([[id, 'update']]);
    const wanted = { id: [id], with_json: true, with_html: true, with_resources: true };
    const answer = good(await my.client.sync.stream({ ...wanted, resource_prefix: 'img/%' }));
    const [bookmark, ...others] = (await Array.fromAsync(syncBookmarks(answer, 10))).map(good);
    expect(others).toEqual([]);
    expect(bookmark).toMatchObject({ id, info: { title: 'My title' }, unusable: [] });
    expect(bookmark?.html).toContain('The harbour froze');
    const embedded = bookmark?.resources.find(({ part }) => part.group === 'embedded');
    expect(bookmark?.html).toContain(embedded?.part.path ?? 'no path');
    expect(embedded?.bytes.byteLength).toBe(embedded?.part.length);
  });

  it('reports changes while they happen, and again after the connection broke', async () => {
    const controller = new AbortController();
    const signal = controller.signal;
    const events = followEvents(my.client.events.stream, { signal });
    expect(good((await events.next()).value!)).toEqual({ kind: 'open' });
    good(await my.client.bookmarks.update(id, { is_marked: true }));
    const change = good((await events.next()).value!);
    expect(change).toMatchObject({ kind: 'change', entry: { id, type: 'update' } });
    await events.return();
    good(await my.client.bookmarks.update(id, { is_archived: true }));
    const lastEventId = change.kind === 'change' ? change.eventId : '';
    const again = followEvents(my.client.events.stream, { signal, lastEventId });
    expect(good((await again.next()).value!)).toEqual({ kind: 'open' });
    expect(good((await again.next()).value!)).toMatchObject({ kind: 'change', entry: { id } });
    controller.abort();
    expect((await again.next()).done).toBe(true);
  });

  it('returns lists page by page, and 304 when nothing changed', async () => {
    for (const n of [1, 2, 3, 4]) {
      good(await my.client.bookmarks.create({ url: `https://pages.example/${n}` }));
    }
    const pages = (await Array.fromAsync(eachPage(my.client.bookmarks.list, 2))).map(good);
    expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
      [2, 5],
      [2, 5],
      [1, 5],
    ]);
    expect(new Set(pages.flatMap(({ items }) => items.map((item) => item.id))).size).toBe(5);
    const { headers } = good(await my.client.bookmarks.list());
    const conditions = { headers: { 'If-None-Match': headers.get('ETag')! } };
    const same = good(await my.client.bookmarks.list({}, conditions));
    expect(same).toMatchObject({ status: 304, body: null });
  });

  it('reports a deleted bookmark as not found', async () => {
    good(await my.client.bookmarks.delete(id));
    const error = { kind: 'not-found' };
    expect(await my.client.bookmarks.read(id)).toEqual({ ok: false, error });
    expect(await my.client.bookmarks.update(id, { title: 'x' })).toEqual({ ok: false, error });
  });
});

describe('with a companion server below a path, behind a proxy', () => {
  it('uses the given address for everything, even when the server has another base URL', async () => {
    const real = await startReal(
      DATABASES[0][1],
      {},
      { 'base-url': 'https://read.example.org/keep' },
    );
    const token = await real.t.tokenOf(await real.t.addUser());
    const { client } = clientOf({ base: `${real.base}/keep`, token });
    const made = good(
      createdBookmark(await client.bookmarks.create({ url: 'https://pages.example/' })),
    );
    const { body } = good(await client.bookmarks.read(made.id));
    expect(body?.href).toBe(`https://read.example.org/keep/api/bookmarks/${made.id}`);
    await client.bookmarks.create({ url: 'https://pages.example/2' });
    const pages = (await Array.fromAsync(eachPage(client.bookmarks.list, 1))).map(good);
    expect(pages.map(({ items }) => items.length)).toEqual([1, 1]);
    expect(await real.as(token).client.info.read()).toMatchObject({ ok: false });
    await real.stop();
  });
});
