import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookmarkKey, StorageUnavailable, type UserRow } from '../../../server/storage';
import { createTextIndex, serialiseSpan } from '../../../src/anchoring';
import type { AnnotationInfo } from '../../../src/contract';
import { unixMs } from '../../../src/domain/time';
import { filesOf } from '../../formats/archives';
import { RICH_ARTICLE } from '../../formats/articles';
import { epubcheck } from '../../formats/epubcheck';
import { PNG } from '../../formats/items';
import { describeOnDatabases } from '../storage/support/databases';
import { fakeAnnotation } from '../storage/support/rows';
import { picture } from '../support/pictures';
import { saveArticle } from '../support/saved-article';
import { BASE, startServer, type TestServer } from '../support/test-server';

const SECOND = unixMs(Date.UTC(2026, 0, 14, 10, 0, 0, 500));

/**
 * Returns the element at a selector of the API. Elements of a book have a namespace, so local names
 * are compared.
 */
const elementAt = (root: Element, selector: string): Element | null =>
  selector.split('/').reduce<Element | null>((parent, step) => {
    const [, name, nth] = /^([a-z0-9]+)\[(\d+)\]$/.exec(step) ?? [];
    const same = [...(parent?.children ?? [])].filter(({ localName }) => localName === name);
    return same[Number(nth) - 1] ?? null;
  }, root);

const KEPT_IMAGE = '<p><img src="_resources/ice.png" alt="Ice"></p>';

