import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Accounts } from '../../src/background/account/accounts';
import { createParts } from '../../src/background/background';
import type { BackgroundSync } from '../../src/background/sync/background-sync';
import { ok } from '../../src/domain/result';
import { startExtension } from '../../src/extension/background';
import { type TestLibrary, testLibrary } from '../library/library';
import { type FakeExtension, fakeExtension, OWN_ORIGIN } from './support/fake-extension';
import { portsOf } from './support/running-background';

const runner = {
  run: vi.fn(),
  restart: vi.fn(),
  stop: vi.fn(),
  addPort: vi.fn(),
  handlers: { fetchArticle: async () => ok('offline') } as Partial<
    BackgroundSync['handlers']
  > as BackgroundSync['handlers'], // Only the used part.
};
const importSource = {
  run: vi.fn(),
  read: vi.fn(),
  settle: vi.fn(async () => {}),
};
const accounts = {
  resume: vi.fn(),
  handlers: {} as Accounts['handlers'], // None of these messages is sent.
};

const backups = {
  run: vi.fn(),
  runIfDue: vi.fn(),
  schedule: vi.fn(),
  begin: vi.fn(),
};

/** The port of a visible page. */
const PORT = { name: 'visible-page', sender: { url: `${OWN_ORIGIN}library.html` } };

let test: TestLibrary;
let fake: FakeExtension;
let recovered: Promise<void>;

beforeEach(async () => {
  vi.clearAllMocks();
  test = await testLibrary();
  fake = fakeExtension();
  fake.stored.set('accountStatus', { active: 'a', accounts: [{ id: 'a', signedOutAt: null }] });
  const ports = {
    ...portsOf(fake),
    openLibrary: async () => ok(test.library),
    now: () => test.clock.now,
    loadFile: async () => Response.json({ base: 'http://localhost', username: 'a', password: 'b' }),
  };
  const made = {
    ...createParts(ports),
    accounts: accounts as Partial<Accounts> as Accounts, // Only the used part.
    sync: runner,
    backups,
    importSource,
  };
  ({ recovered } = startExtension(ports, made));
});
afterEach(() => recovered); // The library is closed next.

describe('the background with a signed-in account', () => {
  it.each<[string, string, unknown[], Partial<Record<keyof typeof runner, unknown[]>>]>([
    ['the browser starts', 'runtime.onStartup', [], { run: ['background'] }],
    [
      'the extension was updated',
      'runtime.onInstalled',
      [{ reason: 'update' }],
      { run: ['background'] },
    ],
    ['the alarm fires', 'alarms.onAlarm', [{ name: 'sync' }], { run: ['background'] }],
    ['the network is back', 'online', [], { run: ['foreground'] }],
    ['a page is visible', 'runtime.onConnect', [PORT], { addPort: [PORT] }],
    ['a permission was added', 'permissions.onAdded', [{ origins: [] }], { restart: [] }],
    ['a permission was removed', 'permissions.onRemoved', [{ origins: [] }], { restart: [] }],
    ['an account changed', 'storage.local.onChanged', [{ accountStatus: {} }], { restart: [] }],
    [
      'a setting of sync changed',
      'storage.local.onChanged',
      [{ syncSettings: {} }],
      { restart: [] },
    ],
  ])('syncs when %s', async (_, event, args, calls) => {
    fake.event(event).fire(...args);
    await vi.waitFor(() => {
      for (const name of ['run', 'restart', 'addPort'] as const) {
        expect(runner[name].mock.calls).toEqual(calls[name] ? [calls[name]] : []);
      }
    });
  });

  it.each([
    ['with another name', { name: 'capture-images' }],
    ['of a web page', { sender: { url: 'https://evil.example/library.html' } }],
    ['of an unknown sender', { sender: {} }],
  ])('ignores a port %s', (_, change) => {
    fake.event('runtime.onConnect').fire({ ...PORT, ...change });
    expect(runner.addPort).not.toHaveBeenCalled();
  });

  it('does nothing at another alarm', async () => {
    fake.event('alarms.onAlarm').fire({ name: 'sign-in' });
    fake.event('online').fire();
    await vi.waitFor(() => expect(runner.run.mock.calls).toEqual([['foreground']]));
  });

  it('continues an interrupted sign-in when it starts and at every alarm', () => {
    expect(accounts.resume).toHaveBeenCalledTimes(1);
    fake.event('alarms.onAlarm').fire({ name: 'sign-in' });
    expect(accounts.resume).toHaveBeenCalledTimes(2);
  });

  it('sets the alarm of backups when it starts, and when an account or their settings change', () => {
    expect(backups.begin).toHaveBeenCalledTimes(1);
    fake.event('storage.local.onChanged').fire({ backupSettings: {} });
    fake.event('storage.local.onChanged').fire({ accountStatus: {} });
    fake.event('storage.local.onChanged').fire({ backups: {} });
    expect(backups.schedule).toHaveBeenCalledTimes(2);
    fake.event('alarms.onAlarm').fire({ name: 'sync' });
    expect(backups.runIfDue).not.toHaveBeenCalled();
    fake.event('alarms.onAlarm').fire({ name: 'backup' });
    expect(backups.runIfDue).toHaveBeenCalledTimes(1);
  });

  it.each<[string, string, unknown[], string]>([
    ['the browser starts', 'runtime.onStartup', [], 'background'],
    ['its alarm fires', 'alarms.onAlarm', [{ name: 'import-source' }], 'background'],
    ['the network is back', 'online', [], 'foreground'],
    ['a permission was added', 'permissions.onAdded', [{ origins: [] }], 'background'],
    ['an account changed', 'storage.local.onChanged', [{ accountStatus: {} }], 'background'],
  ])('goes on with reading the server of an import when %s', (_, event, args, trigger) => {
    fake.event(event).fire(...args);
    expect(importSource.run.mock.calls).toEqual([[trigger]]);
  });

  it('looks at its start if an import from a server has ended', () => {
    expect(importSource.settle).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['companion', {}, 'http://localhost'],
    ['fetchArticle', { id: 'a' }, 'offline'],
  ])('passes the message %s to the part that answers it', async (name, request, value) => {
    const sender = { id: 'leafmark', url: `${OWN_ORIGIN}options.html` };
    const reply = vi.fn();
    fake.event('runtime.onMessage').fire({ name, request }, sender, reply);
    await vi.waitFor(() => expect(reply.mock.calls).toEqual([[ok(value)]]));
  });

  it('makes a backup when a page asks for it', async () => {
    const sender = { id: 'leafmark', url: `${OWN_ORIGIN}options.html` };
    const reply = vi.fn();
    fake.event('runtime.onMessage').fire({ name: 'backupNow', request: {} }, sender, reply);
    await vi.waitFor(() => expect(reply.mock.calls).toEqual([[ok(null)]]));
    expect(backups.run).toHaveBeenCalledTimes(1);
  });
});
