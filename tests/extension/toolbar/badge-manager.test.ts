import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../../src/domain/result';
import {
  type BadgeManager,
  createBadgeManager,
} from '../../../src/extension/toolbar/badge-manager';
import { page, testLibrary, value } from '../../library/library';
import { type FakeExtension, fakeExtension, OWN_ORIGIN } from '../support/fake-extension';

const URL_A = 'https://example.org/a';

let fake: FakeExtension;
let badges: BadgeManager;

beforeEach(() => {
  vi.useFakeTimers();
  fake = fakeExtension();
  fake.addTab({ id: 1, url: URL_A });
  badges = createBadgeManager({
    browser: fake.browser,
    openLibrary: async () => err({ kind: 'unavailable', detail: 'none in this test' }),
    ownOrigin: OWN_ORIGIN,
  });
});
afterEach(() => vi.useRealTimers());

describe('a save in progress', () => {
  it('is shown when it takes noticeable time', async () => {
    badges.saving(1);
    await vi.advanceTimersByTimeAsync(149);
    expect(fake.button(1).text).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(fake.button(1)).toEqual({ text: '…', title: 'Leafmark: saving…' });
  });

  it('is never shown when it ends before', async () => {
    const setBadgeText = vi.spyOn(fake.browser.action, 'setBadgeText');
    badges.saving(1);
    await badges.settled(1, URL_A);
    await vi.advanceTimersByTimeAsync(1000);
    expect(setBadgeText.mock.calls.map(([{ text }]) => text)).toEqual(['!']);
  });

  it('is not shown for a tab that was closed', async () => {
    badges.saving(1);
    fake.tabs.delete(1);
    await expect(vi.advanceTimersByTimeAsync(1000)).resolves.toBeDefined();
    expect(fake.button(1).text).toBe('');
  });
});

describe('a tab of a private window', () => {
  const SAVED = { text: '✓', title: 'Leafmark: saved' };

  beforeEach(async () => {
    vi.useRealTimers();
    const { library } = await testLibrary();
    value(await library.bookmarks.save(page({ url: URL_A })));
    const openLibrary = async () => ok(library);
    badges = createBadgeManager({ browser: fake.browser, openLibrary, ownOrigin: OWN_ORIGIN });
    // With access to all sites, the browser reports the address of each tab.
    fake.addTab({ id: 1, url: URL_A, incognito: true });
  });

  it('gets no badge for its page automatically', async () => {
    await badges.tabChanged(1);
    expect(fake.button(1).text).toBe('');
  });

  it('gets a badge after the user has asked for it', async () => {
    await badges.settled(1, null);
    expect(fake.button(1)).toEqual(SAVED);
    await badges.tabChanged(1);
    expect(fake.button(1)).toEqual(SAVED);
  });
});

describe('the sync badge', () => {
  const WAITING = { text: '↑3', title: 'Leafmark: changes waiting to be sent: 3' };
  const PLAIN = { text: '', title: 'Leafmark' };

  beforeEach(async () => {
    vi.useRealTimers();
    const { library } = await testLibrary();
    value(await library.bookmarks.save(page({ url: URL_A })));
    const openLibrary = async () => ok(library);
    badges = createBadgeManager({ browser: fake.browser, openLibrary, ownOrigin: OWN_ORIGIN });
  });

  it('appears in every tab without a badge of its own, and disappears again', async () => {
    fake.addTab({ id: 2, url: 'https://example.org/unsaved' });
    await badges.refresh(2);
    await badges.showDefault({ kind: 'waiting', count: 3 });
    expect(fake.button(2)).toEqual(WAITING);
    expect(fake.button(77)).toEqual(WAITING);
    await badges.showDefault({ kind: 'plain' });
    expect(fake.button(2)).toEqual(PLAIN);
    expect(fake.button(77)).toEqual(PLAIN);
  });

  it('leaves the badge of the current page', async () => {
    await badges.showDefault({ kind: 'sync-attention' });
    await badges.refresh(1);
    expect(fake.button(1)).toEqual({ text: '✓', title: 'Leafmark: saved' });
    fake.addTab({ id: 2, url: 'https://example.org/failed' });
    await badges.settled(2, 'https://example.org/failed');
    await badges.refresh(2);
    expect(fake.button(2).title).toBe('Leafmark: could not be saved');
  });

  it('is not mistaken for a failed save', async () => {
    fake.addTab({ id: 2, url: 'https://example.org/unsaved' });
    await badges.showDefault({ kind: 'sync-attention' });
    await badges.refresh(2);
    expect(fake.button(2).text).toBe('!');
    await badges.showDefault({ kind: 'plain' });
    expect(fake.button(2)).toEqual(PLAIN);
  });

  it('causes no lookup in a private window', async () => {
    fake.addTab({ id: 1, url: URL_A, incognito: true });
    await badges.showDefault({ kind: 'waiting', count: 3 });
    await badges.tabChanged(1);
    expect(fake.button(1)).toEqual(WAITING);
  });
});

describe('a library that is closed while a badge is looked up', () => {
  it('leaves the badge as it is', async () => {
    vi.useRealTimers();
    const { library, close } = await testLibrary();
    value(await library.bookmarks.save(page({ url: URL_A })));
    const openLibrary = async () => {
      close();
      return ok(library);
    };
    badges = createBadgeManager({ browser: fake.browser, openLibrary, ownOrigin: OWN_ORIGIN });
    const before = fake.button(1);
    await badges.refresh(1);
    expect(fake.button(1)).toEqual(before);
  });
});