/** Each missing image has text after it in the same block. */
const MISSING_IMAGES = `<p>Image missing <img src="https://nope.invalid/a.png" alt="Alt text"> after <a>inner</a> words.</p>
<p>None <img src="https://nope.invalid/b.png"> described, <a href="https://e.org/">linked <img src="https://nope.invalid/c.png" alt="Third"> too</a>.</p>
<figure>Figure <img src="https://nope.invalid/d.png"> text<figcaption>Below the figure.</figcaption></figure>`;

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describeOnDatabases('exports on %s', (database, databaseName) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
    const first = await saveArticle(t, ada, {
      title: 'First',
      labels: ['winter'],
      note: 'For Grace',
    });
    const blue = { text: 'harbour', startOffset: 4, endOffset: 11, color: 'blue', note: 'Cold!' };
    const at = { startSelector: 'section[1]/p[1]', endSelector: 'section[1]/p[1]' };
    await t.storage.annotations.create(first.key, fakeAnnotation({ ...blue, ...at }));
    await saveArticle(t, ada, {
      title: 'Second',
      labels: ['winter'],
      isFavourite: true,
      created: SECOND,
    });
    await saveArticle(t, ada, { title: 'Third', labels: [] });
    await saveArticle(t, ada, { title: 'Fourth, still loading', state: 2, labels: [] }, null);
  });
  afterAll(() => t.remove());

  const get = (path: string, accept = '*/*') => t.send('GET', path, { token, headers: { accept } });

  describe('of one bookmark', () => {
    let bob: UserRow;
    beforeAll(async () => {
      bob = await t.addUser('bob');
    });
    const one = async (id: string, format: string) =>
      t.send('GET', `/api/bookmarks/${id}/article.${format}`, { token: await t.tokenOf(bob) });

    it('are Markdown with front matter, title and text', async () => {
      const { id } = await saveArticle(t, bob);
      const answer = await one(id, 'md');
      expect(answer.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
      expect(answer.headers.get('Content-Disposition')).toBeNull();
      const text = await answer.text();
      expect(text).toMatch(/^---\ntitle: "The harbour froze"\nsaved: "2026-01-15"\n/);
      expect(text).toContain('# The harbour froze\n\nThe harbour froze, **all** of it.');
      const address = `${BASE}/bm/${id.slice(0, 2)}/${id}/_resources/ice.png`;
      expect(text).toContain(`![Ice](${address})`);
    });

    it('have images in Markdown when they are kept, and links otherwise', async () => {
      const carol = await t.addUser(`carol ${Math.random()}`);
      const html = `${KEPT_IMAGE}<p><img src="https://nope.invalid/my%20photo.png"></p>`;
      const { id } = await saveArticle(t, carol, {}, html);
      const address = `${BASE}/bm/${id.slice(0, 2)}/${id}/_resources/ice.png`;
      const asCarol = await t.tokenOf(carol);
      for (const path of [`${id}/article.md`, 'export.md']) {
        const answer = await t.send('GET', `/api/bookmarks/${path}`, { token: asCarol });
        expect(await answer.text()).toContain(
          `![Ice](${address})\n\n[my photo.png](https://nope.invalid/my%20photo.png)\n`,
        );
      }
    });

    it('are a book in which the selectors of highlights lead to the same text', async () => {
      const { id, key } = await saveArticle(
        t,
        bob,
        {},
        RICH_ARTICLE.replace(/<\/?rd-ann[^>]*>/g, '').replace('<hr>', `${MISSING_IMAGES}<hr>`),
      );
      const path = `/api/bookmarks/${id}`;
      const bobsToken = await t.tokenOf(bob);
      const article = await (await t.send('GET', `${path}/article`, { token: bobsToken })).text();
      const { body } = new JSDOM(article).window.document;
      const index = createTextIndex(body);
      for (const { index: start, 0: word } of index.text.matchAll(/\p{L}{3,}/gu)) {
        const place = serialiseSpan(index, { start, end: start + word.length });
        if (!place.ok) throw new Error(place.error.kind);
        // The index has no space between two blocks.
        if (place.value.start_selector !== place.value.end_selector) continue;
        const json = { ...place.value, color: 'red' };
        const made = await t.send('POST', `${path}/annotations`, { token: bobsToken, json });
        expect(made.status, word).toBe(201);
      }
      const list = await t.send('GET', `${path}/annotations`, { token: bobsToken });
      const annotations = (await list.json()) as AnnotationInfo[];
      expect(annotations.length).toBeGreaterThanOrEqual(20);

      const book = await filesOf(await bytesOf(await one(id, 'epub')));
      const chapter = new JSDOM(book.get('EPUB/chapter-1.xhtml'), {
        contentType: 'application/xhtml+xml',
      }).window.document;
      const main = chapter.querySelector('html > body > main.content');
      expect([...main!.children].map(({ localName }) => localName)).toEqual(['section']);
      const textAt = ({ start_selector, start_offset, end_offset }: AnnotationInfo) =>
        [...(elementAt(main!, start_selector)?.textContent ?? '')]
          .slice(start_offset, end_offset)
          .join('');
      expect(annotations.map(textAt)).toEqual(annotations.map(({ text }) => text));
      expect(await t.storage.annotations.list(key)).toHaveLength(annotations.length);
      expect(chapter.querySelectorAll('mark').length).toBeGreaterThanOrEqual(annotations.length);
      for (const mark of chapter.querySelectorAll('mark')) expect(mark.attributes).toHaveLength(0);
    });

    it.each(['photo', 'video'] as const)('have the picture of a %s', async (type) => {
      const row = await saveArticle(t, bob, { type, domain: 'example.org' }, null);
      const hash = await t.storage.contents.storeBlob(PNG);
      const size = { width: 1, height: 1, sizeBytes: PNG.byteLength };
      const image = {
        name: 'image.png',
        kind: 'image' as const,
        contentType: 'image/png',
        hash,
        ...size,
      };
      const picture = { ...image, url: 'https://example.org/a.png' };
      await t.storage.contents.putResources(row.key, [picture]);
      const address = `${BASE}/bm/${row.id.slice(0, 2)}/${row.id}/img/image.png`;
      const link =
        type === 'video' ? '\n[Video on example.org](https://example.org/harbour)\n' : '';
      const markdown = await (await one(row.id, 'md')).text();
      expect(markdown).toContain(`\n\n![](${address})\n${link}`);
      const book = await filesOf(await bytesOf(await one(row.id, 'epub')));
      expect(book.get('EPUB/chapter-1.xhtml')).toContain('<img src="images/1.png" alt=""/>');
      expect(book.get('EPUB/chapter-1.xhtml')?.includes('Video on')).toBe(type === 'video');
    });

    it('have a WebP picture as PNG in the book, because not every reader knows WebP', async () => {
      const row = await saveArticle(t, bob, { type: 'photo' }, null);
      const bytes = await picture('webp', 60, 40, { isClear: true });
      const hash = await t.storage.contents.storeBlob(bytes);
      const size = { width: 60, height: 40, sizeBytes: bytes.byteLength };
      const image = { name: 'image.webp', kind: 'image' as const, contentType: 'image/webp' };
      const kept = { ...image, ...size, hash, url: 'https://example.org/a.webp' };
      await t.storage.contents.putResources(row.key, [kept]);
      const book = await filesOf(await bytesOf(await one(row.id, 'epub')));
      expect(book.get('EPUB/chapter-1.xhtml')).toContain('<img src="images/1.png" alt=""/>');
      expect(book.get('EPUB/images/1.png')?.slice(1, 4)).toBe('PNG');
    });

    it('have a file name in any script, and an ASCII one for old clients', async () => {
      const { id } = await saveArticle(t, bob, { title: 'Café à 東京 (1)' });
      const header = (await one(id, 'csv')).headers.get('Content-Disposition');
      expect(header).toBe(
        'attachment; filename="cafe-a-_-1-2026-01-15.csv"; filename*=UTF-8\'\'caf%C3%A9-%C3%A0-%E6%9D%B1%E4%BA%AC-1-2026-01-15.csv',
      );
    });

    it('are refused in an unknown format', async () => {
      const { id } = await saveArticle(t, bob);
      const answer = await one(id, 'pdf');
      expect(answer.status).toBe(406);
      expect(await answer.json()).toEqual({ status: 406, message: 'unknown format: pdf' });
    });

    it('are refused until the page was read', async () => {
      const { id } = await saveArticle(t, bob, { state: 2 }, null);
      const answer = await one(id, 'md');
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({
        status: 404,
        message: 'the bookmark is still being loaded',
      });
    });
  });

  describe('of a list', () => {
    const all = (format: string, query = '', accept?: string) =>
      get(`/api/bookmarks/export.${format}${query}`, accept);

    it('are one text without front matter', async () => {
      const answer = await all('md', '?labels=winter&sort=-created');
      const text = await answer.text();
      expect(text).toMatch(/^# First\n/);
      expect(text).toMatch(/\n-{36}\n\n# Second\n/);
      expect(text).not.toContain('Third');
    });

    it('are the same as an export of one bookmark when the list has only one', async () => {
      const answer = await all('md', '?title=first');
      const book = await all('epub', '?title=first');
      expect(book.headers.get('Content-Disposition')).toContain('"first-2026-01-15.epub"');
      expect(await answer.text()).toMatch(/^---\ntitle: "First"\n/);
    });

    it('are a folder per bookmark, with images, in a zip', async () => {
      const answers = [await all('md.zip'), await all('md', '', 'application/zip')];
      for (const answer of answers) {
        expect(answer.headers.get('Content-Type')).toBe('application/zip');
        const files = await filesOf(await bytesOf(answer));
        const [folder] = [...files.keys()].filter((name) => name.startsWith('first-'));
        expect(folder).toMatch(/^first-\w+\/1\.png$/);
        expect(files.get(folder!.replace('1.png', 'index.md'))).toContain('![Ice](1.png)');
      }
    });

    it.each(['csv', 'html', 'md', 'epub'])(
      'have the note of the bookmark as %s',
      async (format) => {
        const answer = await all(format, '?title=first');
        const book = format === 'epub' ? await filesOf(await bytesOf(answer)) : null;
        const text = book?.get('EPUB/chapter-1.xhtml') ?? (await answer.text());
        expect(text).toContain('For Grace');
      },
    );

    it('have the name of the collection of which they are', async () => {
      const json = { name: 'Cold harbours', labels: 'winter' };
      const made = await t.send('POST', '/api/bookmarks/collections', { token, json });
      const answer = await all(
        'csv',
        `?collection=${made.headers.get('Location')?.split('/').at(-1)}`,
      );
      expect(answer.headers.get('Content-Disposition')).toContain('"cold-harbours-2026-');
    });

    it('are a table as CSV', async () => {
      const answer = await all('csv', '?title=second');
      expect(answer.headers.get('Content-Disposition')).toBe(
        'attachment; filename="second-2026-01-14.csv"',
      );
      expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
      expect(await answer.text()).toBe(
        'url,title,created,labels,is_archived,is_marked,type,note\r\n' +
          'https://example.org/harbour,Second,2026-01-14T10:00:00.5Z,"[""winter""]",false,true,article,\r\n',
      );
    });

    it('are a bookmarks file for browsers as HTML', async () => {
      const text = await (await all('html')).text();
      expect(text).toMatch(/^<!DOCTYPE NETSCAPE-Bookmark-file-1>/);
      expect(text.match(/<DT><A HREF="/g)).toHaveLength(4);
    });

    it('are a book that epubcheck accepts, with images and highlights', {
      tags: ['full'],
    }, async () => {
      const book = await bytesOf(await all('epub', '?sort=title'));
      const files = await filesOf(book);
      expect(files.get('EPUB/chapter-1.xhtml')).toContain('<img src="images/1.png" alt="Ice"/>');
      expect(files.get('EPUB/chapter-1.xhtml')).toContain('<mark>harbour</mark>');
      expect(files.get('EPUB/chapter-1.xhtml')).toContain('Cold!');
      expect(files.get('EPUB/package.opf')).toContain('export.epub?sort=title');
      // The book is the same on both databases, and the check takes seconds.
      if (databaseName === 'SQLite') expect(await epubcheck(book)).toEqual([]);
    });

    it('have no bookmarks of other users', async () => {
      const eve = await t.tokenOf(await t.addUser(`eve ${Math.random()}`));
      const answer = await t.send('GET', '/api/bookmarks/export.csv', { token: eve });
      expect(answer.status).toBe(404);
    });

    it('read no further than the client, and stop when the client leaves', async () => {
      const read: BookmarkKey[] = [];
      const { contents } = t.storage;
      const watched = {
        ...contents,
        find: (key: BookmarkKey) => {
          read.push(key);
          return contents.find(key);
        },
      };
      const server = t.another({ storage: { ...t.storage, contents: watched } });
      const many = await t.addUser(`many ${Math.random()}`);
      const long = `<p>${'Words of an article. '.repeat(2000)}</p>`;
      for (let at = 0; at < 120; at += 1) await saveArticle(t, many, {}, long);
      const answer = await server.send('GET', '/api/bookmarks/export.md', {
        token: await t.tokenOf(many),
      });
      const reader = answer.body!.getReader();
      for (let chunks = 0; chunks < 3; chunks += 1) await reader.read();
      expect(read.length).toBeGreaterThan(0);
      expect(read.length).toBeLessThan(20);
      const before = read.length;
      await reader.cancel();
      await new Promise((resolve) => setImmediate(resolve));
      expect(read.length).toBeLessThanOrEqual(before + 1);
    });

    it('are complete after HEAD requests for the same list', async () => {
      const path = '/api/bookmarks/export.epub';
      const ask = (method: string) => t.send(method, path, { token });
      const before = await ask('GET');
      const size = (await bytesOf(before)).length;
      // The number of requests that are processed in parallel, and one more.
      for (let heads = 0; heads <= navigator.hardwareConcurrency; heads += 1) {
        const head = await ask('HEAD');
        expect(head.status).toBe(200);
        expect(await head.text()).toBe('');
        const name = before.headers.get('Content-Disposition');
        expect(head.headers.get('Content-Disposition')).toBe(name);
      }
      expect((await bytesOf(await ask('GET'))).length).toBe(size);
    });

    it('end early with a log entry when the database is lost', async () => {
      const find = () => Promise.reject(new StorageUnavailable('gone', new Error('gone')));
      const contents = { ...t.storage.contents, find };
      const broken = t.another({ storage: { ...t.storage, contents } });
      const answer = await broken.send('GET', '/api/bookmarks/export.epub', { token });
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow();
      expect(t.logged.at(-1)).toMatchObject({ level: 'error', event: 'export broke off' });
      // Nothing of the text has been sent by then, so the status can still be 503.
      const refused = await broken.send('GET', '/api/bookmarks/export.md', { token });
      expect(refused.status).toBe(503);
    });
  });
});
