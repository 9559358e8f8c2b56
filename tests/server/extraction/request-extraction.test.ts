import { afterEach, beforeEach, expect, it } from 'vitest';
import { packPage, requestExtraction, storePage } from '../../../server/extraction';
import type { BookmarkRow } from '../../../server/storage';
import { HOUR_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { startServer, type TestServer } from '../support/test-server';

const URL = 'https://a.org/';
const bytes = (text: string) => new TextEncoder().encode(text);

describeOnDatabases('requesting an extraction on %s', (database) => {
  let t: TestServer;
  let bookmark: BookmarkRow;
  beforeEach(async () => {
    t = await startServer(database);
    bookmark = await t.storage.bookmarks.create((await t.addUser()).id, { url: URL });
  });
  afterEach(() => t.remove());

  const sent = {
    html: bytes('<p>Hello'),
    resources: [
      { url: `${URL}a.png`, headers: new Map([['content-type', 'image/png']]), bytes: bytes('a') },
      { url: `${URL}b`, headers: new Map(), bytes: bytes('b') },
    ],
    findsMain: false,
  };

  it('creates one job with the sent files', async () => {
    const kept = await packPage(URL, sent);
    await t.storage.transaction((unit) => requestExtraction(unit, bookmark, kept));
    await t.storage.transaction((unit) => requestExtraction(unit, bookmark));
    const jobs = await t.storage.jobs.claim('extraction', 10, HOUR_MS);
    expect(jobs.map(({ payload }) => payload)).toEqual([
      { key: bookmark.key, findsMain: false, captured: null },
    ]);
    const files = await t.storage.contents.sent(bookmark.key);
    expect(files.map(({ url, contentType }) => [url, contentType])).toEqual([
      [URL, 'text/html; charset=utf-8'],
      [`${URL}a.png`, 'image/png'],
      [`${URL}b`, ''],
    ]);
    const read = await Promise.all(files.map(({ hash }) => t.storage.contents.bytes(hash)));
    expect(read.map((found) => Buffer.from(found ?? []).toString())).toEqual([
      '<p>Hello',
      'a',
      'b',
    ]);
  });

  it('keeps the sent files until the extraction, and shows them to nobody', async () => {
    const kept = await packPage(URL, sent);
    await t.storage.transaction((unit) => requestExtraction(unit, bookmark, kept));
    t.advance(2 * HOUR_MS);
    expect(await t.storage.contents.collectGarbage()).toBe(0);
    expect(await t.storage.contents.resources(bookmark.key)).toEqual([]);
    expect(await t.storage.contents.file(bookmark.id, 'sent/00001')).toBeNull();
    await t.storage.contents.removeSent(bookmark.key);
    expect(await t.storage.contents.sent(bookmark.key)).toEqual([]);
    expect(await t.storage.contents.bytes(kept.files[0]!.hash)).toBeNull();
    t.advance(2 * HOUR_MS);
    expect(await t.storage.contents.collectGarbage()).toBe(2);
  });

  it('keeps a sent page that another bookmark uses', async () => {
    const packed = await packPage(URL, sent);
    const other = await t.storage.bookmarks.create(bookmark.userId, { url: `${URL}other` });
    for (const each of [bookmark, other]) {
      await t.storage.transaction((unit) => requestExtraction(unit, each, packed));
    }
    await t.storage.contents.removeSent(bookmark.key);
    expect(await t.storage.contents.bytes(packed.files[0]!.hash)).not.toBeNull();
  });

  it('stores a page again that was deleted before its bookmark was created', async () => {
    const packed = await packPage(URL, sent);
    await storePage(t.storage, packed);
    await t.storage.transaction((unit) => requestExtraction(unit, bookmark, packed));
    await t.storage.contents.removeSent(bookmark.key);
    t.advance(2 * HOUR_MS);
    await t.storage.contents.collectGarbage();
    const other = await t.storage.bookmarks.create(bookmark.userId, { url: `${URL}other` });
    await t.storage.transaction((unit) => requestExtraction(unit, other, packed));
    const files = await t.storage.contents.sent(other.key);
    const read = await Promise.all(files.map(({ hash }) => t.storage.contents.bytes(hash)));
    expect(read.map((found) => Buffer.from(found!).toString())).toEqual(['<p>Hello', 'a', 'b']);
  });

  it('creates no job when the bookmark was not created', async () => {
    const failing = t.storage.transaction(async (unit) => {
      await requestExtraction(unit, bookmark, await packPage(URL, sent));
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await t.storage.jobs.nextAt(['extraction'])).toBeNull();
    expect(await t.storage.contents.sent(bookmark.key)).toEqual([]);
  });
});
