import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { DEVICE_GRANT, formOf, OWN_PAGE, redeem, register } from '../support/oauth';
import { startServer, type TestServer } from '../support/test-server';

interface Device {
  readonly clientId: string;
  readonly device_code: string;
  readonly user_code: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describeOnDatabases('the sign-in of a device on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser();
  });
  afterAll(() => t.remove());
  // The rate limits of one test must not apply to the next one.
  beforeEach(() => t.advance(60 * MINUTE));

  async function begin(scope = 'bookmarks:read'): Promise<Device> {
    const clientId = await register(t);
    const json = { client_id: clientId, scope };
    const answer = await t.send('POST', '/api/oauth/device', { json });
    expect(answer.status).toBe(200);
    return { clientId, ...((await answer.json()) as Omit<Device, 'clientId'>) };
  }

  const poll = async ({ clientId, device_code }: Omit<Device, 'user_code'>) => {
    const answer = await redeem(t, { grant_type: DEVICE_GRANT, client_id: clientId, device_code });
    const body = (await answer.json()) as { id?: string; access_token?: string };
    return { status: answer.status, ...body };
  };

  async function decide(userCode: string, granted: boolean, user = ada): Promise<Response> {
    const cookie = await t.cookieOf(user);
    const path = `/device?user_code=${userCode}`;
    const page = await t.send('GET', path, { cookie, headers: OWN_PAGE });
    expect(page.status).toBe(200);
    const form = { ...(await formOf(page)), granted: granted ? '1' : '0' };
    return t.send('POST', '/device', { cookie, form, headers: OWN_PAGE });
  }

  // One test for each row of the table in section 3 of the specification.
  describe('changes its state as in the specification:', () => {
    it('begins as pending with codes and an address', async () => {
      const client_id = await register(t);
      const json = { client_id, scope: 'profile:read bookmarks:read' };
      const answer = await t.send('POST', '/api/oauth/device', { json });
      const body = (await answer.json()) as Record<string, string>;
      expect(body).toEqual({
        device_code: expect.stringMatching(/^.{43}$/),
        user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{8}$/),
        verification_uri: 'http://leafmark.test/device',
        verification_uri_complete: `http://leafmark.test/device?user_code=${body.user_code}`,
        expires_in: 300,
        interval: 5,
      });
    });

    it('stays pending until a decision', async () => {
      const device = await begin();
      expect(await poll(device)).toEqual({ status: 400, error: 'authorization_pending' });
      t.advance(5 * SECOND);
      expect(await poll(device)).toEqual({ status: 400, error: 'authorization_pending' });
    });

    it('asks the device to slow down by 5 more seconds each time it polls too fast', async () => {
      const device = await begin();
      await poll(device);
      t.advance(4999);
      expect(await poll(device)).toEqual({ status: 400, error: 'slow_down' });
      t.advance(9999);
      expect(await poll(device)).toEqual({ status: 400, error: 'slow_down' });
      t.advance(14_999);
      expect(await poll(device)).toEqual({ status: 400, error: 'slow_down' });
      t.advance(20_000);
      expect(await poll(device)).toEqual({ status: 400, error: 'authorization_pending' });
    });

    it('returns the token at the next poll after an approval', async () => {
      const device = await begin('bookmarks:write bookmarks:read');
      await poll(device);
      expect((await decide(device.user_code, true)).status).toBe(303);
      const answer = await poll(device);
      expect(answer).toEqual({
        status: 201,
        id: expect.stringMatching(/^[a-zA-Z0-9]{18,22}$/),
        access_token: expect.stringMatching(/^.{43}$/),
        token_type: 'Bearer',
        scope: 'bookmarks:read bookmarks:write',
      });
      const profile = await t.send('GET', '/api/profile', { token: answer.access_token! });
      expect(await profile.json()).toMatchObject({
        provider: { id: answer.id, application: 'Reader' },
        user: { username: 'ada' },
      });
    });

    it('returns access_denied at the next poll after a denial', async () => {
      const device = await begin();
      await decide(device.user_code, false);
      expect(await poll(device)).toEqual({ status: 400, error: 'access_denied' });
    });

    it('returns expired_token after 5 minutes', async () => {
      const device = await begin();
      t.advance(5 * MINUTE - 1);
      expect(await poll(device)).toMatchObject({ error: 'authorization_pending' });
      t.advance(1);
      expect(await poll(device)).toEqual({ status: 400, error: 'expired_token' });
    });
  });

  it('returns the same token until the code expires, because a response can get lost', async () => {
    const device = await begin();
    await decide(device.user_code, true);
    const first = await poll(device);
    expect(await poll(device)).toEqual(first);
    t.advance(5 * MINUTE);
    expect(await poll(device)).toEqual({ status: 400, error: 'expired_token' });
  });

  it('does not return a token that was revoked meanwhile', async () => {
    const device = await begin();
    await decide(device.user_code, true);
    const { id } = await poll(device);
    await t.storage.tokens.delete(ada.id, id!);
    expect(await poll(device)).toEqual({ status: 400, error: 'expired_token' });
  });

  it('refuses unknown codes and codes of other apps', async () => {
    const device = await begin();
    const clientId = await register(t);
    expect(await poll({ ...device, device_code: 'x'.repeat(43) })).toEqual({
      status: 400,
      error: 'expired_token',
    });
    expect(await poll({ ...device, clientId })).toEqual({ status: 400, error: 'expired_token' });
    expect(await poll({ ...device, clientId: 'urn:uuid:0' })).toMatchObject({
      error: 'invalid_client',
    });
    // The poll of the other app does not count as a poll of this one.
    expect(await poll(device)).toMatchObject({ error: 'authorization_pending' });
  });

  it.each([
    ['a scope that does not exist', { scope: 'bookmarks:read everything' }, 'invalid_scope'],
    ['a list of scopes', { scope: ['bookmarks:read'] }, 'invalid_request'],
    ['an empty scope', { scope: '' }, 'invalid_scope'],
    ['a blank scope', { scope: ' ' }, 'invalid_scope'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['a scope that is null', { scope: null }, 'invalid_scope'],
    ['an app that is not registered', { client_id: 'urn:uuid:0' }, 'invalid_client'],
  ])('refuses %s', async (_what, change, error) => {
    const json = { client_id: await register(t), scope: 'bookmarks:read', ...change };
    const answer = await t.send('POST', '/api/oauth/device', { json });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error });
  });

  it('refuses an app that registered for the other grant only', async () => {
    const client_id = await register(t, { grant_types: ['authorization_code'] });
    const json = { client_id, scope: 'bookmarks:read' };
    const answer = await t.send('POST', '/api/oauth/device', { json });
    expect(await answer.json()).toEqual({ error: 'unauthorized_client' });
  });

  it('deletes an app after 10 minutes', async () => {
    const client_id = await register(t);
    t.advance(10 * MINUTE);
    const json = { client_id, scope: 'bookmarks:read' };
    const answer = await t.send('POST', '/api/oauth/device', { json });
    expect(await answer.json()).toMatchObject({ error: 'invalid_client' });
  });

  describe('the page for the code', () => {
    it('accepts a code in any case and with blanks or dashes', async () => {
      const device = await begin();
      const typed = `${device.user_code.slice(0, 4)}-${device.user_code.slice(4)}`.toLowerCase();
      const cookie = await t.cookieOf(ada);
      const path = `/device?user_code=${typed}`;
      const page = await t.send('GET', path, { cookie, headers: OWN_PAGE });
      expect(await page.text()).toContain('Allow “Reader” to use your library?');
    });

    it('refuses unknown codes and limits the tries to ten', async () => {
      const eve = await t.addUser('eve');
      const cookie = await t.cookieOf(eve);
      const wrong = () =>
        t.send('GET', '/device?user_code=BCDFGHJK', { cookie, headers: OWN_PAGE });
      for (let n = 0; n < 10; n++) expect((await wrong()).status).toBe(400);
      const refused = await wrong();
      expect(refused.status).toBe(429);
      expect(refused.headers.get('Retry-After')).toBe('900');
    });

    it('refuses a longer code than any, and counts the try', async () => {
      const cookie = await t.cookieOf(await t.addUser('lena'));
      const page = await t.send('GET', '/device', { cookie, headers: OWN_PAGE });
      const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
      const form = { csrf, user_code: '\u0300\u0316'.repeat(9), granted: '1' };
      const tooLong = () => t.send('POST', '/device', { cookie, form, headers: OWN_PAGE });
      for (let n = 0; n < 10; n++) {
        const answer = await tooLong();
        expect(answer.status).toBe(400);
        expect(await answer.text()).toContain('This is too long: use at most 16 characters.');
      }
      expect((await tooLong()).status).toBe(429);
    });

    it('limits codes that are tried in parallel', async () => {
      const cookie = await t.cookieOf(await t.addUser('mallory'));
      const tries = Array.from({ length: 20 }, () =>
        t.send('GET', '/device?user_code=BCDFGHJK', { cookie, headers: OWN_PAGE }),
      );
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 400)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    });

    it('does not show another user the decision or let them change it', async () => {
      const device = await begin();
      await decide(device.user_code, false);
      const bob = await t.addUser('bob');
      const cookie = await t.cookieOf(bob);
      const path = `/device?user_code=${device.user_code}`;
      expect((await t.send('GET', path, { cookie, headers: OWN_PAGE })).status).toBe(400);
      expect(await poll(device)).toMatchObject({ error: 'access_denied' });
    });

    it.each([
      ['an approval', ['1', '0'], { status: 201 }],
      ['a denial', ['0', '1'], { error: 'access_denied' }],
    ])('does not reverse %s when its form is sent again', async (_what, answers, expected) => {
      const device = await begin();
      const cookie = await t.cookieOf(ada);
      const path = `/device?user_code=${device.user_code}`;
      const fields = await formOf(await t.send('GET', path, { cookie, headers: OWN_PAGE }));
      for (const granted of answers) {
        await t.send('POST', '/device', {
          cookie,
          form: { ...fields, granted },
          headers: OWN_PAGE,
        });
      }
      expect(await poll(device)).toMatchObject(expected);
    });

    it('reloads until the device has its token', async () => {
      const device = await begin();
      const decided = await decide(device.user_code, true);
      const cookie = await t.cookieOf(ada);
      const path = new URL(decided.headers.get('Location')!);
      const look = () => t.send('GET', path.pathname + path.search, { cookie, headers: OWN_PAGE });
      expect((await look()).headers.get('Refresh')).toBe('6');
      await poll(device);
      expect((await look()).headers.get('Refresh')).toBeNull();
    });
  });
});
