import { describe, expect, it, vi } from 'vitest';
import { formOf, OWN_PAGE } from '../../server/support/oauth';
import { PASSWORD, problemOf, SOON, useAccounts } from './account-world';
import { REDIRECT } from './fake-browser';

const world = useAccounts();

/** Waits until the status matches. */
const status = (expected: object) =>
  vi.waitFor(async () => expect(await world.status()).toMatchObject(expected), SOON);
const choosing = (kind: Parameters<typeof problemOf>[0]) => ({
  active: null,
  signIn: { kind: 'choosing', problem: problemOf(kind) },
});
const signedIn = { signIn: null, accounts: [{ username: 'ada', signedOutAt: null }] };
const tokensOfAda = async () => {
  const page = { limit: 10, offset: 0 };
  return (await world.real.t.storage.tokens.list(world.user.id, page)).rows;
};

describe("signing in with the browser's window", () => {
  it('creates the account and its library, and publishes no secret to pages', async () => {
    world.fake.window = world.decideInWindow(true);
    await world.find();
    expect(await world.ask('signIn', { way: 'code' })).toBeNull();
    await status(signedIn);
    const { active, accounts, library } = await world.status();
    expect([active, library]).toEqual([accounts[0]?.id, null]);
    const account = await world.accounts.current();
    expect(account).toMatchObject({ username: 'ada', credential: 'oauth' });
    expect(JSON.stringify(await world.status())).not.toContain(account?.token);
    expect([...world.fake.alarms]).toEqual([]);
  });

  it.each([
    ['denied', 'the user denies access', () => world.decideInWindow(false)],
    [
      'window-closed',
      'the window is closed',
      () => () => Promise.reject(new Error('User cancelled or denied access.')),
    ],
    [
      'no-window',
      'the page cannot be loaded',
      () => () => Promise.reject(new Error('Authorization page could not be loaded.')),
    ],
    [
      'state-differs',
      'the answer has another state',
      () => async () => `${REDIRECT}?code=1&state=2`,
    ],
    [
      'other-redirect',
      'the redirect goes elsewhere',
      () => async () => 'https://elsewhere.example/?code=1',
    ],
  ] as const)('reports %s when %s', async (kind, _, person) => {
    world.fake.window = person();
    await world.find();
    await world.ask('signIn', { way: 'code' });
    await status(choosing(kind));
    expect(await tokensOfAda()).toEqual([]);
    expect([...world.fake.origins]).toEqual(['http://127.0.0.1/*']);
  });

  it('leaves the existing account unchanged', async () => {
    await world.signInAs(await world.real.t.addUser('bob'));
    const before = await world.accounts.current();
    await world.find();
    await world.ask('signIn', { way: 'code' });
    await status({ active: before?.id, signIn: { kind: 'choosing' } });
    await world.ask('cancelSignIn', { use: 'account' });
    expect(await world.accounts.current()).toEqual(before);
    expect([...world.fake.origins]).toEqual(['http://127.0.0.1/*']);
  });

  it('uses the second of two concurrent sign-ins and revokes the token of the first', async () => {
    const windows: { url: string; answer: (url: string) => void }[] = [];
    world.fake.window = (url) =>
      new Promise((answer) => {
        windows.push({ url, answer });
      });
    await world.find();
    await world.ask('signIn', { way: 'code' });
    await world.ask('signIn', { way: 'code' });
    const [first, second] = windows;
    const decideNow = world.decideInWindow(true);
    first?.answer(await decideNow(first.url));
    await status({ signIn: { kind: 'window' } });
    second?.answer(await decideNow(second.url));
    await status(signedIn);
    expect(await tokensOfAda()).toHaveLength(1);
  });

  it('continues in another worker after the redirect', async () => {
    let answer = (_: string) => {};
    let opened = '';
    world.fake.window = (url) => {
      opened = url;
      return new Promise((resolve) => {
        answer = resolve;
      });
    };
    await world.find();
    await world.ask('signIn', { way: 'code' });
    const back = await world.decideInWindow(true)(opened);
    const set = world.fake.secrets.set;
    // The worker ends when the answer has been stored.
    world.fake.secrets.set = async (items) => {
      await set(items);
      if (JSON.stringify(items).includes('"verifier"')) world.restart();
    };
    answer(back);
    await status({ signIn: { kind: 'checking' } });
    world.fake.secrets.set = set;
    await world.restart().resume();
    expect(await world.status()).toMatchObject(signedIn);
    expect(await tokensOfAda()).toHaveLength(1);
  });

  it('continues in another worker that finds a stored token', async () => {
    world.fake.window = world.decideInWindow(true);
    const set = world.fake.secrets.set;
    world.fake.secrets.set = async (items) => {
      await set(items);
      if (JSON.stringify(items).includes('"opening"')) world.restart();
    };
    await world.find();
    await world.ask('signIn', { way: 'code' });
    await vi.waitFor(
      () => expect(world.fake.secrets.kept.get('signIn')).toContain('"opening"'),
      SOON,
    );
    world.fake.secrets.set = set;
    await world.restart().resume();
    expect(await world.status()).toMatchObject(signedIn);
  });

  it('is interrupted when the worker stops while the window is open', async () => {
    world.fake.window = () => new Promise(() => {});
    await world.find();
    await world.ask('signIn', { way: 'code' });
    await status({ signIn: { kind: 'window' } });
    await world.restart().resume();
    expect(await world.status()).toMatchObject(choosing('broken-off'));
  });
});

