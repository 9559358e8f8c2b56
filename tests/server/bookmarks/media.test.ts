import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookmarkRow, UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { addWithArticle, GIF } from '../support/bookmarks';
import { addBytes } from '../support/library';
import { startServer, type TestServer } from '../support/test-server';

describeOnDatabases('public files on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let row: BookmarkRow;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    row = await addWithArticle(t, ada);
  });
  afterAll(() => t.remove());

  const at = (path: string, { id }: BookmarkRow = row) => `/bm/${id.slice(0, 2)}/${id}/${path}`;

  it.each(['img/icon.gif', '_resources/in-text.gif'])(
    '%s is public and can be cached for a year',
    async (path) => {
      const answer = await t.send('GET', at(path));
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(GIF);
      expect(answer.headers.get('Content-Type')).toBe('image/gif');
      expect(answer.headers.get('Content-Length')).toBe(String(GIF.length));
      expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000');
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(answer.headers.has('Content-Disposition')).toBe(false);
      expect(answer.headers.get('Content-Security-Policy')).toMatch(
        /default-src 'none';.*sandbox$/,
      );
    },
  );

  it('sends a large file in pieces, as it was stored', async () => {
    const bytes = randomBytes(1_000_000);
    const other = await addWithArticle(t, ada);
    await addBytes(t, other, [{ name: 'large.png', kind: 'embedded', bytes }]);
    const read: number[] = [];
    const contents = {
      ...t.storage.contents,
      async pieces(...args: Parameters<typeof t.storage.contents.pieces>) {
        const pieces = await t.storage.contents.pieces(...args);
        return (async function* () {
          for await (const piece of pieces!) {
            read.push(piece.length);
            yield piece;
          }
        })();
      },
    };
    const own = t.another({ storage: { ...t.storage, contents } });
    const answer = await own.send('GET', at('_resources/large.png', other));
    expect(answer.headers.get('Content-Length')).toBe('1000000');
    // A client that does not read has only the first piece in memory.
    expect(read).toHaveLength(1);
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), bytes)).toBe(0);
    expect(Math.max(...read)).toBeLessThanOrEqual(256 * 1024);
    const head = await own.send('HEAD', at('_resources/large.png', other));
    expect(head.headers.get('Content-Length')).toBe('1000000');
  });

  it('answers with 304 without reading the file', async () => {
    const path = at('img/icon.gif');
    const etag = (await t.send('GET', path)).headers.get('ETag') ?? '';
    const contents = new Proxy(t.storage.contents, {
      get: (of, name) =>
        name === 'bytes' || name === 'pieces'
          ? () => Promise.reject(new Error('The file was read'))
          : Reflect.get(of, name),
    });
    const answer = await t
      .another({ storage: { ...t.storage, contents } })
      .send('GET', path, { headers: { 'if-none-match': etag } });
    expect(answer.status).toBe(304);
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000');
  });

  it('is never sent as a page, whatever its type is', async () => {
    const html = Buffer.from('<script>alert(1)</script>');
    const other = await addWithArticle(t, ada);
    const file = {
      kind: 'embedded',
      url: '',
      width: 0,
      height: 0,
      hash: await t.storage.contents.storeBlob(html),
      sizeBytes: html.length,
    } as const;
    await t.storage.contents.putResources(other.key, [
      { ...file, name: 'a.html', contentType: 'text/html' },
      { ...file, name: 'b.svg', contentType: 'image/svg+xml; charset=utf-8' },
    ]);
    const page = await t.send('GET', at('_resources/a.html', other));
    expect(page.headers.get('Content-Type')).toBe('application/octet-stream');
    expect(page.headers.get('Content-Disposition')).toBe('attachment');
    const drawing = await t.send('GET', at('_resources/b.svg', other));
    expect(drawing.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(drawing.headers.get('Content-Security-Policy')).toContain('sandbox');
  });

  it.each([
    ['another kind of file', 'img/in-text.gif'],
    ['another kind of file', '_resources/icon.gif'],
    ['no file', 'img/nothing.gif'],
    ['a path to another folder', '_resources/..%2F..%2Flog'],
    ['a private file', '_resources/props.json'],
  ])('refuses the address of %s: %s', async (_what, path) => {
    const answer = await t.send('GET', at(path));
    expect(answer.status).toBe(404);
    expect(answer.headers.get('Cache-Control')).toBe('private');
  });

  it('has only one address', async () => {
    const prefix = row.id.startsWith('zz') ? 'aa' : 'zz';
    expect((await t.send('GET', `/bm/${prefix}/${row.id}/img/icon.gif`)).status).toBe(404);
  });

  it('is deleted with its bookmark', async () => {
    const other = await addWithArticle(t, ada);
    await t.storage.bookmarks.delete(ada.id, [other.id]);
    expect((await t.send('GET', at('img/icon.gif', other))).status).toBe(404);
  });
});
