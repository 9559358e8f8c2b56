import { beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import { UNDO_MS, unixMs } from '../../../src/domain/time';
import { type UrlKey, urlKey } from '../../../src/domain/url-identity';
import { createPageSaver, type PageSaver } from '../../../src/extension/capture/page-saver';
import { createUndoWindow } from '../../../src/extension/capture/save-page';
import type { Library, LibraryError } from '../../../src/library';
import {
  capture,
  page as newPage,
  type TestLibrary,
  testLibrary,
  value,
} from '../../library/library';
import { type FakeExtension, fakeExtension, injected } from '../support/fake-extension';
import { tabPage, URL_A } from '../support/tab-page';

const KEY_A = urlKey(URL_A) as UrlKey;

let fake: FakeExtension;
let test: TestLibrary;
let library: Library;
let saver: PageSaver;
const badges = { saving: vi.fn(async () => {}), settled: vi.fn(async () => {}) };
const images = { collect: vi.fn(async () => {}) };

const askToPersist = vi.fn(async () => {});

beforeEach(async () => {
  vi.clearAllMocks();
  fake = fakeExtension();
  fake.addTab({ id: 1, url: URL_A });
  returnCapture(capture({ url: URL_A, title: 'Captured' }));
  test = await testLibrary();
  library = test.library;
  saver = createPageSaver({
    browser: fake.browser,
    openLibrary: async () => ok(library),
    badges,
    images,
    rules: { of: () => null },
    undo: createUndoWindow(() => test.clock.now),
    askToPersist,
  });
});

const returnCapture = (result: ReturnType<typeof capture>) => {
  fake.executeScript = async () => injected({ kind: 'captured', capture: result });
};
const all = async () =>
  (await library.bookmarks.page({ view: 'all', limit: 50, after: null })).rows;
/** A page whose capture ends when the test calls the returned function. */
const slowPage = () => {
  let resolve = (_: { result?: unknown }[]) => {};
  const result = new Promise<{ result?: unknown }[]>((settle) => {
    resolve = settle;
  });
  fake.executeScript = vi.fn(() => result);
  return () => resolve(injected({ kind: 'captured', capture: capture({ url: URL_A }) }));
};

describe('a save', () => {
  it('stores the article and reports it', async () => {
    const state = await saver.save(tabPage(), '');
    const [bookmark] = await all();
    expect(state).toEqual({
      kind: 'saved',
      bookmarkId: bookmark?.id,
      url: URL_A,
      title: 'Captured',
      outcome: 'created',
      undoLeftMs: UNDO_MS,
      addressOnly: null,
      isPrivateWindow: false,
    });
    expect(await test.tables.articles.count()).toBe(1);
    expect(await test.tables.pendingCaptures.count()).toBe(0);
    expect(askToPersist).toHaveBeenCalledOnce();
  });

  it('sends the script before the library is open', () => {
    const executeScript = vi.fn(async () => []);
    fake.executeScript = executeScript;
    const early = createPageSaver({
      browser: fake.browser,
      openLibrary: () => new Promise(() => {}),
      badges,
      images,
      rules: { of: () => null },
      undo: createUndoWindow(() => test.clock.now),
      askToPersist,
    });
    void early.save(tabPage(), '');
    expect(executeScript).toHaveBeenCalledOnce();
  });

  it('takes the images after the bookmark was saved', async () => {
    images.collect.mockImplementationOnce(async () => {
      expect(await all()).toHaveLength(1);
    });
    const state = await saver.save(tabPage(), '');
    const id = state.kind === 'saved' && state.bookmarkId;
    expect(images.collect).toHaveBeenCalledExactlyOnceWith(
      library,
      tabPage(),
      id,
      expect.anything(),
    );
  });

  it('reports a private window', async () => {
    const state = await saver.save(tabPage({ isPrivateWindow: true }), '');
    expect(state).toMatchObject({ kind: 'saved', isPrivateWindow: true });
  });

  it('stores the address with the title of the tab when the page cannot be read', async () => {
    const state = await saver.save(tabPage({ closed: 'browser-page' }), 'selected');
    expect(state).toMatchObject({ outcome: 'created', addressOnly: 'browser-page' });
    expect(await all()).toMatchObject([
      {
        url: URL_A,
        title: 'Title of the tab',
        excerpt: 'selected',
        content: { kind: 'address', reason: 'browser-page' },
      },
    ]);
    expect(images.collect).not.toHaveBeenCalled();
  });

  it('reports that a page without text is stored as an address', async () => {
    returnCapture(capture({ url: URL_A, html: null }));
    expect(await saver.save(tabPage(), '')).toMatchObject({ addressOnly: 'no-text' });
    expect(images.collect).not.toHaveBeenCalled();
  });

  it('keeps the picture of a page that is a list of links', async () => {
    const imageUrl = 'https://example.org/share.png';
    returnCapture(capture({ url: URL_A, html: null, warnings: ['no-article'], imageUrl }));
    expect(await saver.save(tabPage(), '')).toMatchObject({ addressOnly: 'no-article' });
    expect(images.collect).toHaveBeenCalledOnce();
  });

  it("uses the browser's selection only if the page reports none", async () => {
    returnCapture(capture({ url: URL_A, excerpt: 'from the page' }));
    await saver.save(tabPage(), 'from the menu');
    expect(await all()).toMatchObject([{ excerpt: 'from the page' }]);
    returnCapture(capture({ url: `${URL_A}2` }));
    fake.addTab({ id: 2, url: `${URL_A}2` });
    await saver.save(tabPage({ tabId: 2, url: `${URL_A}2` }), 'from the menu');
    expect((await all())[0]).toMatchObject({ excerpt: 'from the menu' });
  });

  it('follows a page that navigated within its site', async () => {
    returnCapture(capture({ url: `${URL_A}#/two` }));
    expect(await saver.save(tabPage(), '')).toMatchObject({ url: `${URL_A}#/two` });
    expect(await test.tables.pendingCaptures.count()).toBe(0);
  });
});

describe('a page that was saved before', () => {
  it('can still be undone from another popup within the time', async () => {
    await saver.save(tabPage(), '');
    test.clock.now = unixMs(test.clock.now + 5_000);
    const left = { outcome: 'existing', undoLeftMs: UNDO_MS - 5_000 };
    expect(await saver.describe(tabPage())).toMatchObject(left);
    expect(await saver.save(tabPage(), '')).toMatchObject(left);
  });

  it('is not saved again, and its capture is not awaited', async () => {
    await library.bookmarks.save(newPage({ url: URL_A, title: 'First' }));
    slowPage();
    const state = await saver.save(tabPage(), '');
    expect(state).toMatchObject({ kind: 'saved', outcome: 'existing', title: 'First' });
    expect(await all()).toHaveLength(1);
    expect(await test.tables.pendingCaptures.count()).toBe(0);
    expect(images.collect).not.toHaveBeenCalled();
    expect(askToPersist).not.toHaveBeenCalled();
  });

  it('is restored from the trash', async () => {
    const { bookmark } = value(await library.bookmarks.save(newPage({ url: URL_A })));
    await library.bookmarks.trash([bookmark.id]);
    expect(await saver.save(tabPage(), '')).toMatchObject({
      outcome: 'restored',
      undoLeftMs: UNDO_MS,
      bookmarkId: bookmark.id,
    });
    expect(await all()).toMatchObject([{ trashedAt: null }]);
  });

  it('gets its article when only the address was saved', async () => {
    const { bookmark } = value(
      await library.bookmarks.save({
        kind: 'address',
        url: URL_A,
        title: 'A link',
        excerpt: '',
        reason: 'not-open',
      }),
    );
    expect(await saver.save(tabPage(), '')).toMatchObject({
      outcome: 'existing',
      bookmarkId: bookmark.id,
      addressOnly: null,
    });
    expect(images.collect).toHaveBeenCalledOnce();
  });
});

describe('a save that fails', () => {
  it.each<[LibraryError, string]>([
    [{ kind: 'quota' }, 'quota'],
    [{ kind: 'unavailable', detail: 'broken' }, 'library-unavailable'],
    [{ kind: 'not-an-address' }, 'unknown'],
  ])('reports %o as %s', async (error, failure) => {
    library = { ...library, bookmarks: { ...library.bookmarks, save: async () => err(error) } };
    expect(await saver.save(tabPage(), '')).toEqual({
      kind: 'failed',
      url: URL_A,
      title: 'Title of the tab',
      failure,
    });
    expect(badges.settled).toHaveBeenCalledExactlyOnceWith(1, URL_A);
  });

  it('leaves the address for the next start', async () => {
    const { bookmarks } = library;
    library = { ...library, bookmarks: { ...bookmarks, save: async () => err({ kind: 'quota' }) } };
    await saver.save(tabPage(), '');
    expect(await test.tables.pendingCaptures.toArray()).toMatchObject([{ urlKey: KEY_A }]);
  });

  it('never throws', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    const save = () => Promise.reject(new Error('a bug'));
    library = { ...library, bookmarks: { ...library.bookmarks, save } };
    expect(await saver.save(tabPage(), '')).toMatchObject({ kind: 'failed', failure: 'unknown' });
    expect(complaint).toHaveBeenCalledOnce();
    complaint.mockRestore();
  });
});