/** Enters the decision about the device code on the server's page, as the user does. */
const decideOnServer = async (granted: boolean) => {
  const { signIn } = await world.status();
  if (signIn?.kind !== 'device') throw new Error('No code is shown');
  const { pathname, search } = new URL(signIn.pageWithCode);
  const cookie = await world.real.t.cookieOf(world.user);
  const page = await world.real.t.send('GET', pathname + search, { cookie, headers: OWN_PAGE });
  const form = { ...(await formOf(page)), granted: granted ? '1' : '0' };
  await world.real.t.send('POST', pathname + search, { cookie, form, headers: OWN_PAGE });
};
/** Polls until the status matches. */
const pollUntil = (expected: object) =>
  vi.waitFor(async () => {
    world.wake();
    expect(await world.status()).toMatchObject(expected);
  }, SOON);

describe('signing in with a device code', () => {
  it.each([
    [true, signedIn],
    [false, choosing('denied')],
  ] as const)(
    'ends with the right status when access is granted: %s',
    async (granted, expected) => {
      await world.find();
      expect(await world.ask('signIn', { way: 'device' })).toBeNull();
      expect(await world.status()).toMatchObject({
        signIn: { kind: 'device', code: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/) },
      });
      await decideOnServer(granted);
      await pollUntil(expected);
    },
  );

  it('continues in another worker that a message or an alarm wakes', async () => {
    await world.find();
    await world.ask('signIn', { way: 'device' });
    world.restart();
    await decideOnServer(true);
    await world.ask('pokeSignIn');
    await world.ask('pokeSignIn');
    await pollUntil(signedIn);
    expect(await tokensOfAda()).toHaveLength(1);
  });
});

describe('a worker with a sign-in of its own', () => {
  it('does not continue an older sign-in', async () => {
    await world.find();
    await world.ask('signIn', { way: 'device' });
    const { secrets } = world.fake;
    const before: unknown = JSON.parse(secrets.kept.get('signIn') ?? 'null');
    await world.ask('signIn', { way: 'device' });
    const get = secrets.get;
    secrets.get = async (keys) => {
      secrets.get = get;
      return { ...(await get(keys)), signIn: before };
    };
    await world.ask('pokeSignIn');
    await decideOnServer(true);
    await pollUntil(signedIn);
  });

  it('continues its own when a token was typed for another server', async () => {
    await world.find();
    await world.ask('signIn', { way: 'device' });
    const { secrets } = world.fake;
    const stored = secrets.kept.get('signIn') ?? '';
    const replaced = JSON.parse(stored.replaceAll(world.real.base, 'http://other.example'));
    const get = secrets.get;
    secrets.get = async (keys) => {
      secrets.get = get;
      return { ...(await get(keys)), signIn: replaced };
    };
    const token = await world.real.t.tokenOf(world.user);
    expect(await world.ask('signIn', { way: 'token', token })).toMatchObject({
      kind: 'no-account',
    });
    await decideOnServer(true);
    await pollUntil(signedIn);
  });
});

describe('signing in with other methods', () => {
  it('accepts a password and does not store it', async () => {
    await world.find();
    const request = { way: 'password', username: 'ada', password: PASSWORD };
    expect(await world.ask('signIn', request)).toBeNull();
    expect(await world.status()).toMatchObject(signedIn);
    expect([...world.fake.secrets.kept.values()].join()).not.toContain(PASSWORD);
  });

  it('rejects a wrong password', async () => {
    await world.find();
    const request = { way: 'password', username: 'ada', password: 'a guess' };
    expect(await world.ask('signIn', request)).toMatchObject({ kind: 'wrong-password' });
    expect(await world.status()).toMatchObject(choosing('wrong-password'));
  });

  it.each([
    ['not-a-token', 'dear me'],
    ['unauthorised', 'x'.repeat(43)],
  ] as const)('reports the problem %s for an invalid token', async (kind, token) => {
    await world.find();
    expect(await world.ask('signIn', { way: 'token', token })).toMatchObject({ kind });
    expect(await world.accounts.current()).toBeNull();
  });

  it('does not send a token to a server that replaced the one it was typed for', async () => {
    await world.find();
    const token = await world.real.t.tokenOf(world.user);
    const { secrets } = world.fake;
    const get = secrets.get;
    secrets.get = async (keys) => {
      const read = await get(keys);
      secrets.get = get;
      const now = secrets.kept.get('signIn') ?? '';
      secrets.kept.set('signIn', now.replaceAll(world.real.base, 'http://other.example'));
      return read;
    };
    expect(await world.ask('signIn', { way: 'token', token })).toMatchObject({
      kind: 'no-account',
    });
    expect(secrets.kept.get('signIn')).not.toContain(token);
  });

  it('refuses to sign in before a server was found', async () => {
    expect(await world.ask('signIn', { way: 'code' })).toMatchObject({ kind: 'no-account' });
  });

  it('signs in to the companion server of npm start with one click', async () => {
    expect(await world.ask('companion')).toBeNull();
    const companion = { base: world.real.base, username: 'ada', password: PASSWORD };
    world.fake.files.set('/companion.json', JSON.stringify(companion));
    expect(await world.ask('companion')).toBe(world.real.base);
    const pattern = 'http://127.0.0.1/*';
    world.fake.origins.add(pattern);
    for (const keep of [true, false]) {
      expect(await world.ask('signInToCompanion', { allowed: [pattern] })).toBeNull();
      const status = await world.status();
      expect(status).toMatchObject(signedIn);
      // The sign-in also works after the user has signed out.
      await world.ask('signOut', { id: status.active, keep });
      world.fake.origins.add(pattern);
    }
  });
});
