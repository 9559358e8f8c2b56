import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SyncAlarm } from '../../../src/background/sync/sync-alarm';
import { createSyncRunner, type SyncRunner } from '../../../src/background/sync/sync-runner';
import {
  articlePolicyOf,
  chosenArticles,
  parseSyncSettings,
} from '../../../src/background/sync/sync-settings';
import { ok } from '../../../src/domain/result';
import type { SyncSettings } from '../../../src/domain/settings';
import { type Account, platformTransport } from '../../../src/service';
import type { ArticlePolicy } from '../../../src/sync';
import { type FakeExtension, fakeExtension } from '../../extension/support/fake-extension';
import { page, value } from '../../library/library';
import { BASE } from '../../server/support/test-server';
import { type Device, startWorld, type World } from '../../sync/support/world';
import { signedInAccount } from '../support/signed-in-account';
import { fakeLocks } from './fake-locks';

const URL_A = 'https://example.org/a';

let world: World;
let device: Device;
let fake: FakeExtension;
let account: Account | null;
let fetch: World['fetch'];
let isAllowed: boolean;
const alarm = {
  begin: vi.fn<SyncAlarm['begin']>(async () => {}),
  setFor: vi.fn<SyncAlarm['setFor']>(async () => {}),
  clear: vi.fn<SyncAlarm['clear']>(async () => {}),
};
const tokenRefused = vi.fn(async (_: Account) => {});
const refreshPermissions = vi.fn(async (_: Account) => {});

/** The client passes requests as objects. */
const requestOf = (input: string | URL | Request): Request =>
  input instanceof Request ? input : expect.fail('not a request');

function runnerWith(locks = fakeLocks()): SyncRunner {
  return createSyncRunner({
    stayAwake: (work) => work(),
    accounts: { current: async () => account, tokenRefused, refreshPermissions },
    libraries: { open: async () => ok(device.library) },
    isAllowed: async () => isAllowed,
    alarm,
    transport: { ...platformTransport, fetch: (...sent) => fetch(...sent), now: world.now },
    locks,
    now: world.now,
    random: () => 0.5,
    articlesToFetch: (isManual) => chosenArticles(fake.browser.storage.local, undefined, isManual),
  });
}

beforeEach(async () => {
  vi.clearAllMocks();
  world = await startWorld();
  device = await world.device();
  fake = fakeExtension();
  fetch = world.fetch;
  isAllowed = true;
  account = signedInAccount({ base: BASE, token: world.token });
});
afterEach(() => world.end());

const save = async (url = URL_A) => value(await device.library.bookmarks.save(page({ url })));

