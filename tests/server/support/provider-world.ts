import { expect } from 'vitest';
import type { UserRow } from '../../../server/storage';
import type { DATABASES } from '../storage/support/databases';
import { formOf, OWN_PAGE } from './oauth';
import { CLIENT_ID, CLIENT_SECRET, providerVisitor, startProvider } from './provider';
import { BASE, startServer, type TestServer } from './test-server';

/** Returns a cookie that an answer sets, as a browser sends it. */
export const cookieIn = (answer: Response, name: string): string =>
  new RegExp(`(?:__Host-)?${name}=[\\w-]+`).exec(answer.headers.get('Set-Cookie') ?? '')?.[0] ?? '';

/** Returns the address to which a page goes on. */
export const nextOf = (answer: Response): string =>
  answer.headers.get('Refresh')?.replace('0; url=', '') ?? '';

type Rules = TestServer['server']['config']['singleSignOn'];

/** Starts a provider, and a server where people sign in with it. */
export async function startProviderWorld(
  database: (typeof DATABASES)[number][1],
  flags: Readonly<Record<string, string>> = {},
) {
  const provider = await startProvider(BASE);
  const t = await startServer(database, {
    flags: {
      'oidc-issuer': provider.issuer,
      'oidc-client-id': CLIENT_ID,
      'oidc-client-secret': CLIENT_SECRET,
      'oidc-name': 'House',
      'oidc-scopes': 'openid profile email groups',
      ...flags,
    },
  });

  const get = (at: TestServer, path: string, cookie = '') =>
    at.send('GET', path, { headers: OWN_PAGE, ...(cookie && { cookie }) });

  /** Begins on the sign-in page. */
  async function begin(at: TestServer, r = '') {
    const answer = await get(at, `/login/provider?${new URLSearchParams({ r })}`);
    expect(answer.status).toBe(303);
    const cookie = cookieIn(answer, 'leafmark_sign_in');
    return { to: answer.headers.get('Location') ?? '', cookie };
  }

  /** Sends the form that adds an account of the provider. */
  async function beginToAdd(user: UserRow, at = t) {
    const cookie = await t.cookieOf(user);
    const form = await formOf(await get(at, '/profile', cookie));
    const sent = { form, cookie, headers: OWN_PAGE };
    const answer = await at.send('POST', '/profile/identities', sent);
    return { cookie, attempt: cookieIn(answer, 'leafmark_sign_in'), to: nextOf(answer) };
  }

  return {
    provider,
    t,
    get,
    begin,
    beginToAdd,
    /** The server with other rules. */
    withRules(rules: Partial<Rules>, more: Partial<TestServer['server']['config']> = {}) {
      const { config } = t.server;
      return t.another({
        config: { ...config, singleSignOn: { ...config.singleSignOn, ...rules }, ...more },
      });
    },
    /** Signs in at the provider and comes back. */
    async signIn(at: TestServer, login: string, r = '') {
      const { to, cookie } = await begin(at, r);
      const back = await providerVisitor().signIn(to, login);
      const answer = await get(at, back.pathname + back.search, cookie);
      return { answer, back, cookie, session: cookieIn(answer, 'leafmark_session') };
    },
    /** Returns the name of the user of a session. */
    async userWith(session: string) {
      const page = await (await get(t, '/profile', session)).text();
      return /Signed in as ([^<]+)/.exec(page)?.[1];
    },
    /** Adds an account of the provider on the page of the account. Returns where that leads. */
    async add(user: UserRow, login: string, at = t): Promise<string> {
      const { cookie, attempt, to } = await beginToAdd(user, at);
      const back = await providerVisitor().signIn(to, login);
      return nextOf(await get(at, back.pathname + back.search, `${cookie}; ${attempt}`));
    },
    async remove() {
      await t.remove();
      await provider.close();
    },
  };
}

export type ProviderWorld = Awaited<ReturnType<typeof startProviderWorld>>;
