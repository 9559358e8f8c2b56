import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Accounts } from '../../src/background/account/accounts';
import { createParts, startBackground } from '../../src/background/background';
import type { Ports } from '../../src/background/ports';
import type { BackgroundSync } from '../../src/background/sync/background-sync';
import { ok } from '../../src/domain/result';
import { searchRepository } from '../../src/library';
import { fakeExtension } from '../extension/support/fake-extension';
import { portsOf } from '../extension/support/running-background';
import { page, type TestLibrary, testLibrary, value } from '../library/library';

const STATUS = { active: 'a', accounts: [{ id: 'a', signedOutAt: null }] };
const CHANGED = { accountStatus: { newValue: STATUS } };

let test: TestLibrary;
let fake: ReturnType<typeof fakeExtension>;
const sync = { run: vi.fn(async () => {}), restart: vi.fn(async () => {}) };
const accounts = {
  resume: vi.fn(async () => {}),
  handlers: { findServer: vi.fn(async () => ok(null)), switchAccount: vi.fn(async () => ok(null)) },
};

beforeEach(async () => {
  vi.clearAllMocks();
  test = await testLibrary();
  fake = fakeExtension();
  fake.stored.set('accountStatus', STATUS);
});
afterEach(() => test.library.close());

function start(change: Partial<Ports> = {}, base: ReturnType<typeof portsOf> = portsOf(fake)) {
  const ports = { ...base, openLibrary: async () => ok(test.library), ...change };
  return startBackground(ports, {
    ...createParts(ports),
    // Only the used parts.
    sync: sync as Partial<BackgroundSync> as BackgroundSync,
    accounts: accounts as unknown as Accounts,
  });
}

const changeAccount = () => Promise.all(fake.event('storage.local.onChanged').fire(CHANGED));

describe('a background', () => {
  it('syncs when the network is back and when another account is active, once its work has begun', async () => {
    const background = start();
    fake.event('online').fire();
    await changeAccount();
    expect([sync.run.mock.calls, sync.restart.mock.calls]).toEqual([[], []]);
    await background.begin();
    fake.event('online').fire();
    await changeAccount();
    expect(sync.run.mock.calls).toEqual([['foreground']]);
    expect(sync.restart).toHaveBeenCalledOnce();
  });

  it('leaves a library alone that may not be shown any more', async () => {
    let isShown = false;
    const background = start({ mayOpen: async () => isShown });
    await background.begin();
    await changeAccount();
    expect(sync.restart).not.toHaveBeenCalled();
    isShown = true;
    await changeAccount();
    expect(sync.restart).toHaveBeenCalledOnce();
  });

  it('does what a sign-in needs after other backgrounds, and the rest at once', async () => {
    const turn = vi.fn();
    const { handlers, resume } = start({ inTurn: (part) => part().finally(turn) });
    await handlers.switchAccount({ id: 'a' });
    expect(turn).not.toHaveBeenCalled();
    await handlers.findServer({ address: 'a', headers: '', allowed: [], use: 'account' });
    expect(turn).toHaveBeenCalledTimes(1);
    await resume();
    fake.event('alarms.onAlarm').fire({ name: 'sign-in' });
    await vi.waitFor(() => expect(turn).toHaveBeenCalledTimes(3));
    expect(accounts.resume).toHaveBeenCalledTimes(2);
  });

  it('indexes the library itself where it can start no worker', async () => {
    const { startSearchWorker: _, ...ports } = portsOf(fake);
    const background = start({}, ports);
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/a' })));
    await background.begin();
    const status = () => test.library.part(searchRepository).status();
    await vi.waitFor(async () =>
      expect(await status()).toMatchObject({ documents: 1, pending: 0 }),
    );
  });

  it('indexes no library that was removed while another tab indexed', async () => {
    let end = () => {};
    const others = new Promise<void>((resolve) => {
      end = resolve;
    });
    const turns: Promise<unknown>[] = [];
    // Only the used overload.
    const request = ((_: string, work: () => unknown) => {
      const turn = others.then(work);
      turns.push(turn);
      return turn;
    }) as LockManager['request'];
    const startSearchWorker = vi.fn(portsOf(fake).startSearchWorker);
    const background = start({ locks: { request }, startSearchWorker });
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/a' })));
    await background.begin();
    await vi.waitFor(() => expect(turns.length).toBeGreaterThan(1));
    test.library.close();
    end();
    await Promise.allSettled(turns);
    expect(startSearchWorker).not.toHaveBeenCalled();
  });
});
