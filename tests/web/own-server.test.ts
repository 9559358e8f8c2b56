import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ACCOUNT_STATUS } from '../../src/background/account/account-summary';
import type { Accounts } from '../../src/background/account/accounts';
import { openLibraryOf, wallClock } from '../../src/background/library/libraries';
import { openLibrary } from '../../src/library';
import { endWorkWhenLeft } from '../../web/leave-page';
import { APP_BASE } from '../../web/platform';
import { local } from '../../web/stored-area';
import { page, value } from '../library/library';

let server: typeof import('../../web/own-server');
beforeAll(async () => {
  // The build of the web app replaces it.
  vi.stubGlobal('__VERSION__', '1.0.0');
  server = await import('../../web/own-server');
});

const handlers = {
  signOut: vi.fn(async () => ({ ok: true, value: true })),
  switchAccount: vi.fn(async () => ({ ok: true, value: null })),
  findServer: vi.fn(async () => ({ ok: true, value: null })),
  signIn: vi.fn(async () => ({ ok: true, value: null })),
};
// The web app uses no other handlers here.
const accounts = { handlers } as unknown as Accounts;

const account = (id: string, signedOutAt: number | null = null) => ({
  id,
  library: id,
  base: APP_BASE,
  credential: 'token',
  username: id,
  userId: `id-of-${id}`,
  signedInAt: 1_700_000_000_000,
  signedOutAt,
});

const store = (active: string, ...known: readonly object[]) =>
  local.set({ [ACCOUNT_STATUS]: { active, accounts: known, library: active, signIn: null } });

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});

describe('the accounts of a browser in which somebody has signed out on the page of the server', () => {
  it('lose their tokens, and their libraries if the server has everything', async () => {
    const library = value(await openLibraryOf(openLibrary, 'unsent', wallClock));
    value(await library.bookmarks.save(page({ url: 'https://one.example/' })));
    library.close();
    await store('unsent', account('unsent'), account('sent'), account('sent-before', 1));
    await server.tidySignedOut(accounts, local);
    expect(handlers.signOut.mock.calls).toEqual([
      [{ id: 'unsent', keep: true }],
      [{ id: 'sent', keep: false }],
      [{ id: 'sent-before', keep: false }],
    ]);
  });

  it('keep a library that cannot be read, because it may have what nothing else has', async () => {
    const opening = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('A newer version has written it.', 'VersionError');
    });
    await store('broken', account('broken'));
    await server.tidySignedOut(accounts, local);
    opening.mockRestore();
    expect(handlers.signOut.mock.calls).toEqual([[{ id: 'broken', keep: true }]]);
  });

  it('are looked at in Safari without a library that a page which is left would block', async () => {
    const { transaction } = IDBDatabase.prototype;
    onTestFinished(() => {
      IDBDatabase.prototype.transaction = transaction;
    });
    endWorkWhenLeft({ vendor: 'Apple Computer, Inc.' });
    await store('gone', account('gone'));
    await server.tidySignedOut(accounts, local);
    // A frame of the page makes it.
    expect(document.querySelector('iframe')).not.toBeNull();
  });

  it('are left as they are when a library with changes was signed out before', async () => {
    const library = value(await openLibraryOf(openLibrary, 'before', wallClock));
    value(await library.bookmarks.save(page({ url: 'https://one.example/' })));
    library.close();
    await store('before', account('before', 1));
    await server.tidySignedOut(accounts, local);
    expect(handlers.signOut).not.toHaveBeenCalled();
  });
});

describe('the account of the person who has signed in to the server', () => {
  it.each([
    ['is chosen if another one was used last', 'ada', 'bob', ['ada']],
    ['stays chosen', 'ada', 'ada', []],
  ])('%s', async (_, person, active, chosen) => {
    await store(active, account('ada'), account('bob'));
    await server.signInHere(accounts, local, `id-of-${person}`);
    expect(handlers.switchAccount.mock.calls).toEqual(chosen.map((id) => [{ id }]));
    expect(handlers.signIn).not.toHaveBeenCalled();
  });

  it.each([
    ['is made if a sign-in was broken off before its server was found', 'broken-off', 1],
    ['waits for a press after a sign-in that has failed', 'offline', 0],
  ])('%s', async (_, kind, times) => {
    const problem = { kind, detail: '', waitMs: null };
    const signIn = { kind: 'not-found', base: APP_BASE, problem };
    await local.set({ [ACCOUNT_STATUS]: { active: null, accounts: [], library: null, signIn } });
    await server.signInHere(accounts, local, 'id-of-eve');
    expect(handlers.signIn).toHaveBeenCalledTimes(times);
  });

  it('is made if this browser has only those of others', async () => {
    await store('ada', account('ada'));
    await server.signInHere(accounts, local, 'id-of-eve');
    expect(handlers.switchAccount).not.toHaveBeenCalled();
    expect(handlers.findServer).toHaveBeenCalledExactlyOnceWith({
      address: APP_BASE,
      headers: '',
      allowed: [],
      use: 'account',
    });
    expect(handlers.signIn).toHaveBeenCalledExactlyOnceWith({ way: 'code' });
  });
});
