import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../../server/account/secrets';
import type { UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import {
  ALL_SCOPES,
  authorizePath,
  decide,
  grantedCode,
  redeem,
  redeemCode,
  register,
  VERIFIER,
} from '../support/oauth';
import { startServer, type TestServer } from '../support/test-server';

const MINUTE = 60 * 1000;
const NOT_VALID = { error: 'invalid_grant', error_description: 'code is not valid' };

describeOnDatabases('the token for a code on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser();
  });
  afterAll(() => t.remove());
  beforeEach(() => t.advance(60 * MINUTE));

  it('is returned with headers that forbid caching', async () => {
    const answer = await redeemCode(t, await grantedCode(t, ada));
    expect(answer.status).toBe(201);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(answer.headers.get('Pragma')).toBe('no-cache');
    const body = (await answer.json()) as Record<string, string>;
    expect(body).toEqual({
      id: expect.stringMatching(/^[a-zA-Z0-9]{18,22}$/),
      access_token: expect.stringMatching(/^.{43}$/),
      token_type: 'Bearer',
      scope: ALL_SCOPES,
    });
    const profile = await t.send('GET', '/api/profile', { token: body.access_token! });
    expect(await profile.json()).toMatchObject({
      provider: { application: 'Reader', roles: ALL_SCOPES.split(' ') },
    });
  });

  it('is not in a backup, nor is any other secret', async () => {
    const [code, json] = [
      await grantedCode(t, ada),
      { client_id: await register(t), scope: 'profile:read' },
    ];
    const answer = await redeemCode(t, await grantedCode(t, ada));
    const { access_token } = (await answer.json()) as { access_token: string };
    const begun = await t.send('POST', '/api/oauth/device', { json });
    const { device_code } = (await begun.json()) as { device_code: string };
    const session = (await t.cookieOf(ada)).split('=')[1] ?? '';
    const file = join(t.server.config.dataDir, 'all.backup');
    await t.storage.backup(file);
    const kept = gunzipSync(readFileSync(file)).toString();
    const secrets = [code, access_token, device_code, session, await t.tokenOf(ada)];
    for (const secret of secrets) {
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect(kept).not.toContain(secret);
    }
    for (const secret of secrets.slice(0, 4)) expect(kept).toContain(hashSecret(secret));
  });

  it('is issued once, and is revoked when the code is used again', async () => {
    const code = await grantedCode(t, ada);
    const { access_token } = (await (await redeemCode(t, code)).json()) as { access_token: string };
    const again = await redeemCode(t, code);
    expect(again.status).toBe(400);
    expect(await again.json()).toEqual(NOT_VALID);
    expect((await t.send('GET', '/api/profile', { token: access_token })).status).toBe(401);
  });

  it('ends the registration of its app, which is for one sign-in', async () => {
    const client = await register(t);
    const to = await decide(t, ada, authorizePath(client), true);
    expect(await t.storage.oauth.findClient(client)).not.toBeNull();
    await redeemCode(t, to.searchParams.get('code') ?? '');
    expect(await t.storage.oauth.findClient(client)).toBeNull();
  });

  it('is issued to only one of many parallel requests', async () => {
    const code = await grantedCode(t, ada);
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeemCode(t, code)));
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 400)]);
  });

  it('is not issued for a wrong verifier, which does not use up the code', async () => {
    const code = await grantedCode(t, ada);
    for (const verifier of [`${VERIFIER}x`, VERIFIER.slice(1), 'x', VERIFIER.toLowerCase()]) {
      const answer = await redeemCode(t, code, verifier);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toEqual(NOT_VALID);
    }
    expect((await redeemCode(t, code)).status).toBe(201);
  });

  it('is not issued for an invented or expired code', async () => {
    expect(await (await redeemCode(t, 'made up')).json()).toEqual(NOT_VALID);
    const code = await grantedCode(t, ada);
    t.advance(10 * MINUTE);
    expect(await (await redeemCode(t, code)).json()).toEqual(NOT_VALID);
  });

  it('is not issued after the app expired, even for a new code', async () => {
    const path = authorizePath(await register(t));
    t.advance(9 * MINUTE);
    const to = await decide(t, ada, path, true);
    t.advance(MINUTE);
    const answer = await redeemCode(t, to.searchParams.get('code') ?? '');
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_client' });
  });

  it('is not issued for a deleted user', async () => {
    const bob = await t.addUser('bob');
    const code = await grantedCode(t, bob);
    await t.storage.users.delete(bob.id);
    expect((await redeemCode(t, code)).status).toBe(400);
  });

  it.each([
    ['no grant', { code: 'c', code_verifier: 'v' }, 'grant_type'],
    ['another grant', { grant_type: 'password', code: 'c', code_verifier: 'v' }, 'grant_type'],
    ['no code', { grant_type: 'authorization_code', code_verifier: VERIFIER }, 'code'],
    ['no verifier', { grant_type: 'authorization_code', code: 'c' }, 'code_verifier'],
    [
      'a verifier that is too long',
      { grant_type: 'authorization_code', code: 'c', code_verifier: 'v'.repeat(257) },
      'code_verifier',
    ],
    [
      'a code that is too long',
      { grant_type: 'authorization_code', code: 'c'.repeat(2049), code_verifier: VERIFIER },
      'code',
    ],
  ])('is refused for a request with %s', async (_what, json, field) => {
    const answer = await redeem(t, json);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining(`"${field}"`),
    });
  });

  it('is issued for a request in form encoding too', async () => {
    const form = {
      grant_type: 'authorization_code',
      code: await grantedCode(t, ada),
      code_verifier: VERIFIER,
      // Today's clients send it, and the server ignores it.
      redirect_uri: 'https://elsewhere.example/',
    };
    expect((await t.send('POST', '/api/oauth/token', { form })).status).toBe(201);
  });

  it('is issued by another process than the one that granted access', async () => {
    const other = await t.anotherProcess();
    const code = await grantedCode(t, ada);
    expect((await redeemCode(other, code)).status).toBe(201);
  });

  it('is not issued to clients that guess codes', async () => {
    const from = { from: '203.0.113.9' };
    const json = { grant_type: 'authorization_code', code: 'guess', code_verifier: VERIFIER };
    const guess = () => t.send('POST', '/api/oauth/token', { json, ...from });
    for (let n = 0; n < 100; n++) expect((await guess()).status).toBe(400);
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('600');
    expect((await redeemCode(t, await grantedCode(t, ada))).status).toBe(201);
  });

  describe('after its revocation', () => {
    const revoke = (token: string, json: object) =>
      t.send('POST', '/api/oauth/revoke', { token, json });

    it('gives no access', async () => {
      const answer = await redeemCode(t, await grantedCode(t, ada));
      const { access_token: token } = (await answer.json()) as { access_token: string };
      const revoked = await revoke(token, { token });
      expect(revoked.status).toBe(200);
      expect(await revoked.text()).toBe('');
      expect((await revoke(token, { token })).status).toBe(401);
    });

    it('gives no access when it was revoked by a form without credentials', async () => {
      const token = await t.tokenOf(ada);
      const form = { token, client_id: 'urn:uuid:0', token_type_hint: 'access_token' };
      const send = () => t.send('POST', '/api/oauth/revoke', { form });
      expect((await send()).status).toBe(200);
      expect((await t.send('GET', '/api/profile', { token })).status).toBe(401);
      // A token that is not valid is no error (RFC 7009 2.2).
      expect((await send()).status).toBe(200);
    });

    it('gives no access after its user is enabled again', async () => {
      const token = await t.tokenOf(ada);
      await t.storage.users.update(ada.id, { isEnabled: false });
      const form = { token };
      expect((await t.send('POST', '/api/oauth/revoke', { form })).status).toBe(200);
      await t.storage.users.update(ada.id, { isEnabled: true });
      expect((await t.send('GET', '/api/profile', { token })).status).toBe(401);
    });

    it('can be revoked only with the token itself', async () => {
      const [own, other] = [await t.tokenOf(ada), await t.tokenOf(ada)];
      const refused = await revoke(own, { token: other });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ error: 'access_denied' });
      expect((await revoke(own, { token: 'x'.repeat(65) })).status).toBe(400);
      expect((await revoke(own, {})).status).toBe(400);
      expect((await t.send('GET', '/api/profile', { token: other })).status).toBe(200);
    });
  });
});
