import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACCOUNTS } from '../../src/background/account/account-summary';
import { openLibraryOf, wallClock } from '../../src/background/library/libraries';
import { openLibrary, openSecrets } from '../../src/library';
import { sendWaiting, syncNow } from '../../web/worker-sync';
import { page, value } from '../library/library';

const ADA = {
  id: 'a',
  library: 'a',
  base: 'https://read.example',
  token: 'secret',
  credential: 'token',
  username: 'ada',
  userId: 'id-of-ada',
  signedInAt: 1_700_000_000_000,
};

/** The requests of the worker, which has no network. */
const fetch = vi.fn(async () => {
  throw new TypeError('fetch failed');
});

/** `person` is the id in the cookie: empty after signing out, and null without a cookie. */
async function start(person: string | null, account: object = ADA): Promise<void> {
  const cookie = person === null ? null : { value: person };
  vi.stubGlobal('cookieStore', { get: async () => cookie });
  await openSecrets().set({ [ACCOUNTS]: { active: 'a', accounts: [account] } });
}

beforeEach(async () => {
  fetch.mockClear();
  vi.stubGlobal('fetch', fetch);
  const request = (_: string, ...more: ((lock: object) => unknown)[]) => more.at(-1)?.({});
  // jsdom has no locks.
  vi.stubGlobal('navigator', { userAgent: navigator.userAgent, locks: { request } });
  const library = value(await openLibraryOf(openLibrary, ADA.library, wallClock));
  value(await library.bookmarks.save(page({ url: 'https://one.example/' })));
  library.close();
});
afterEach(() => vi.unstubAllGlobals());

describe('the sync of the service worker', () => {
  it('sends what waits, and again later what is left', async () => {
    await start('id-of-ada');
    await expect(sendWaiting()).rejects.toThrow('Changes wait to be sent: 1');
    expect(fetch).toHaveBeenCalled();
  });

  it('asks the server again although an attempt without a network has just failed', async () => {
    await start('id-of-ada');
    await syncNow();
    const tried = fetch.mock.calls.length;
    expect(tried).toBeGreaterThan(0);
    await syncNow();
    expect(fetch.mock.calls.length).toBeGreaterThan(tried);
  });

  it('waits while a page syncs, and then sends what is left', async () => {
    await start('id-of-ada');
    let release = () => {};
    let isHeld = true;
    const held = new Promise<void>((resolve) => {
      release = () => {
        isHeld = false;
        resolve();
      };
    });
    const request = vi.fn(async (_: string, ...more: ((lock: object | null) => unknown)[]) => {
      const isAtOnce = more.length > 1;
      if (!isAtOnce) await held;
      return more.at(-1)?.(isHeld ? null : {});
    });
    vi.stubGlobal('navigator', { userAgent: navigator.userAgent, locks: { request } });
    const sending = expect(sendWaiting()).rejects.toThrow('Changes wait to be sent: 1');
    await vi.waitFor(() => expect(request).toHaveBeenCalledOnce());
    expect(fetch).not.toHaveBeenCalled();
    release();
    await sending;
    expect(fetch).toHaveBeenCalled();
  });

  it.each([
    ['after a sign-out', '', ADA],
    ['after the cookie of the person was deleted', null, ADA],
    ['for another person, who has the same name', 'ada', ADA],
    ['with a token that was refused', 'ada', { ...ADA, signedOutAt: 1 }],
  ])('makes no request %s', async (_, person, account) => {
    await start(person, account);
    await sendWaiting();
    await syncNow();
    expect(fetch).not.toHaveBeenCalled();
  });
});