/** Lets requests wait until they are aborted. Resolves at the first one. */
const holdRequests = () =>
  new Promise<void>((resolve) => {
    fetch = (input) =>
      new Promise((_, reject) => {
        resolve();
        const { signal } = requestOf(input);
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
  });

describe('a sync in the background', () => {
  it('sends the waiting changes and sets the alarm for those that are not due', async () => {
    await save();
    await runnerWith().run('background');
    expect((await world.bookmarks()).map(({ url }) => url)).toEqual([URL_A]);
    expect(alarm.begin).toHaveBeenCalledTimes(1);
    expect(alarm.setFor).toHaveBeenCalledTimes(1);
    expect(await device.library.unsent.count()).toBe(0);
  });

  it('does not run without an account and clears the alarm', async () => {
    account = null;
    await runnerWith().run('manual');
    expect(alarm.clear).toHaveBeenCalledTimes(1);
    expect(alarm.begin).not.toHaveBeenCalled();
  });

  it('signs the account out when its token is refused', async () => {
    account = account && { ...account, token: 'made up' };
    await runnerWith().run('background');
    expect(tokenRefused).toHaveBeenCalledWith(account);
    expect((await device.library.sync.meta()).stop).toEqual({ kind: 'signed-out' });
  });

  it('stops at the first save of a token that may only read, and loses nothing', async () => {
    const user = (await world.t.server.storage.users.find(world.userId)) ?? expect.fail();
    const token = await world.t.tokenOf(user, ['bookmarks:read']);
    account = account && { ...account, token };
    const runner = runnerWith();
    await runner.run('manual');
    expect((await device.library.sync.meta()).stop).toBeNull();
    expect(refreshPermissions).not.toHaveBeenCalled();
    await save();
    await runner.run('background');
    expect((await device.library.sync.meta()).stop).toMatchObject({ kind: 'forbidden' });
    expect(refreshPermissions).toHaveBeenCalledExactlyOnceWith(account);
    expect(await device.library.unsent.count()).toBe(1);
    account = account && { ...account, token: world.token, permissions: ['api:bookmarks:read'] };
    await runner.run('background');
    expect((await device.library.sync.meta()).stop).toBeNull();
    expect(await device.library.unsent.count()).toBe(0);
    // Something was allowed that the account did not know.
    expect(refreshPermissions).toHaveBeenLastCalledWith(account);
  });

  it('makes no request without permission and reports it', async () => {
    await save();
    const runner = runnerWith();
    await runner.run('manual');
    await save('https://example.org/b');
    isAllowed = false;
    fetch = vi.fn(world.fetch);
    await runner.run('foreground');
    expect(fetch).not.toHaveBeenCalled();
    expect((await device.library.sync.meta()).stop).toEqual({ kind: 'not-allowed' });
    expect(alarm.setFor).toHaveBeenLastCalledWith(null);
    isAllowed = true;
    await runner.run('background');
    expect((await device.library.sync.meta()).stop).toBeNull();
    expect(await world.bookmarks()).toHaveLength(2);
  });

  it('uses the current credentials of the account', async () => {
    const runner = runnerWith();
    await runner.run('manual');
    account = account && { ...account, extraHeaders: { 'X-Gate': 'open' } };
    const gates = new Set<string | null>();
    fetch = (input, init) => {
      gates.add(requestOf(input).headers.get('X-Gate'));
      return world.fetch(input, init);
    };
    await runner.run('manual');
    expect([...gates]).toEqual(['open']);
  });

  it('receives the collections at once if a person asked for it', async () => {
    const namesHere = async () =>
      (await device.tables.collections.toArray()).map(({ name }) => name);
    const runner = runnerWith();
    await runner.run('background');
    value(await world.client.collections.create({ name: 'Ice' }));
    await runner.run('background');
    expect(await namesHere()).toEqual([]);
    await runner.run('manual');
    expect(await namesHere()).toEqual(['Ice']);
  });

  it('runs again after one that broke off', async () => {
    await save();
    const runner = runnerWith();
    alarm.begin.mockRejectedValueOnce(new Error('The worker is about to stop'));
    await runner.run('background');
    expect(await world.bookmarks()).toEqual([]);
    await runner.run('background');
    expect(await world.bookmarks()).toHaveLength(1);
  });

  it('reports a bug, and not a library that was closed during the round', async () => {
    const report = vi.spyOn(console, 'error').mockReturnValue();
    const runner = runnerWith();
    const closed = Object.assign(new Error('Closed'), { name: 'DatabaseClosedError' });
    alarm.begin.mockRejectedValueOnce(closed);
    await runner.run('background');
    expect(report).not.toHaveBeenCalled();
    alarm.begin.mockRejectedValueOnce(new Error('A bug'));
    await runner.run('background');
    expect(report).toHaveBeenCalledOnce();
    report.mockRestore();
  });

  it('waits after a failure, except for a manual sync', async () => {
    fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
    const runner = runnerWith();
    await runner.run('background');
    const { retryAt } = await device.library.sync.meta();
    expect(alarm.setFor).toHaveBeenLastCalledWith(retryAt);
    fetch = vi.fn(world.fetch);
    await runner.run('background');
    expect(fetch).not.toHaveBeenCalled();
    expect(alarm.setFor).toHaveBeenLastCalledWith(retryAt);
    await runner.run('manual');
    expect((await device.library.sync.meta()).stop).toBeNull();
  });

  it('is followed by only one more for all triggers that arrive during it', async () => {
    const runner = runnerWith();
    const lists = vi.fn();
    let continueRequests = () => {};
    const unblocked = new Promise<void>((resolve) => {
      continueRequests = resolve;
    });
    fetch = async (input, init) => {
      if (requestOf(input).url.includes('/bookmarks/sync')) lists();
      await unblocked;
      return world.fetch(input, init);
    };
    const first = runner.run('background');
    await vi.waitFor(() => expect(lists).toHaveBeenCalledTimes(1));
    await save();
    const others = [runner.run('background'), runner.run('background'), runner.run('foreground')];
    continueRequests();
    await Promise.all([first, ...others]);
    expect(alarm.begin).toHaveBeenCalledTimes(2);
    expect(await device.library.unsent.count()).toBe(0);
  });

  it('leaves a running sync to the other context', async () => {
    const locks = fakeLocks();
    let end = () => {};
    const held = locks.request('leafmark-sync', {}, () => new Promise<void>((r) => (end = r)));
    await save();
    await runnerWith(locks).run('manual');
    expect(await device.library.unsent.count()).toBe(1);
    expect(alarm.setFor).toHaveBeenLastCalledWith(world.now() + 60_000);
    end();
    await held;
  });

  it('ends when another account becomes active', async () => {
    const runner = runnerWith();
    await save();
    const requested = holdRequests();
    const first = runner.run('background');
    await requested;
    account = null;
    await runner.restart();
    await first;
    expect(alarm.clear).toHaveBeenCalledTimes(1);
    expect(await device.library.unsent.count()).toBe(1);
    expect((await device.library.sync.meta()).stop).toBeNull();
  });

  it('is stopped before a sign-out, and the next one runs', async () => {
    const runner = runnerWith();
    await save();
    const requested = holdRequests();
    const first = runner.run('background');
    await requested;
    runner.stop();
    await first;
    expect(await device.library.unsent.count()).toBe(1);
    fetch = world.fetch;
    await runner.run('manual');
    expect(await device.library.unsent.count()).toBe(0);
  });
});

describe('articles', () => {
  const articleOf = async (url: string) => {
    const bookmark = (await device.find(url)) ?? expect.fail('it did not come');
    return device.library.articles.get(bookmark.id);
  };
  beforeEach(async () => {
    const other = await world.device();
    value(await other.library.bookmarks.save(page({ url: URL_A, html: '<p>There</p>' })));
    await other.round();
    await world.work();
  });

  it('are downloaded automatically, but not while that is paused', async () => {
    fake.stored.set('syncSettings', { isPaused: true });
    const runner = runnerWith();
    await runner.run('foreground');
    expect(await articleOf(URL_A)).toBeNull();
    fake.stored.set('syncSettings', { isPaused: false });
    await runner.restart();
    expect((await articleOf(URL_A))?.html).toContain('There');
  });

  it.each<[Partial<SyncSettings>, ArticlePolicy]>([
    [{ articles: 'newest', newestMb: 300 }, { newestBytes: 300_000_000 }],
    [{ articles: 'unread', newestMb: 300 }, 'unread'],
    [{}, 'all'],
    [{ articles: 'newest', newestMb: 0.5 }, { newestBytes: 500_000_000 }],
  ])('are downloaded according to the settings: %j', (stored, policy) => {
    expect(articlePolicyOf(parseSyncSettings(stored))).toEqual(policy);
  });

  it('are downloaded when the user opens one, with any settings, or the problem is returned', async () => {
    fake.stored.set('syncSettings', { articles: 'none' });
    const runner = runnerWith();
    await runner.run('foreground');
    const { id } = (await device.find(URL_A)) ?? expect.fail('it did not come');
    isAllowed = false;
    expect(await runner.fetchArticle(id)).toBe('not-allowed');
    isAllowed = true;
    fetch = async () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await runner.fetchArticle(id)).toBe('offline');
    fetch = world.fetch;
    const valid = account;
    account = account && { ...account, token: 'withdrawn' };
    expect(await runner.fetchArticle(id)).toBe('signed-out');
    expect(tokenRefused).toHaveBeenCalledExactlyOnceWith(account);
    account = valid;
    expect(await runner.fetchArticle(id)).toBe('here');
    expect((await articleOf(URL_A))?.html).toContain('There');
    account = null;
    expect(await runner.fetchArticle(id)).toBe('signed-out');
  });
});

describe('sharing by the server of the account', () => {
  it('names the server and says if it can send e-mail', async () => {
    const runner = runnerWith();
    expect(await runner.shareServer(null)).toEqual({ host: new URL(BASE).host, hasEmail: false });
    account = account && { ...account, features: ['email', 'oauth'] };
    expect(await runner.shareServer(null)).toMatchObject({ hasEmail: true });
    account = null;
    expect(await runner.shareServer(null)).toBeNull();
  });

  it('sends a page that the server does not have yet', async () => {
    const { id } = (await save()).bookmark;
    await runnerWith().shareServer(id);
    await vi.waitFor(async () =>
      expect((await device.library.bookmarks.get(id))?.serverId).not.toBeNull(),
    );
  });

  it('returns the reason if the server cannot be asked', async () => {
    const id = (await save()).bookmark.id;
    const runner = runnerWith();
    await runner.run('manual');
    await world.work();
    expect(await runner.shareByLink(id, 'day')).toMatchObject({ ok: true });
    isAllowed = false;
    expect(await runner.shareByLink(id, 'day')).toMatchObject({
      error: { problem: 'not-allowed' },
    });
    isAllowed = true;
    account = account && { ...account, token: 'made up' };
    expect(await runner.shareByLink(id, 'day')).toMatchObject({ error: { problem: 'signed-out' } });
    expect(tokenRefused).toHaveBeenCalledWith(account);
    account = null;
    expect(await runner.shareByLink(id, 'day')).toMatchObject({ error: { problem: 'signed-out' } });
  });
});
