import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BookmarkRow, Storage, UserRow } from '../../../server/storage';
import { EXPORT_FORMATS } from '../../../src/contract';
import { DAY_MS, SECOND_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { fakeAnnotation } from '../storage/support/rows';
import { saveArticle } from '../support/saved-article';
import { startServer, type TestServer } from '../support/test-server';

describeOnDatabases('an export that is requested again, on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  let row: BookmarkRow;
  beforeEach(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
    row = await saveArticle(t, ada, { title: 'First' });
    await saveArticle(t, ada, { title: 'Second' });
    t.advance(SECOND_MS);
  });
  afterEach(() => t.remove());

  const get = (path: string, headers: Record<string, string> = {}, from = t) =>
    from.send('GET', `/api/bookmarks/${path}`, { token, headers });
  const tagOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await get(path, headers);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    return answer.headers.get('ETag') ?? '';
  };
  const statusWith = async (tag: string, path: string) =>
    (await get(path, { 'if-none-match': tag })).status;

  const one = (format: string) => `${row.id}/article.${format}`;
  const list = (format: string) => `export.${format}`;

  /** Returns a server on which reading the contents of bookmarks fails. */
  const withoutContents = () => {
    const contents: Storage['contents'] = new Proxy(t.storage.contents, {
      get: () => () => Promise.reject(new Error('The contents were read')),
    });
    return t.another({ storage: { ...t.storage, contents } });
  };

  it.each([
    ['of one bookmark', one],
    ['of a list', list],
  ])('is sent only if it changed: %s', async (_kind, pathOf) => {
    const paths = EXPORT_FORMATS.map(pathOf);
    const tags = new Map<string, string>();
    for (const path of paths) {
      const first = await get(path);
      const tag = first.headers.get('ETag') ?? '';
      expect(tag).toMatch(/^"\w{32}"$/);
      const again = await get(path, { 'if-none-match': tag }, withoutContents());
      expect([again.status, await again.text()]).toEqual([304, '']);
      // The same tag stands for the same bytes.
      t.advance(DAY_MS);
      const later = await get(path);
      expect(later.headers.get('ETag')).toBe(tag);
      expect(await later.bytes()).toEqual(await first.bytes());
      tags.set(path, tag);
    }
    await t.storage.annotations.create(row.key, fakeAnnotation());
    for (const [path, tag] of tags) expect(await statusWith(tag, path), path).toBe(200);
  });

  it('has another tag in each format, and at each address', async () => {
    const zip = { accept: 'application/zip' };
    const paths = [one('md'), list('md'), one('epub'), list('epub'), list('csv?is_marked=0')];
    const tags = await Promise.all([
      ...paths.map((path) => tagOf(path)),
      tagOf(one('md'), zip),
      tagOf(list('md'), zip),
    ]);
    expect(new Set(tags).size).toBe(tags.length);
  });

  it('of one bookmark has the date of its last change', async () => {
    const { headers } = await get(one('md'));
    const date = headers.get('Last-Modified') ?? '';
    expect(Date.parse(date)).toBe(Math.floor(row.updated / SECOND_MS) * SECOND_MS);
    expect((await get(one('epub'), { 'if-modified-since': date })).status).toBe(304);
  });

  it('of a search is sent when other bookmarks match, without any change of one', async () => {
    const path = 'export.csv?range_start=-1d&range_end=%2B1d';
    const tag = await tagOf(path);
    expect(await statusWith(tag, path)).toBe(304);
    t.advance(DAY_MS - 10 * SECOND_MS);
    await saveArticle(t, ada, { title: 'Third' });
    const [both, search] = [await tagOf(path), await tagOf('export.csv?search=harbour')];
    t.advance(60 * SECOND_MS);
    expect(await statusWith(both, path)).toBe(200);
    expect(await statusWith(search, 'export.csv?search=harbour')).toBe(304);
    expect(await statusWith(search, 'export.csv?search=harbours')).toBe(404);
  });
});
