import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookmarkRow, StorageUnavailable, type UserRow } from '../../../server/storage';
import { BookmarkInfo } from '../../../src/contract';
import { describeOnDatabases } from '../storage/support/databases';
import { addArticle, addFiles } from '../support/library';
import { receivedParts } from '../support/sync-parts';
import { startServer, type TestServer } from '../support/test-server';

const PATH = '/api/bookmarks/sync';
const ALL = { with_json: true, with_html: true, with_markdown: true, with_resources: true };
const IMAGE = '2NqEsMDNxxRrTy8rNmpQfm.png';
const ARTICLE = `<section><p>One <b>two</b> three</p><p><img src="_resources/${IMAGE}" alt="A pear"></p></section>`;

describeOnDatabases('the sync stream on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  let whole: BookmarkRow;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser();
    token = await t.tokenOf(ada, ['bookmarks:read']);
    whole = await addArticle(t, ada, ARTICLE, {
      title: 'Fruit',
      site: 'example.org',
      labels: ['to read'],
      note: 'For Ada',
      errors: ['cannot load resource'],
    });
    await addFiles(t, whole, [
      { name: 'thumbnail.jpeg', kind: 'thumbnail' },
      { name: IMAGE, kind: 'embedded' },
      { name: 'icon.png', kind: 'icon' },
    ]);
    await t.storage.contents.put(whole.key, {
      links: [
        {
          url: 'https://example.org/next',
          domain: 'example.org',
          title: 'Next',
          is_page: true,
          content_type: 'text/html',
        },
      ],
    });
    const range = { start_selector: 'section[1]/p[1]', end_selector: 'section[1]/p[1]' };
    await t.send('POST', `/api/bookmarks/${whole.id}/annotations`, {
      token: await t.tokenOf(ada),
      json: { ...range, start_offset: 4, end_offset: 7, color: 'red', note: 'Why?' },
    });
    whole = (await t.storage.bookmarks.find(ada.id, whole.id))!;
  });
  afterAll(() => t.remove());

  const ask = (json: object, as = token) => t.send('POST', PATH, { token: as, json });
  const parts = async (json: object, as = token) => receivedParts(await ask(json, as));
  /** Returns a user with `count` bookmarks, oldest first, created one second apart. */
  const someone = async (name: string, count: number) => {
    const user = await t.addUser(name);
    const rows: BookmarkRow[] = [];
    for (let n = 0; n < count; n++) {
      rows.push(await addArticle(t, user, `<p>${'word '.repeat(400)}</p>`, { title: `No. ${n}` }));
      t.advance(1000);
    }
    return { user, rows, token: await t.tokenOf(user) };
  };

  it('has the parts of a bookmark in a fixed order, each with its headers', async () => {
    const [json, html, markdown, ...files] = await parts({ ...ALL, id: [whole.id] });
    const href = `http://leafmark.test/api/bookmarks/${whole.id}`;
    const second = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '');
    const dates = { date: second(whole.created), 'last-modified': second(whole.updated) };
    expect(Object.fromEntries(json!.lines)).toEqual({
      'bookmark-id': whole.id,
      'content-disposition': 'attachment; filename="info.json"',
      'content-type': 'application/json; charset=utf-8',
      filename: 'info.json',
      location: href,
      type: 'json',
      ...dates,
    });
    expect(Object.fromEntries(html!.lines)).toEqual({
      'bookmark-id': whole.id,
      'content-disposition': 'attachment; filename="index.html"',
      'content-type': 'text/html; charset=utf-8',
      filename: 'index.html',
      location: `${href}/article`,
      type: 'html',
      ...dates,
    });
    expect(Object.fromEntries(markdown!.lines)).toEqual({
      'bookmark-id': whole.id,
      'content-disposition': 'attachment; filename="index.md"',
      'content-type': 'text/markdown; charset=utf-8',
      filename: 'index.md',
      type: 'markdown',
      ...dates,
    });
    expect(files.map(({ group, filename }) => [group, filename])).toEqual([
      ['icon', 'icon.png'],
      ['thumbnail', 'thumbnail.jpeg'],
      ['embedded', IMAGE],
    ]);
    expect(Object.fromEntries(files[2]!.lines)).toEqual({
      'bookmark-id': whole.id,
      'content-disposition': `attachment; filename="${IMAGE}"`,
      'content-length': String(`bytes of ${IMAGE}`.length),
      'content-type': 'image/png',
      filename: IMAGE,
      group: 'embedded',
      location: `http://leafmark.test/bm/${whole.id.slice(0, 2)}/${whole.id}/_resources/${IMAGE}`,
      path: IMAGE,
      type: 'resource',
    });
    expect(files[0]?.location).toBe(
      `http://leafmark.test/bm/${whole.id.slice(0, 2)}/${whole.id}/img/icon.png`,
    );
    for (const { text, filename } of files) expect(text).toBe(`bytes of ${filename}`);
  });

  it("has the bookmark's fields in its JSON, without its errors", async () => {
    const [json] = await parts({ with_json: true, id: [whole.id] });
    const info = JSON.parse(json!.text) as Record<string, unknown>;
    expect(BookmarkInfo.safeParse(info)).toMatchObject({ success: true });
    expect(info).toMatchObject({
      id: whole.id,
      title: 'Fruit',
      labels: ['to read'],
      links: [{ url: 'https://example.org/next' }],
      omit_description: false,
      note: 'For Ada',
    });
    expect(info).not.toHaveProperty('errors');
  });

  it('shows annotations in HTML and in Markdown', async () => {
    const [html, markdown] = await parts({ with_html: true, with_markdown: true, id: [whole.id] });
    expect(html?.text).toContain(`data-annotation-color="red">two</rd-annotation>`);
    expect(html?.text).toContain('title="Why?"');
    expect(markdown?.text).toMatch(/^---\ntitle: "Fruit"\n/);
    expect(markdown?.text).toContain('==two==');
    expect(markdown?.text).not.toContain('# Fruit');
  });

  it('has the annotations as a separate part before the files, which is empty without annotations', async () => {
    const bare = await addArticle(t, ada, '<p>Nothing marked</p>');
    const json = { ...ALL, with_annotations: true, id: [whole.id, bare.id] };
    const received = await parts(json);
    expect(received.map(({ type }) => type)).toEqual([
      ...['json', 'html', 'markdown', 'annotations', 'resource', 'resource', 'resource'],
      ...['json', 'html', 'markdown', 'annotations'],
    ]);
    const [marked, nothing] = received.filter(({ type }) => type === 'annotations');
    const path = `/api/bookmarks/${whole.id}/annotations`;
    const second = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '');
    expect(Object.fromEntries(marked!.lines)).toEqual({
      'bookmark-id': whole.id,
      'content-disposition': 'attachment; filename="annotations.json"',
      'content-type': 'application/json; charset=utf-8',
      date: second(whole.created),
      filename: 'annotations.json',
      'last-modified': second(whole.updated),
      location: `http://leafmark.test${path}`,
      type: 'annotations',
    });
    const list = await (await t.send('GET', path, { token })).json();
    expect(JSON.parse(marked!.text)).toEqual(list);
    expect(list).toMatchObject([{ text: 'two', color: 'red', note: 'Why?' }]);
    expect(nothing!.text).toBe('[]');
    const alone = await parts({ with_annotations: true, id: [whole.id] });
    expect(alone.map(({ type, text }) => [type, text])).toEqual([['annotations', marked!.text]]);
    await t.storage.bookmarks.delete(ada.id, [bare.id]);
  });

  it.each([
    ['.', `${IMAGE}`],
    ['./img/', `img/${IMAGE}`],
    ['../%/x', `../ID/x/${IMAGE}`],
    ['', `http://leafmark.test/bm/AB/ID/_resources/${IMAGE}`],
  ])(
    'refers to images by the names of their parts in HTML and Markdown, with the prefix "%s"',
    async (prefix, path) => {
      const wanted = { ...ALL, with_json: false, resource_prefix: prefix, id: [whole.id] };
      const [html, markdown, ...files] = await parts(wanted);
      // First the two characters, because the id may contain them.
      const expected = path.replace('AB', whole.id.slice(0, 2)).replace('ID', whole.id);
      expect(files[2]?.path).toBe(expected);
      expect(html?.text).toContain(`<img src="${expected}" alt="A pear"/>`);
      expect(markdown?.text).toContain(`![A pear](${expected})`);
    },
  );

  it('links to images that are not kept in Markdown, with any prefix', async () => {
    const html = `${ARTICLE}<p><img src="https://nope.invalid/a.png" alt="Alt"></p>`;
    const row = await addArticle(t, ada, html);
    await addFiles(t, row, [{ name: IMAGE, kind: 'embedded' }]);
    for (const resource_prefix of ['', '.']) {
      const [markdown] = await parts({ with_markdown: true, resource_prefix, id: [row.id] });
      expect(markdown?.text).toMatch(/!\[A pear\]\([^)]*2NqEsMDNxxRrTy8rNmpQfm\.png\)\n/);
      expect(markdown?.text).toContain('\n[Alt](https://nope.invalid/a.png)\n');
    }
    await t.storage.bookmarks.delete(ada.id, [row.id]);
  });

  it('has no HTML for a bookmark without an article, but Markdown with its image', async () => {
    const photo = await t.storage.bookmarks.create(ada.id, { url: 'https://a.org/', state: 0 });
    await addFiles(t, photo, [{ name: 'image.jpeg', kind: 'image' }]);
    const received = await parts({ ...ALL, id: [photo.id] });
    expect(received.map(({ type }) => type)).toEqual(['json', 'markdown', 'resource']);
    expect(received[1]?.text).toContain('![](image.jpeg)');
  });

  it('has only its end when no part is requested', async () => {
    const answer = await ask({});
    const boundary = /"(.*)"/.exec(answer.headers.get('Content-Type') ?? '')?.[1];
    expect(await answer.text()).toBe(`--${boundary}--\r\n`);
  });

  it('has all bookmarks or the requested ones, in the requested order', async () => {
    const { user, rows, token: own } = await someone('bob', 120);
    const [first, second] = rows;
    await t.storage.bookmarks.update(user.id, first!.id, { isFavourite: true });
    const ids = async (json: object) => {
      const received = await parts({ with_json: true, ...json }, own);
      return received.map(({ bookmarkId }) => bookmarkId);
    };
    const created = rows.map(({ id }) => id);
    expect(await ids({})).toEqual([...created.slice(1), first!.id]);
    expect(await ids({ id: [], sort: ['-updated'] })).toEqual([
      first!.id,
      ...created.slice(1).toReversed(),
    ]);
    expect(await ids({ sort: ['created'] })).toEqual(created);
    expect(await ids({ sort: ['-created', 'updated'] })).toEqual(created.toReversed());
    const some = [second!.id, 'x'.repeat(20), whole.id, first!.id];
    expect(await ids({ id: some, sort: ['created'] })).toEqual([first!.id, second!.id]);
    const form = new URLSearchParams({ with_json: 'true', id: second!.id });
    const answer = await t.send('POST', PATH, { token: own, form });
    expect(await receivedParts(answer)).toHaveLength(1);
  });

  it('accepts a JSON or form body with its type', async () => {
    expect((await t.send('POST', PATH, { token })).status).toBe(422);
  });

  describe('while it is sent', () => {
    /** Returns the server. It waits for `onBatch` before it sends each batch of bookmarks. */
    const watched = (onBatch: (batch: number) => unknown) => {
      const { storage } = t;
      const each: typeof storage.bookmarks.each = async function* (...args) {
        let batch = 0;
        for await (const rows of storage.bookmarks.each(...args)) {
          await onBatch(batch++);
          yield rows;
        }
      };
      return t.another({
        storage: { ...storage, bookmarks: { ...storage.bookmarks, each } },
      });
    };

    it('reads no further than the client, and stops when the client leaves', async () => {
      const { token: own } = await someone('cleo', 400);
      let batches = 0;
      const server = watched(() => {
        batches += 1;
      });
      const json = { with_json: true, with_html: true };
      const { body } = await server.send('POST', PATH, { token: own, json });
      const reader = body!.getReader();
      await reader.read();
      const afterFirst = batches;
      expect(afterFirst).toBeLessThan(3);
      await reader.read();
      await reader.cancel();
      const left = batches;
      await t.storage.users.count();
      expect(batches).toBe(left);
      expect(left).toBeLessThan(6);
    });

    it('has each bookmark that exists all the time, whatever is written meanwhile', async () => {
      const { user, rows, token: own } = await someone('dora', 300);
      const [changed, gone] = [rows[250]!, rows[260]!];
      const server = watched(async (batch) => {
        if (batch !== 1) return;
        await t.storage.bookmarks.update(user.id, changed.id, { title: 'Changed' });
        await t.storage.bookmarks.delete(user.id, [gone.id]);
        await addArticle(t, user, '<p>New</p>', { title: 'New' });
      });
      const answer = await server.send('POST', PATH, { token: own, json: ALL });
      const received = await receivedParts(answer);
      const ids = new Set(received.map(({ bookmarkId }) => bookmarkId));
      for (const { id } of rows) if (id !== gone.id) expect(ids).toContain(id);
      const titles = received
        .filter(({ type, bookmarkId }) => type === 'json' && bookmarkId === changed.id)
        .map(({ text }) => (JSON.parse(text) as { title: string }).title);
      expect(titles.at(-1)).toBe('Changed');
    });

    it('is cut off when the database is lost, with one log entry', async () => {
      const { token: own } = await someone('emma', 120);
      const server = watched((batch) => {
        if (batch === 1) throw new StorageUnavailable('gone', new Error('gone'));
      });
      t.logged.length = 0;
      const answer = await server.send('POST', PATH, { token: own, json: ALL });
      await expect(answer.text()).rejects.toThrow();
      const faults = t.logged.filter(({ level }) => level === 'error');
      expect(faults).toMatchObject([{ event: 'sync broke off' }]);
    });
  });
});
