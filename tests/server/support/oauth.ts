import { expect } from 'vitest';
import { challengeOf } from '../../../server/account/secrets';
import type { UserRow } from '../../../server/storage';
import type { TestServer } from './test-server';

export const REDIRECT = 'https://app.example/back?own=1';
export const VERIFIER = 'a'.repeat(32) + 'B9'.repeat(16);
const CHALLENGE = challengeOf(VERIFIER);
export const ALL_SCOPES = 'bookmarks:read bookmarks:write profile:read';
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** A valid registration. */
export const CLIENT = {
  client_name: 'Reader',
  client_uri: 'https://app.example/',
  software_id: 'e0e0f4a0',
  software_version: '1.0',
  redirect_uris: [REDIRECT],
};

/** Registers an app and returns its client id. */
export async function register(t: Pick<TestServer, 'send'>, changes: object = {}): Promise<string> {
  const answer = await t.send('POST', '/api/oauth/client', { json: { ...CLIENT, ...changes } });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { client_id: string }).client_id;
}

/** Returns the address of the consent page. */
export const authorizePath = (clientId: string, changes: Record<string, string> = {}): string =>
  `/authorize?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    scope: ALL_SCOPES,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'here & there',
    ...changes,
  })}`;

/** Returns the hidden fields of a page's form, by name. */
export async function formOf(page: Response): Promise<Record<string, string>> {
  const html = await page.text();
  const inputs = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = '', value = '']) => [name, value]));
}

/** The headers of a browser that sends a form to the origin of its page. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', accept: 'text/html' };

/** Answers the consent page as `user` and returns the address of the redirect. */
export async function decide(
  t: Pick<TestServer, 'send' | 'cookieOf'>,
  user: UserRow,
  path: string,
  granted: boolean,
): Promise<URL> {
  const cookie = await t.cookieOf(user);
  const page = await t.send('GET', path, { cookie, headers: OWN_PAGE });
  expect(page.status).toBe(200);
  const form = { ...(await formOf(page)), granted: granted ? '1' : '0' };
  const answer = await t.send('POST', path, { cookie, form, headers: OWN_PAGE });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('Location') ?? '');
}

/** Returns an authorization code that `user` granted to a new app. */
export async function grantedCode(t: TestServer, user: UserRow): Promise<string> {
  const to = await decide(t, user, authorizePath(await register(t)), true);
  return to.searchParams.get('code') ?? '';
}

export const redeem = (t: Pick<TestServer, 'send'>, json: object): Promise<Response> =>
  t.send('POST', '/api/oauth/token', { json });

export const redeemCode = (
  t: Pick<TestServer, 'send'>,
  code: string,
  verifier = VERIFIER,
): Promise<Response> =>
  redeem(t, { grant_type: 'authorization_code', code, code_verifier: verifier });
