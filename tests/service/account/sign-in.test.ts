import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { SCOPES } from '../../../src/contract';
import { err } from '../../../src/domain/result';
import {
  awaitDevice,
  beginCodeSignIn,
  beginDeviceSignIn,
  exchangeCode,
  NO_ACCOUNTS,
  openAccount,
  type PendingDevice,
  type PendingSignIn,
  pastedToken,
  readRedirect,
  revokeToken,
  type ServiceError,
  signInProblem,
  signInWithPassword,
  waysToSignIn,
} from '../../../src/service';
import { describeOnDatabases } from '../../server/storage/support/databases';
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

describeOnDatabases('signing in to the companion server on %s', (database) => {
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
        base: real.base,
        app: APP,
        redirectUri: REDIRECT,
        now: NOW,
        scopes: SCOPES,
      }),
    );
  /** Returns the address to which the window is redirected after the user's decision. */
  const answered = async (url: string, granted: boolean) => {
    const { pathname, search } = new URL(url);
    return (await decide(real.t, user, pathname + search, granted)).href;
  };
  const errorOf = async (result: Promise<{ ok: boolean; error?: unknown }>) => (await result).error;
  /** The credential or the problem for an address to which the window came back. */
  const finish = async (pending: PendingSignIn, back: string) => {
    const code = readRedirect(pending, back, NOW);
    if (!code.ok) return code;
    const { verifier } = pending;
    const exchanged = await exchangeCode(oauth(), { code: code.value, verifier });
    return exchanged.ok ? exchanged : err(signInProblem(exchanged.error));
  };

  it('signs in by a code and reads the user', async () => {
    const begun = await begin();
    const back = await answered(begun.url, true);
    const credential = good(await finish(begun, back));
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
      serverVersion: 'Leafmark 1.2.3 (Readeck API 0.22.3)',
    });
    expect(account.permissions).toContain('api:bookmarks:write');
    expect(account.features).toContain('oauth');
  });

  it('reports that the user has denied a code', async () => {
    const pending = await begin();
    const back = await answered(pending.url, false);
    expect(await errorOf(finish(pending, back))).toMatchObject({ kind: 'denied' });
  });

  it('keeps two concurrent code flows apart', async () => {
    const [first, second] = [await begin(), await begin()];
    const back = await answered(second.url, true);
    expect(await errorOf(finish(first, back))).toMatchObject({ kind: 'state-differs' });
    expect(await finish(second, back)).toMatchObject({ ok: true });
  });

  it('rejects the code of another flow, even with a forged state', async () => {
    const [first, second] = [await begin(), await begin()];
    const forged = new URL(await answered(second.url, true));
    forged.searchParams.set('state', first.state);
    expect(await errorOf(finish(first, forged.href))).toMatchObject({ kind: 'expired' });
  });

  it('rejects a code that was already used', async () => {
    const pending = await begin();
    const back = await answered(pending.url, true);
    const { token } = good(await finish(pending, back));
    expect(await errorOf(finish(pending, back))).toMatchObject({ kind: 'expired' });
    expect(await errorOf(real.as(token).client.profile.read())).toEqual({ kind: 'unauthorised' });
  });

  it('reports when the server cannot look up the client address', async () => {
    const unknown = { ...APP, uri: 'https://nowhere.example/' };
    const begun = beginCodeSignIn(oauth(), {
      base: real.base,
      app: unknown,
      redirectUri: REDIRECT,
      now: NOW,
      scopes: SCOPES,
    });
    const { error } = (await begun) as { error: ServiceError };
    expect(signInProblem(error)).toMatchObject({ kind: 'client-not-accepted' });
  });

  const beginDevice = async () =>
    good(await beginDeviceSignIn(oauth(), { base: real.base, app: APP, now: NOW, scopes: SCOPES }));
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
      else expect(result).toMatchObject({ ok: false, error: { kind: 'denied' } });
    },
  );

  /** Polls at once, without a wait, until the code has ended or `polls` intervals are known. */
  const poll = async (pending: PendingDevice, polls: number, now = NOW) => {
    const intervals: number[] = [];
    const controller = new AbortController();
    const result = await awaitDevice(oauth(), pending, {
      signal: controller.signal,
      transport: { now: () => now, sleep: async () => {} },
      onPending({ intervalMs }) {
        if (intervals.push(intervalMs) === polls) controller.abort();
      },
    });
    return { intervals, result };
  };

  it('increases the interval by five seconds when it polls too often', async () => {
    const { intervals } = await poll(await beginDevice(), 2);
    expect(intervals).toEqual([5000, 10_000]);
  });

  it("ends a device flow when the code expires, by the client's clock or by the server", async () => {
    const pending = await beginDevice();
    const expired = { ok: false, error: { kind: 'expired' } };
    expect((await poll(pending, 1, pending.expiresAt)).result).toMatchObject(expired);
    real.t.advance(6 * 60_000);
    expect((await poll(pending, 1)).result).toMatchObject(expired);
  });

  it('handles right and wrong passwords and servers without passwords', async () => {
    const { signIn } = real.as(null).client;
    const form = { username: 'ada', password: 'correct horse', application: 'Leafmark' };
    const connection = { base: real.base, token: null };
    const credential = good(await signInWithPassword(signIn, { connection, ...form }));
    expect(await real.as(credential.token).client.profile.read()).toMatchObject({ ok: true });
    const wrong = signInWithPassword(signIn, { connection, ...form, password: 'wrong' });
    expect(await errorOf(wrong)).toMatchObject({ kind: 'wrong-password' });
    const without = await startReal(database, {
      config: { ...real.t.server.config, port: 0, hasPasswordSignIn: false },
    });
    const refused = signInWithPassword(without.as(null).client.signIn, {
      connection: { base: without.base, token: null },
      ...form,
    });
    expect(await errorOf(refused)).toMatchObject({ kind: 'password-not-offered' });
    await without.stop();
  });

  const toSignInPage = () =>
    new Response(null, { status: 303, headers: { Location: '/login?r=%2Fapi%2Fauth' } });
  it.each([
    ['by a redirect to a page of its own', toSignInPage, 'password-not-offered'],
    ['by a 405', () => new Response('<p>No', { status: 405 }), 'password-not-offered'],
    [
      'by a 404 that is a page',
      () => new Response('<p>No', { status: 404 }),
      'password-not-offered',
    ],
    ['by an error', () => new Response('<p>No', { status: 502 }), 'server'],
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
    const moved = { kind: 'moved', detail: `${real.base}/api/auth` };
    expect(await errorOf(answer)).toMatchObject(moved);
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

  /** Opens the first account of the user. */
  async function openFirst(more: { readonly isShared?: boolean } = {}) {
    const token = await real.t.tokenOf(user);
    const options = {
      connection: { base: real.base, token },
      credential: pastedToken(token)!,
      accounts: NO_ACCOUNTS,
      newId: () => 'first',
      now: NOW,
      ...more,
    };
    const { client } = real.as(token);
    return { client, options, account: good(await openAccount(client, options)) };
  }

  it("keeps the account's id and library when the same user signs in again", async () => {
    const { client, options, account } = await openFirst();
    const accounts = { ...NO_ACCOUNTS, accounts: [account] };
    const again = { ...options, accounts, newId: () => 'second' };
    expect(good(await openAccount(client, again)).id).toBe('first');
  });

  it('goes by the id of the person, not by the name, where several people use the browser', async () => {
    const { client, options, account } = await openFirst({ isShared: true });
    const again = async (known: typeof account) => {
      const accounts = { ...NO_ACCOUNTS, accounts: [known] };
      return good(await openAccount(client, { ...options, accounts, newId: () => 'second' })).id;
    };
    expect(await again({ ...account, username: 'before' })).toBe('first');
    expect(await again({ ...account, userId: 'somebody else' })).toBe('second');
  });

  it('opens another account for a user of the same name on another server', async () => {
    const { client, options, account } = await openFirst();
    const elsewhere = { ...account, base: 'https://other.example' };
    const accounts = { ...NO_ACCOUNTS, accounts: [elsewhere], active: elsewhere.id };
    const other = good(await openAccount(client, { ...options, accounts, newId: () => 'second' }));
    expect(other).toMatchObject({ id: 'second', library: 'second', username: account.username });
  });

  it('opens no account while the profile cannot be read, and continues later', async () => {
    const pending = await begin();
    const back = await answered(pending.url, true);
    const credential = good(await finish(pending, back));
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
