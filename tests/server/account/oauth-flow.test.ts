import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD } from '../contract/cases/sign-in';
import { describeOnDatabases } from '../storage/support/databases';
import { CLIENT, formOf } from '../support/oauth';
import { buildRealServer, type RealServer, startRealServer } from '../support/real-server';
import { startServer, type TestServer } from '../support/test-server';

interface Metadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly registration_endpoint: string;
  readonly revocation_endpoint: string;
  readonly device_authorization_endpoint: string;
  readonly grant_types_supported: readonly string[];
  readonly code_challenge_methods_supported: readonly string[];
  readonly token_endpoint_auth_methods_supported: readonly string[];
  readonly revocation_endpoint_auth_methods_supported: readonly string[];
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const REDIRECT = 'app:/cb';

/** An OAuth library for programs without a secret sends these requests. */
describeOnDatabases('a library for OAuth on %s', (database) => {
  let real: RealServer;
  let t: TestServer;
  let cookie: string;
  let known: Metadata;
  beforeAll(async () => {
    const db = await database();
    t = await startServer(() => Promise.resolve(db));
    await t.addUser('ada', { password: PASSWORD });
    real = await startRealServer(await buildRealServer(), db);
    const form = { login: 'ada', password: PASSWORD };
    const signedIn = await ask('POST', `${real.base}/login`, form, {
      'sec-fetch-site': 'same-origin',
    });
    cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    known = await (await ask('GET', `${real.base}/.well-known/oauth-authorization-server`)).json();
  });
  afterAll(async () => {
    await real.end('SIGKILL');
    await t.remove();
  });

  /** Sends a form to an address that the server has named. */
  const ask = (
    method: string,
    address: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ) =>
    fetch(address, {
      method,
      headers,
      redirect: 'manual',
      ...(form && { body: new URLSearchParams(form) }),
    });

  /** Does what a person does in a browser: opens a page and sends its form. */
  async function allow(address: string): Promise<Response> {
    const headers = { cookie, accept: 'text/html', 'sec-fetch-site': 'same-origin' };
    const page = await ask('GET', address, undefined, headers);
    const form = { ...(await formOf(page)), granted: '1' };
    return ask('POST', address, form, headers);
  }

  async function register(metadata: object): Promise<string> {
    const answer = await fetch(known.registration_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...CLIENT,
        redirect_uris: [REDIRECT],
        token_endpoint_auth_method: 'none',
        ...metadata,
      }),
    });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { client_id: string }).client_id;
  }

  const statusWith = async (token: string) =>
    (
      await ask('GET', `${real.base}/api/bookmarks`, undefined, {
        authorization: `Bearer ${token}`,
      })
    ).status;

  /** Revokes as RFC 7009 says for a client without a secret. */
  const revoke = (token: string, client_id: string) =>
    ask('POST', known.revocation_endpoint, { token, token_type_hint: 'access_token', client_id });

  it('finds everything that it needs in the metadata', () => {
    expect(known.issuer).toBe(`${real.base}/`);
    for (const [name, value] of Object.entries(known)) {
      if (name.endsWith('_endpoint')) expect(new URL(value).origin).toBe(real.base);
    }
    expect(known.grant_types_supported).toEqual(['authorization_code', DEVICE_GRANT]);
    expect(known.code_challenge_methods_supported).toEqual(['S256']);
    expect(known.token_endpoint_auth_methods_supported).toContain('none');
    expect(known.revocation_endpoint_auth_methods_supported).toContain('none');
  });

  it('registers, gets a token with PKCE, uses it and revokes it', async () => {
    const clientId = await register({ grant_types: ['authorization_code'] });
    const verifier = randomBytes(36).toString('base64url');
    const state = randomBytes(16).toString('base64url');
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: REDIRECT,
      scope: 'bookmarks:read',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const decided = await allow(`${known.authorization_endpoint}?${query}`);
    // The scheme of this app is a word, so the person follows a link.
    expect(decided.status).toBe(200);
    const [, link = ''] = /<a href="(app:[^"]+)"/.exec(await decided.text()) ?? [];
    const back = new URL(link.replaceAll('&amp;', '&'));
    expect(back.searchParams.get('state')).toBe(state);
    const issued = await ask('POST', known.token_endpoint, {
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      client_id: clientId,
      code_verifier: verifier,
    });
    expect(issued.status).toBe(201);
    const token = (await issued.json()) as Record<string, string>;
    expect(token).toMatchObject({ token_type: 'Bearer', scope: 'bookmarks:read' });
    expect(await statusWith(token.access_token!)).toBe(200);
    expect((await revoke(token.access_token!, clientId)).status).toBe(200);
    expect(await statusWith(token.access_token!)).toBe(401);
  });

  it('gets a token for a device and revokes it', async () => {
    const clientId = await register({ grant_types: [DEVICE_GRANT], redirect_uris: [] });
    const begun = await ask('POST', known.device_authorization_endpoint, {
      client_id: clientId,
      scope: 'bookmarks:read bookmarks:write',
    });
    const device = (await begun.json()) as Record<string, string>;
    const poll = () =>
      ask('POST', known.token_endpoint, {
        grant_type: DEVICE_GRANT,
        device_code: device.device_code!,
        client_id: clientId,
      });
    const early = await poll();
    expect(early.status).toBe(400);
    expect(await early.json()).toEqual({ error: 'authorization_pending' });
    expect((await allow(device.verification_uri_complete!)).status).toBe(303);
    const { access_token: token } = (await (await poll()).json()) as Record<string, string>;
    expect(await statusWith(token!)).toBe(200);
    expect((await revoke(token!, clientId)).status).toBe(200);
    expect(await statusWith(token!)).toBe(401);
  });
});