describe('while a page is being saved', () => {
  it('joins a second click to the first save', async () => {
    const answer = slowPage();
    const first = saver.save(tabPage(), '');
    const second = saver.save(tabPage(), '');
    answer();
    expect(await second).toEqual(await first);
    expect(await all()).toHaveLength(1);
    expect(fake.executeScript).toHaveBeenCalledOnce();
    expect(badges.saving).toHaveBeenCalledOnce();
  });

  it('describes the page as being saved, then as saved', async () => {
    expect(await saver.describe(tabPage())).toMatchObject({ kind: 'unsaved', url: URL_A });
    const answer = slowPage();
    const saved = saver.save(tabPage(), '');
    expect(await saver.describe(tabPage())).toMatchObject({ kind: 'saving', url: URL_A });
    answer();
    await saved;
    expect(await saver.describe(tabPage())).toMatchObject({ kind: 'saved', outcome: 'existing' });
  });

  it('keeps the address when the worker dies', async () => {
    slowPage();
    void saver.save(tabPage(), '');
    await vi.waitFor(async () => expect(await test.tables.pendingCaptures.count()).toBe(1));
    test.clock.now = (test.clock.now + 1) as typeof test.clock.now;
    const nextStart = await test.another();
    await nextStart.pendingCaptures.rescue(test.clock.now);
    expect(await all()).toMatchObject([{ url: URL_A, title: 'Title of the tab' }]);
  });

  it.each([
    ['closing the tab', 'tab-closed', () => saver.tabClosed(1)],
    ['going to another page and saving that', 'navigated', () => saver.save(other, '')],
  ])('keeps the address when %s', async (_, reason, happen) => {
    slowPage();
    const saved = saver.save(tabPage(), '');
    await vi.waitFor(async () => expect(await test.tables.pendingCaptures.count()).toBe(1));
    returnCapture(capture({ url: other.url }));
    const newer = happen();
    expect(await saved).toMatchObject({ kind: 'saved', addressOnly: reason });
    await newer;
    expect(badges.settled).toHaveBeenCalledWith(1, null);
  });
  const other = tabPage({ url: 'https://example.org/b' });

  it('keeps the address of the next page as well, when that did not load', async () => {
    slowPage();
    const first = saver.save(tabPage(), '');
    expect(await saver.saveAddress(other)).toMatchObject({ kind: 'saved', url: other.url });
    expect(await first).toMatchObject({ kind: 'saved', addressOnly: 'navigated' });
  });

  it('shows the newer save of the tab on the button', async () => {
    slowPage();
    const first = saver.save(tabPage(), '');
    const answer = slowPage();
    const second = saver.save(other, '');
    await first;
    expect(badges.settled).not.toHaveBeenCalled();
    answer();
    await second;
    expect(badges.settled).toHaveBeenCalledOnce();
  });
});
