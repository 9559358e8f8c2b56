import { beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../src/domain/result';
import { unixMs } from '../../src/domain/time';
import { urlKey } from '../../src/domain/url-identity';
import type { openLibrary } from '../../src/library';
import { page, value } from '../library/library';
import { OWN_ORIGIN } from './support/fake-extension';
import { portsOf, URL_A, useBackground } from './support/running-background';

const background = useBackground();

describe('startBackground', () => {
  it('adds all listeners before anything else happens, and none later', async () => {
    const counts = () =>
      Object.entries(background.fake.events).map(([name, { listeners }]) => [name, listeners.size]);
    background.start();
    const atOnce = counts();
    expect(atOnce.filter(([, count]) => count === 0)).toEqual([]);
    expect(atOnce).toHaveLength(Object.keys(background.fake.events).length);
    await background.recovered();
    expect(counts()).toEqual(atOnce);
  });

  it('shows at once that the sync needs a person, and begins other work later', async () => {
    let wakeUp = () => {};
    const afterWakeUp = new Promise<void>((resolve) => {
      wakeUp = resolve;
    });
    const startSearchWorker = vi.fn(portsOf(background.fake).startSearchWorker);
    await background.library.sync.setMeta({ stop: { kind: 'signed-out' } });
    const accounts = [{ id: 'a', signedOutAt: null }];
    background.fake.stored.set('accountStatus', { active: 'a', accounts });
    background.fake.addTab({ id: 1, url: 'https://example.org/other' });
    background.start(undefined, { afterWakeUp, startSearchWorker });
    await background.buttonShows(1, '!', 'Leafmark: sync needs your attention');
    expect(startSearchWorker).not.toHaveBeenCalled();
    background.fake.event('storage.local.onChanged').fire({ accountStatus: {} });
    wakeUp();
    await vi.waitFor(() => expect(startSearchWorker).toHaveBeenCalledOnce());
  });

  it('answers although the library cannot be opened, and tries again the next time', async () => {
    background.fake.addTab({ id: 1, url: URL_A });
    const open = vi.fn<typeof openLibrary>(async () =>
      err({ kind: 'unavailable', detail: 'broken' }),
    );
    background.start(open);
    expect(await background.ask('describePage', { save: true })).toMatchObject({
      value: { kind: 'failed', failure: 'library-unavailable' },
    });
    await background.buttonShows(1, '!', 'Leafmark: could not be saved');
    open.mockImplementation(async () => ok(background.library));
    expect(await background.ask('describePage', { save: true })).toMatchObject({
      value: { kind: 'saved', outcome: 'created' },
    });
    await background.buttonShows(1, '✓', 'Leafmark: saved');
  });
});

describe('the popup', () => {
  beforeEach(() => background.start());

  it.each([
    ['a new tab', { id: 1, url: 'chrome://newtab/' }],
    ['a page of Leafmark', { id: 1, url: `${OWN_ORIGIN}library.html` }],
  ])('finds nothing to save on %s', async (_, tab) => {
    background.fake.addTab(tab);
    expect(await background.ask('describePage', { save: true })).toEqual(ok({ kind: 'nothing' }));
    expect(await background.all()).toEqual([]);
  });

  it('learns that the browser hides the address of a page', async () => {
    background.fake.addTab({ id: 1 });
    expect(await background.ask('describePage', { save: true })).toEqual(ok({ kind: 'withheld' }));
    expect(await background.all()).toEqual([]);
  });

  it('learns the state of the page without saving it', async () => {
    background.fake.addTab({ id: 1, url: URL_A, title: 'A page' });
    expect(await background.ask('describePage', { save: false })).toEqual(
      ok({ kind: 'unsaved', url: URL_A, title: 'A page' }),
    );
    expect(await background.all()).toEqual([]);
  });

  it('saves a tab that is not in front, and says when it is gone', async () => {
    background.fake.addTab({ id: 2, url: URL_A });
    background.fake.addTab({ id: 1, url: 'https://example.org/front' });
    expect(await background.ask('saveTab', { tabId: 2 })).toMatchObject(
      ok({ kind: 'saved', url: URL_A, outcome: 'created' }),
    );
    expect((await background.all()).map(({ url }) => url)).toEqual([URL_A]);
    expect(await background.ask('saveTab', { tabId: 3 })).toEqual(ok({ kind: 'withheld' }));
    await background.buttonShows(2, '✓', 'Leafmark: saved');
  });

  it('saves the page, and the badge shows it', async () => {
    background.fake.addTab({ id: 1, url: URL_A });
    expect(await background.ask('describePage', { save: true })).toMatchObject({
      value: { kind: 'saved', outcome: 'created', title: 'Captured' },
    });
    await background.buttonShows(1, '✓', 'Leafmark: saved');
  });

  it('updates the badge after it has changed the library', async () => {
    background.fake.addTab({ id: 1, url: URL_A });
    await background.ask('describePage', { save: true });
    await background.buttonShows(1, '✓', 'Leafmark: saved');
    const [bookmark] = await background.all();
    const id = bookmark?.id ?? expect.fail();
    await background.library.bookmarks.edit(id, { isArchived: true });
    await background.ask('libraryChanged', {});
    expect(background.fake.button(1).title).toBe('Leafmark: saved, in the archive');
    await background.library.bookmarks.trash([id]);
    await background.ask('libraryChanged', {});
    expect(background.fake.button(1)).toEqual({ text: '', title: 'Leafmark' });
  });
});

describe('tabs', () => {
  beforeEach(async () => {
    value(await background.library.bookmarks.save(page({ url: URL_A })));
    background.start();
  });

  it.each([
    ['comes to the front', () => background.fake.event('tabs.onActivated').fire({ tabId: 1 })],
    [
      'has loaded',
      () =>
        background.fake
          .event('tabs.onUpdated')
          .fire(1, { status: 'complete' }, background.fake.tabs.get(1)),
    ],
    [
      'navigates within its site',
      () =>
        background.fake
          .event('tabs.onUpdated')
          .fire(1, { url: URL_A }, background.fake.tabs.get(1)),
    ],
  ])('get their badge when one %s', async (_, happen) => {
    background.fake.addTab({ id: 1, url: URL_A });
    happen();
    await background.buttonShows(1, '✓', 'Leafmark: saved');
  });

  it('in front get their badge when the browser is allowed to show their addresses', async () => {
    background.fake.addTab({ id: 1 });
    await Promise.all(background.fake.event('tabs.onActivated').fire({ tabId: 1 }));
    expect(background.fake.button(1).text).toBe('');
    background.fake.addTab({ id: 1, url: URL_A });
    background.fake.event('permissions.onAdded').fire();
    await background.buttonShows(1, '✓', 'Leafmark: saved');
  });

  it('keep their badge when their address is unknown', async () => {
    background.fake.addTab({ id: 1, url: URL_A });
    background.fake.event('tabs.onActivated').fire({ tabId: 1 });
    await background.buttonShows(1, '✓', 'Leafmark: saved');
    background.fake.addTab({ id: 1 });
    await Promise.all(background.fake.event('tabs.onActivated').fire({ tabId: 1 }));
    expect(background.fake.button(1).text).toBe('✓');
  });

  it('leave their address when they close during a capture', async () => {
    background.fake.addTab({ id: 2, url: 'https://example.org/b' });
    background.fake.executeScript = () => new Promise(() => {});
    const saved = background.ask('describePage', { save: true });
    await vi.waitFor(async () => expect(await background.tables.pendingCaptures.count()).toBe(1));
    background.fake.tabs.delete(2);
    background.fake.event('tabs.onRemoved').fire(2);
    expect(await saved).toMatchObject({ value: { kind: 'saved', addressOnly: 'tab-closed' } });
  });
});

describe('installing', () => {
  const titles = () => background.fake.menus.map(({ title, contexts }) => [title, contexts]);
  beforeEach(() => background.start());

  it('creates the menus, sets the alarm and shows the welcome page', async () => {
    background.fake.event('runtime.onInstalled').fire({ reason: 'install' });
    await vi.waitFor(() => expect(background.fake.created).toEqual([`${OWN_ORIGIN}welcome.html`]));
    expect(titles()).toEqual([
      ['Save this page', ['page']],
      ['Highlight', ['selection']],
      ['Save this page with the selected text', ['selection']],
      ['Save this link', ['link']],
      ['Open library', ['action']],
      ['Save the tabs of this window', ['action']],
      ['Options', ['action']],
    ]);
    expect(background.fake.alarms.get('expire')).toMatchObject({ periodInMinutes: 1440 });
  });

  it('creates the menus after an update without the welcome page', async () => {
    background.fake.event('runtime.onInstalled').fire({ reason: 'install' });
    await vi.waitFor(() => expect(background.fake.menus).toHaveLength(7));
    background.fake.menus.push({ id: 'of-an-earlier-version' });
    background.fake.event('runtime.onInstalled').fire({ reason: 'update' });
    await vi.waitFor(() => expect(background.fake.menus).toHaveLength(7));
    expect(background.fake.created).toHaveLength(1);
  });

  it('shows the welcome page only once when the extension is installed from a folder at each start', async () => {
    const install = () => background.fake.event('runtime.onInstalled').fire({ reason: 'install' });
    install();
    await vi.waitFor(() => expect(background.fake.created).toHaveLength(1));
    background.fake.menus.splice(0);
    install();
    await vi.waitFor(() => expect(background.fake.menus).toHaveLength(7));
    expect(background.fake.created).toHaveLength(1);
  });

  it('shows no welcome page when an administrator installs the extension', async () => {
    background.fake.installType = 'admin';
    background.fake.event('runtime.onInstalled').fire({ reason: 'install' });
    await vi.waitFor(() => expect(background.fake.menus).toHaveLength(7));
    expect(background.fake.created).toEqual([]);
  });
});

describe('housekeeping', () => {
  it('sets the alarm again when a browser has lost it', async () => {
    background.start();
    background.fake.event('runtime.onStartup').fire();
    await vi.waitFor(() => expect(background.fake.alarms.has('expire')).toBe(true));
  });

  it('deletes bookmarks from the trash after the retention time', async () => {
    const expire = vi.spyOn(background.library.storage, 'expire');
    background.start();
    background.fake.event('alarms.onAlarm').fire({ name: 'other' });
    background.fake.event('alarms.onAlarm').fire({ name: 'expire' });
    // The library is closed after the test, which would break it off.
    await vi.waitFor(() => expect(expire).toHaveResolvedTimes(1));
  });
});

describe('the start after a worker was killed', () => {
  it('saves the address of an unfinished capture and updates its badge', async () => {
    const key = urlKey(URL_A) ?? expect.fail();
    await background.library.pendingCaptures.begin({
      urlKey: key,
      url: URL_A,
      title: 'Half saved',
    });
    background.fake.addTab({ id: 1, url: URL_A });
    await background.fake.browser.action.setBadgeText({ tabId: 1, text: '…' });
    background.clock.now = unixMs(background.clock.now + 1);
    background.start();
    await background.buttonShows(1, '✓', 'Leafmark: only the address is saved');
    expect(await background.all()).toMatchObject([
      { title: 'Half saved', content: { reason: 'failed' } },
    ]);
  });

  it('keeps the images that arrived and gives the others a reason', async () => {
    const saved = page({ url: URL_A, images: ['https://example.org/a.png'] });
    const { bookmark } = value(await background.library.bookmarks.save(saved));
    background.fake.stored.set(`images:${bookmark.id}`, true);
    background.start();
    await vi.waitFor(async () =>
      expect((await background.library.articles.get(bookmark.id))?.images).toMatchObject([
        { hash: null, reason: 'failed' },
      ]),
    );
    const job = `images:${bookmark.id}`;
    await vi.waitFor(() => expect(background.fake.stored.has(job)).toBe(false));
  });
});
