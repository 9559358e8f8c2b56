import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import type { HighlightId } from '../../src/domain/highlight';
import { unixMs } from '../../src/domain/time';
import { openLibrary } from '../../src/library';
import { databaseName, SCHEMA_VERSION } from '../../src/library/database/schema';
import { page, testLibrary, value } from './library';

afterEach(() => {
  vi.restoreAllMocks();
});

const options = (indexedDB: IDBFactory) => ({
  account: null,
  newId: () => 'b1',
  now: () => unixMs(0),
  storage: {},
  indexedDB,
});

const HIGHLIGHT = {
  id: 'h1' as HighlightId,
  bookmarkId: 'b1' as BookmarkId,
  quote: { exact: 'ice', prefix: '', suffix: '' },
  position: null,
  color: 'yellow',
  note: '',
  review: '',
  isNoteOnly: false,
  refused: [],
  created: unixMs(5),
  updated: unixMs(5),
};

/** A later version of the schema. */
const NEWER = SCHEMA_VERSION + 1;

/** Opens the database as a later version of Leafmark would, and returns its connection. */
const openNewer = (indexedDB: IDBFactory) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(databaseName(null), NEWER * 10);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

describe('openLibrary', () => {
  it('keeps the libraries of accounts separate, also that of no account', async () => {
    const { library, another } = await testLibrary();
    const signedIn = await another({ account: 'https://read.example.org ann' });
    value(await library.bookmarks.save(page()));
    expect(value(await signedIn.bookmarks.save(page())).kind).toBe('created');
    value(await signedIn.bookmarks.save(page({ url: 'https://example.org/b' })));
    const query = { view: 'all', limit: 20, after: null } as const;
    expect((await library.bookmarks.page(query)).rows).toHaveLength(1);
    expect((await signedIn.bookmarks.page(query)).rows).toHaveLength(2);
  });

  it('contains the bookmarks of an earlier session', async () => {
    const { library, another } = await testLibrary();
    const { bookmark } = value(await library.bookmarks.save(page()));
    library.close();
    expect(await (await another()).bookmarks.get(bookmark.id)).toEqual(bookmark);
  });

  it('gives the highlights of an earlier version a review, so that they are found', async () => {
    const indexedDB = new IDBFactory();
    const { review: _, ...old } = HIGHLIGHT;
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.open(databaseName(null), 100);
      request.onupgradeneeded = () => {
        for (const name of ['highlights', 'deletedHighlights']) {
          request.result.createObjectStore(name, { keyPath: 'id' }).add(old);
        }
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
    });
    const { tables } = await testLibrary({ indexedDB });
    expect(await tables.highlights.toArray()).toEqual([HIGHLIGHT]);
    expect(await tables.deletedHighlights.toArray()).toEqual([HIGHLIGHT]);
    const found = tables.highlights.where('[review+created+id]').above(['', 0, '']);
    expect(await found.count()).toBe(1);
  });

  it('fails when the browser opens no database', async () => {
    const broken = new IDBFactory();
    broken.open = () => {
      throw new DOMException('The profile is broken', 'InvalidStateError');
    };
    expect(await openLibrary(options(broken))).toMatchObject({
      ok: false,
      error: { kind: 'unavailable', detail: expect.stringContaining('The profile is broken') },
    });
  });

  it('fails when a later version of Leafmark has upgraded the database, and does not change it', async () => {
    const indexedDB = new IDBFactory();
    (await openNewer(indexedDB)).close();
    expect(await openLibrary(options(indexedDB))).toMatchObject({
      ok: false,
      error: { kind: 'unavailable', detail: expect.stringContaining(`schema ${NEWER}`) },
    });
    const [database] = await indexedDB.databases();
    expect(database?.version).toBe(NEWER * 10);
  });
});

describe('an open library', () => {
  it('closes for a later version, and then fails', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { library, tables, indexedDB } = await testLibrary();
    value(await library.bookmarks.save(page()));
    tables.close();
    (await openNewer(indexedDB)).close();
    expect(await library.bookmarks.save(page({ url: 'https://example.org/b' }))).toMatchObject({
      ok: false,
      error: { kind: 'unavailable', detail: expect.stringContaining(`schema ${NEWER}`) },
    });
  });

  it('opens again by itself when the browser closed it', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { library, indexedDB } = await testLibrary();
    const opened = vi.spyOn(indexedDB, 'open');
    // A person who clears the data of a site causes this.
    const [connection] = connectionsOf(indexedDB);
    forceCloseDatabase(connection as never);
    await vi.waitFor(async () => value(await library.bookmarks.save(page())));
    expect(opened).toHaveBeenCalled();
  });
});

/** The open connections of fake-indexeddb. Browsers do not expose them. */
function connectionsOf(indexedDB: IDBFactory): unknown[] {
  const { _databases } = indexedDB as unknown as {
    _databases: Map<string, { connections: unknown[] }>;
  };
  return _databases.get(databaseName(null))?.connections ?? [];
}
