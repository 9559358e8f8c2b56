import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkRow, Storage, UserRow } from '../../../server/storage';
import { BookmarkInfo } from '../../../src/contract';
import { SECOND_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { addLoaded, addWithArticle, GIF } from '../support/bookmarks';
import { BASE, startServer, type TestServer } from '../support/test-server';

describeOnDatabases('reading a bookmark on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  let row: BookmarkRow;
  let path: string;
  beforeEach(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
    row = await addWithArticle(t, ada);
    path = `/api/bookmarks/${row.id}`;
    t.advance(SECOND_MS);
  });
  afterEach(() => t.remove());

  const get = (at: string, headers: Record<string, string> = {}) =>
    t.send('GET', at, { token, headers });

  it('returns all fields', async () => {
    const answer = await get(path);
    const info = BookmarkInfo.parse(await answer.json());
    expect(info).toMatchObject({
      id: row.id,
      loaded: true,
      has_article: true,
      omit_description: false,
      read_anchor: '',
      note: '',
      links: [{ url: 'https://example.org/next', title: 'Next', is_page: true }],
      resources: {
        article: { src: `${BASE}${path}/article` },
        icon: {
          src: `${BASE}/bm/${row.id.slice(0, 2)}/${row.id}/img/icon.gif`,
          width: 1,
          height: 1,
        },
      },
    });
    expect(info).not.toHaveProperty('errors');
    expect(info).not.toHaveProperty('embed');
    expect(answer.headers.get('Bookmark-Id')).toBe(row.id);
    expect(answer.headers.get('Link')).toBe(
      `<${BASE}/bookmarks/${row.id}>; rel="alternate"; type="text/html"`,
    );
  });

  it('returns the fields of a video and of a failure', async () => {
    const { id } = await addLoaded(t, ada, {
      embed: '<iframe src="https://video.example/1"></iframe>',
      embedDomain: 'video.example',
      errors: ['cannot load resource'],
      omitDescription: true,
      readAnchor: 'p:nth-child(2)',
    });
    expect(await (await get(`/api/bookmarks/${id}`)).json()).toMatchObject({
      embed: '<iframe src="https://video.example/1"></iframe>',
      embed_domain: 'video.example',
      errors: ['cannot load resource'],
      omit_description: true,
      read_anchor: 'p:nth-child(2)',
      links: [],
    });
  });

  it('has no validators while the bookmark is loading, because it changes without a request', async () => {
    const { id } = await t.storage.bookmarks.create(ada.id, { url: 'https://example.org/' });
    const answer = await get(`/api/bookmarks/${id}`);
    expect(await answer.json()).toMatchObject({ state: 2, loaded: false });
    expect(answer.headers.has('ETag') || answer.headers.has('Last-Modified')).toBe(false);
  });

  /** Returns a server on which reading the contents of bookmarks fails. */
  const withoutContents = () => {
    const contents: Storage['contents'] = new Proxy(t.storage.contents, {
      get: () => () => Promise.reject(new Error('The contents were read')),
    });
    return t.another({ storage: { ...t.storage, contents } });
  };

  it.each(['', '/article', '/x/log', '/x/props.json', '/x/in-text.gif'])(
    'sends %s again only when it changed, and compares before it reads',
    async (below) => {
      const first = await get(path + below);
      expect(first.status).toBe(200);
      expect(first.headers.get('Last-Modified')).toBe(new Date(row.updated).toUTCString());
      const headers = { 'if-none-match': first.headers.get('ETag') ?? '' };
      const again = await withoutContents().send('GET', path + below, { token, headers });
      expect([again.status, await again.text()]).toEqual([304, '']);
      const since = { 'if-modified-since': first.headers.get('Last-Modified') ?? '' };
      expect((await get(path + below, since)).status).toBe(304);
      await t.storage.bookmarks.update(ada.id, row.id, { isFavourite: true });
      expect((await get(path + below, headers)).status).toBe(200);
      const changed = await get(path + below, since);
      expect(changed.status).toBe(200);
      // Another change could follow in the same second.
      expect(changed.headers.has('Last-Modified')).toBe(false);
    },
  );

  describe('its article', () => {
    it('has its images at public addresses', async () => {
      const answer = await get(`${path}/article`);
      const image = `${BASE}/bm/${row.id.slice(0, 2)}/${row.id}/_resources/in-text.gif`;
      expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('Link')).toBe(`<${image}>; rel="media"`);
      expect(await answer.text()).toBe(
        `<section><p>One two three</p><img loading="lazy" src="${image}"></section>`,
      );
    });

    it('shows its annotations', async () => {
      const place = { start_selector: 'section[1]/p[1]', end_selector: 'section[1]/p[1]' };
      const made = await t.send('POST', `${path}/annotations`, {
        token,
        json: { ...place, start_offset: 4, end_offset: 7, color: 'red' },
      });
      const { id } = (await made.json()) as { id: string };
      const html = await (await get(`${path}/article`)).text();
      expect(html).toContain(
        `One <rd-annotation id="annotation-${id}" data-annotation-id-value="${id}" data-annotation-color="red">two</rd-annotation> three`,
      );
      expect(html).toContain(`${BASE}/bm/`);
    });

    it('does not change text that looks like an image', async () => {
      const html = '<p>&lt;img src="_resources/a.png"&gt; and src="_resources/b.png"</p>';
      const { id } = await addWithArticle(t, ada, html);
      expect(await (await get(`/api/bookmarks/${id}/article`)).text()).toBe(html);
    });

    it('does not change names that are not of its files', async () => {
      const odd = '<p><img src="_resources/%zz"><img src="_resources/a/b.png"></p>';
      const { id } = await addWithArticle(t, ada, odd);
      expect(await (await get(`/api/bookmarks/${id}/article`)).text()).toBe(odd);
    });

    it('is empty for a page without one, and not found while the bookmark is loading', async () => {
      const { id } = await addLoaded(t, ada);
      const empty = await get(`/api/bookmarks/${id}/article`);
      expect([empty.status, await empty.text()]).toEqual([200, '']);
      const loading = await t.storage.bookmarks.create(ada.id, { url: 'https://example.org/' });
      const answer = await get(`/api/bookmarks/${loading.id}/article`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({
        status: 404,
        message: 'The bookmark is still loading',
      });
    });
  });

  describe('its files', () => {
    it('include its log and its properties from the beginning', async () => {
      const log = await get(`${path}/x/log`);
      expect(log.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
      expect(await log.text()).toBe('Read the page\n');
      const props = await get(`${path}/x/props.json`);
      expect(props.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(await props.json()).toEqual({ title: ['A page'] });
      const { id } = await t.storage.bookmarks.create(ada.id, { url: 'https://example.org/' });
      expect(await (await get(`/api/bookmarks/${id}/x/props.json`)).json()).toEqual({});
      expect(await (await get(`/api/bookmarks/${id}/x/log`)).text()).toBe('');
    });

    it('include its images, only by their names', async () => {
      const answer = await get(`${path}/x/in-text.gif`);
      expect(answer.headers.get('Content-Type')).toBe('image/gif');
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(GIF);
      for (const name of ['nothing.gif', '..%2Fprops.json', 'sent%2F00000', '%00', 'props.JSON']) {
        expect((await get(`${path}/x/${name}`)).status, name).toBe(404);
      }
    });
  });

  it.each([
    ['type=label&q=a*', ['a', 'Äb']],
    ['type=label&q=*B', ['Äb']],
    ['type=label&q=b', []],
    ['type=author&q=*love*', ['Ada Lovelace']],
    ['type=site&q=example.org', ['example.org']],
    ['type=title&q=A+p*', ['A page']],
  ])('completes %s', async (query, wanted) => {
    await addLoaded(t, ada, { labels: ['a', 'Äb'], authors: ['Ada Lovelace'] });
    await addLoaded(t, await t.addUser('bob'), { labels: ['another'], title: 'A place' });
    expect(await (await get(`/api/bookmarks/@complete?${query}`)).json()).toEqual(wanted);
  });
});
