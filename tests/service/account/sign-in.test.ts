import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import {
  awaitDevice,
  beginCodeSignIn,
  beginDeviceSignIn,
  finishCodeSignIn,
  NO_ACCOUNTS,
  openAccount,
  type PendingDevice,
  PendingSignIn,
  pastedToken,
  pollDevice,
  readRedirect,
  revokeToken,
  signInWithPassword,
  waysToSignIn,
} from '../../../src/service';
import { DATABASES } from '../../server/storage/support/databases';
import { decide, formOf, OWN_PAGE } from '../../server/support/oauth';
import { good } from '../support/good';
import { listenBefore, listenWith } from '../support/loopback';
import { clientOf, quick, type RealServer, startReal } from '../support/real-server';

const APP = {
  name: 'Leafmark',
  uri: 'https://app.example/',
  softwareId: 'e0e0f4a0',
  softwareVersion: '1.0',
};
const REDIRECT = 'https://abcdef.chromiumapp.org/';
const NOW = Date.UTC(2026, 0, 15);

describe.each(DATABASES)('signing in to the companion server on %s', (_, database) => {
  let real: RealServer;
  let user: UserRow;
  beforeAll(async () => {
    real = await startReal(database);
    user = await real.t.addUser('ada', { password: 'correct horse' });
  });
  afterAll(() => real.stop());

  const oauth = () => real.as(null).client.oauth;
  const begin = async () =>
    good(
      await beginCodeSignIn(oauth(), {
        connection: { base: real.base },
        app: APP,
        redirectUri: REDIRECT,
        now: NOW,
      }),
    );
  /** Returns the address to which the window is redirected after the user's decision. */
  const answered = async (url: string, granted: boolean) => {
    const { pathname, search } = new URL(url);
    return (await decide(real.t, user, pathname + search, granted)).href;
  };
  const errorOf = async (result: Promise<{ ok: boolean; error?: unknown }>) => (await result).error;

  it('signs in by a code and reads the user', async () => {
    const begun = await begin();
    const back = await answered(begun.url, true);
    // A new worker reads it from the storage.
    const pending = PendingSignIn.parse(JSON.parse(JSON.stringify(begun)));
    const credential = good(await finishCodeSignIn(oauth(), pending, back, { now: NOW }));
    expect(credential).toMatchObject({
      kind: 'oauth',
      scopes: ['bookmarks:read', 'bookmarks:write', 'profile:read'],
    });
    const connection = { base: real.base, token: credential.token };
    const account = good(
      await openAccount(real.as(credential.token).client, {
        connection,
        credential,
        accounts: NO_ACCOUNTS,
        newId: () => 'first',
        now: NOW,
      }),
    );
    expect(account).toMatchObject({
      id: 'first',
      username: 'ada',
      serverVersion: '0.22.3 (Leafmark 1.2.3)',
    });
    expect(account.permissions).toContain('api:bookmarks:write');
    expect(account.features).toContain('oauth');
  });

  it('reports that the user has denied a code', async () => {
    const pending = await begin();
    const back = await answered(pending.url, false);
    const finished = finishCodeSignIn(oauth(), pending, back, { now: NOW });
    expect(await errorOf(finished)).toEqual({ kind: 'denied' });
  });

  it('keeps two concurrent code flows apart', async () => {
    const [first, second] = [await begin(), await begin()];
    const back = await answered(second.url, true);
    expect(readRedirect(first, back, NOW)).toEqual({ ok: false, error: { kind: 'state-differs' } });
    const exchanged = await finishCodeSignIn(oauth(), second, back, { now: NOW });
    expect(exchanged).toMatchObject({ ok: true });
  });

  it('rejects the code of another flow, even with a forged state', async () => {
    const [first, second] = [await begin(), await begin()];
    const forged = new URL(await answered(second.url, true));
    forged.searchParams.set('state', first.state);
    const finished = finishCodeSignIn(oauth(), first, forged.href, { now: NOW });
    expect(await errorOf(finished)).toEqual({ kind: 'expired' });
  });

  it('rejects a code that was already used', async () => {
    const pending = await begin();
    const back = await answered(pending.url, true);
    const { token } = good(await finishCodeSignIn(oauth(), pending, back, { now: NOW }));
    const again = finishCodeSignIn(oauth(), pending, back, { now: NOW });
    expect(await errorOf(again)).toEqual({ kind: 'expired' });
    expect(await errorOf(real.as(token).client.profile.read())).toEqual({ kind: 'unauthorised' });
  });

  it('reports when the server cannot look up the client address', async () => {
    const unknown = { ...APP, uri: 'https://nowhere.example/' };
    const begun = beginCodeSignIn(oauth(), {
      connection: { base: real.base },
      app: unknown,
      redirectUri: REDIRECT,
      now: NOW,
    });
    expect(await errorOf(begun)).toMatchObject({ kind: 'client-not-accepted' });
  });

  const beginDevice = async () =>
    good(await beginDeviceSignIn(oauth(), { connection: { base: real.base }, app: APP, now: NOW }));
  const decideDevice = async ({ pageWithCode }: PendingDevice, granted: boolean) => {
    const { pathname, search } = new URL(pageWithCode);
    const cookie = await real.t.cookieOf(user);
    const page = await real.t.send('GET', pathname + search, { cookie, headers: OWN_PAGE });
    const form = { ...(await formOf(page)), granted: granted ? '1' : '0' };
    await real.t.send('POST', pathname + search, { cookie, form, headers: OWN_PAGE });
  };

  it.each([true, false])(
    'signs in by a device code, granted during the polling: %s',
    async (granted) => {
      const pending = await beginDevice();
      expect(pending.shownCode).toMatch(/^[A-Z]{4}-[A-Z]{4}$/);
      expect(pending.page).toMatch(/\/device$/);
      const polls: PendingDevice[] = [];
      const result = await awaitDevice(oauth(), pending, {
        transport: {
          now: () => NOW,
          sleep: async (ms) => {
            real.t.advance(ms);
            if (polls.length === 1) await decideDevice(pending, granted);
          },
        },
        onPending: (poll) => polls.push(poll),
      });
      expect(polls).toHaveLength(1);
      if (granted) expect(result).toMatchObject({ ok: true, value: { kind: 'oauth' } });
      else expect(result).toEqual({ ok: false, error: { kind: 'denied' } });
    },
  );

  it('increases the interval by five seconds when it polls too often', async () => {
    const pending = await beginDevice();
    const first = await pollDevice(oauth(), pending, { now: NOW });
    expect(first).toMatchObject({ kind: 'pending', pending: { intervalMs: 5000 } });
    const again = await pollDevice(oauth(), pending, { now: NOW });
    expect(again).toMatchObject({ kind: 'pending', pending: { intervalMs: 10_000 } });
  });

  it("ends a device flow when the code expires, by the client's clock or by the server", async () => {
    const pending = await beginDevice();
    const expired = { kind: 'ended', error: { kind: 'expired' } };
    const late = pending.expiresAt;
    expect(await pollDevice(oauth(), pending, { now: late })).toEqual(expired);
    real.t.advance(6 * 60_000);
    expect(await pollDevice(oauth(), pending, { now: NOW })).toEqual(expired);
  });

  it('handles right and wrong passwords and servers without passwords', async () => {
    const { signIn } = real.as(null).client;
    const form = { username: 'ada', password: 'correct horse', application: 'Leafmark' };
    const connection = { base: real.base, token: null };
    const credential = good(await signInWithPassword(signIn, { connection, ...form }));
    expect(await real.as(credential.token).client.profile.read()).toMatchObject({ ok: true });
    const wrong = signInWithPassword(signIn, { connection, ...form, password: 'wrong' });
    expect(await errorOf(wrong)).toEqual({ kind: 'wrong-password' });
    const without = await startReal(database, {
      config: { ...real.t.server.config, port: 0, hasPasswordSignIn: false },
    });
    const refused = signInWithPassword(without.as(null).client.signIn, {
      connection: { base: without.base, token: null },
      ...form,
    });
    expect(await errorOf(refused)).toEqual({ kind: 'not-offered' });
    await without.stop();
  });

  const toSignInPage = () =>
    new Response(null, { status: 303, headers: { Location: '/login?r=%2Fapi%2Fauth' } });
  it.each([
    ['by a redirect to a page of its own', toSignInPage, 'not-offered'],
    ['by a 405', () => new Response('<p>No', { status: 405 }), 'not-offered'],
    ['by a 404 that is a page', () => new Response('<p>No', { status: 404 }), 'not-offered'],
    ['by an error', () => new Response('<p>No', { status: 502 }), 'service'],
  ])('handles a server that refuses a password %s', async (_case, refusal, kind) => {
    const before = await listenBefore(real.base, ({ url }) =>
      url.endsWith('/api/auth') ? refusal() : undefined,
    );
    const connection = { base: before.base, token: null };
    const form = { username: 'ada', password: 'correct horse', application: 'Leafmark' };
    const { signIn } = clientOf(connection).client;
    const answer = signInWithPassword(signIn, { connection, transport: quick, ...form });
    expect(await errorOf(answer)).toMatchObject({ kind });
    await before.close();
  });

  it('does not treat a redirect of the whole server as a refusal of passwords', async () => {
    const before = await listenWith(({ url }) =>
      Response.redirect(real.base + new URL(url).pathname, 301),
    );
    const connection = { base: before.base, token: null };
    const form = { username: 'ada', password: 'correct horse', application: 'Leafmark' };
    const { signIn } = clientOf(connection).client;
    const answer = signInWithPassword(signIn, { connection, transport: quick, ...form });
    const moved = { kind: 'moved', to: `${real.base}/api/auth` };
    expect(await errorOf(answer)).toEqual({ kind: 'service', error: moved });
    await before.close();
  });

  it('accepts a pasted token; an invalid one opens no account', async () => {
    const pasted = pastedToken(` Bearer ${await real.t.tokenOf(user)}\n`)!;
    const open = (token: string) =>
      openAccount(real.as(token).client, {
        connection: { base: real.base, token },
        credential: { ...pasted, token },
        accounts: NO_ACCOUNTS,
        newId: () => 'id',
        now: NOW,
      });
    expect(good(await open(pasted.token))).toMatchObject({ credential: 'token', username: 'ada' });
    expect(await errorOf(open('wrong'))).toEqual({ kind: 'unauthorised' });
  });

  it("keeps the account's id and library when the same user signs in again", async () => {
    const token = await real.t.tokenOf(user);
    const options = {
      connection: { base: real.base, token },
      credential: pastedToken(token)!,
      accounts: NO_ACCOUNTS,
      newId: () => 'first',
      now: NOW,
    };
    const { client } = real.as(token);
    const account = good(await openAccount(client, options));
    const accounts = { ...NO_ACCOUNTS, accounts: [account] };
    const again = { ...options, accounts, newId: () => 'second' };
    expect(good(await openAccount(client, again)).id).toBe('first');
  });

  it('opens no account while the profile cannot be read, and continues later', async () => {
    const pending = await begin();
    const back = await answered(pending.url, true);
    const credential = good(await finishCodeSignIn(oauth(), pending, back, { now: NOW }));
    const { client } = real.as(credential.token);
    const offline = { ok: false, error: { kind: 'offline' } } as const;
    const blind = { ...client, profile: { ...client.profile, read: async () => offline } };
    const opening = {
      connection: { base: real.base, token: credential.token },
      credential,
      accounts: NO_ACCOUNTS,
      newId: () => 'id',
      now: NOW,
    };
    expect(await errorOf(openAccount(blind, opening))).toEqual({ kind: 'offline' });
    expect(good(await openAccount(client, opening)).username).toBe('ada');
  });

  it('revokes the token when signing out, even twice', async () => {
    const token = await real.t.tokenOf(user);
    const { client } = real.as(token);
    expect(await revokeToken(client, { token, tokenId: '' })).toEqual({ ok: true, value: null });
    expect(await errorOf(client.profile.read())).toEqual({ kind: 'unauthorised' });
    expect(await revokeToken(client, { token, tokenId: '' })).toEqual({ ok: true, value: null });
  });

  it('returns the sign-in methods that the server offers, the easiest first', async () => {
    const { body } = good(await real.as(null).client.info.read());
    expect(waysToSignIn(body)).toEqual(['code', 'device', 'password', 'token']);
    expect(waysToSignIn({ features: [] })).toEqual(['password', 'token']);
  });
});
