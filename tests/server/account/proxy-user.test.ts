import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { formOf, OWN_PAGE } from '../support/oauth';
import { cookieIn, nextOf } from '../support/provider-world';
import { BASE, type Sent, startServer, type TestServer } from '../support/test-server';

const HOUR = 60 * 60 * 1000;
const PROXY = '10.0.0.2';
const PASSWORD = 'correct horse battery';

describeOnDatabases('the user that a proxy names on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  beforeAll(async () => {
    t = await startServer(database, {
      flags: { 'user-header': 'Remote-User', 'user-header-from': `${PROXY},fd00::/64` },
    });
    ada = await t.addUser('ada', { password: PASSWORD });
    await t.storage.identities.bind({ issuer: 'proxy', subject: 'ada' }, ada.id);
  });
  afterAll(() => t.remove());
  beforeEach(() => t.advance(HOUR));

  /** Asks for a page behind the proxy. */
  const get = (user: string, path = '/login', sent: Sent = {}, at = t) =>
    at.send('GET', path, {
      from: PROXY,
      ...sent,
      headers: { ...OWN_PAGE, 'remote-user': user, ...sent.headers },
    });
  const withRules = (rules: object) => {
    const { config } = t.server;
    return t.another({ config: { ...config, singleSignOn: { ...config.singleSignOn, ...rules } } });
  };
  const isSignedIn = (answer: Response) => cookieIn(answer, 'leafmark_session') !== '';

  it('is signed in without a question, and continues', async () => {
    const answer = await get('ada', '/login?r=%2Fdevice');
    expect(answer.headers.get('Location')).toBe(`${BASE}/device`);
    const cookie = cookieIn(answer, 'leafmark_session');
    expect(await (await get('ada', '/profile', { cookie })).text()).toContain('Signed in as ada');
    expect(isSignedIn(await get('ada', '/login', { from: 'fd00::9' }))).toBe(true);
    expect(isSignedIn(await get('ada', '/login', { from: `::ffff:${PROXY}` }))).toBe(true);
  });

  it.each([
    ['from a foreign address', { from: '10.0.0.3' }],
    [
      'from a foreign address that claims to be the proxy',
      { from: '10.0.0.3', headers: { 'x-forwarded-for': PROXY } },
    ],
    ['without a name', { headers: { 'remote-user': '' } }],
    ['with a name that is too long', { headers: { 'remote-user': 'x'.repeat(129) } }],
  ])('is nobody %s', async (_what, sent) => {
    const answer = await get('ada', '/login', sent);
    expect(answer.status).toBe(200);
    expect(isSignedIn(answer)).toBe(false);
    expect(await answer.text()).not.toContain('Continue as');
  });

  it('does not believe a proxy that is only trusted with addresses', async () => {
    const { parseNetworks } = await import('../../../server/config/networks');
    const config = { ...t.server.config, trustedProxies: parseNetworks(['10.0.0.9'])! };
    const sent = { from: '10.0.0.9', headers: { 'x-forwarded-for': PROXY } };
    expect(isSignedIn(await get('ada', '/login', sent, t.another({ config })))).toBe(false);
  });

  it('gives no access to the API', async () => {
    const headers = { 'remote-user': 'ada' };
    expect((await t.send('GET', '/api/profile', { from: PROXY, headers })).status).toBe(401);
  });

  it('gets no account by an equal name, only by a rule or by asking', async () => {
    const grace = await t.addUser('grace', { password: PASSWORD });
    const refused = await get('grace');
    expect(isSignedIn(refused)).toBe(false);
    expect(await refused.text()).toContain('nobody here is bound to it');
    // Somebody who has signed in with a password binds the two.
    const cookie = await t.cookieOf(grace);
    const page = await get('grace', '/profile', { cookie });
    expect(await page.clone().text()).toContain('Add grace');
    const added = await t.send('POST', '/profile/identities/proxy', {
      from: PROXY,
      cookie,
      form: await formOf(page),
      headers: { ...OWN_PAGE, 'remote-user': 'grace' },
    });
    expect(added.headers.get('Location')).toContain('identity=added');
    expect(isSignedIn(await get('grace'))).toBe(true);
    const lin = await t.addUser('lin');
    expect(isSignedIn(await get('lin', '/login', {}, withRules({ linksByName: true })))).toBe(true);
    expect(await t.storage.identities.list(lin.id)).toHaveLength(1);
  });

  it('gets a new account where that is allowed, also with letters of other scripts', async () => {
    const header = Buffer.from('çağla').toString('latin1');
    expect(isSignedIn(await get(header, '/login', {}, withRules({ canSignUp: true })))).toBe(true);
    expect(await t.storage.users.findByLogin('çağla')).not.toBeNull();
  });

  it('is allowed by the groups that the proxy names', async () => {
    const at = withRules({ groups: ['readers'], adminGroups: ['staff'] });
    const asks = async (groups: string) =>
      isSignedIn(await get('ada', '/login', { headers: { 'remote-groups': groups } }, at));
    expect(await asks('others')).toBe(false);
    expect(await asks('others, readers')).toBe(true);
    expect((await t.storage.users.find(ada.id))?.group).toBe('user');
    expect(await asks('readers|staff')).toBe(true);
    expect((await t.storage.users.find(ada.id))?.group).toBe('admin');
    const foreign = { from: '10.0.0.3', headers: { 'remote-groups': 'readers' } };
    expect(isSignedIn(await get('ada', '/login', foreign, at))).toBe(false);
  });

  it('never sees the session of somebody else in the same browser', async () => {
    const cookie = cookieIn(await get('ada'), 'leafmark_session');
    const bob = await t.addUser('bob');
    await t.storage.identities.bind({ issuer: 'proxy', subject: 'bob' }, bob.id);
    for (const other of ['bob', 'stranger']) {
      const answer = await get(other, '/profile', { cookie });
      expect(answer.status).toBe(303);
    }
    const next = await get('bob', '/login', { cookie });
    const own = cookieIn(next, 'leafmark_session');
    expect(await (await get('bob', '/profile', { cookie: own })).text()).toContain(
      'Signed in as bob',
    );
  });

  it('is not signed in again at once after signing out', async () => {
    const signOut = async (at: TestServer) => {
      const cookie = cookieIn(await get('ada'), 'leafmark_session');
      const form = await formOf(await get('ada', '/profile', { cookie }));
      const headers = { ...OWN_PAGE, 'remote-user': 'ada' };
      return at.send('POST', '/logout', { from: PROXY, form, cookie, headers });
    };
    const left = (await signOut(t)).headers.get('Location') ?? '';
    const page = await get('ada', left.replace(BASE, ''));
    expect(isSignedIn(page)).toBe(false);
    expect(await page.text()).toContain('Continue as ada');
    const signOutUrl = new URL('https://auth.example/logout');
    const userHeader = { ...t.server.config.userHeader!, signOut: signOutUrl };
    const at = t.another({ config: { ...t.server.config, userHeader } });
    expect(nextOf(await signOut(at))).toBe(signOutUrl.href);
  });

  it('who was disabled or removed stays so', async () => {
    const gone = await t.addUser('gone');
    await t.storage.identities.bind({ issuer: 'proxy', subject: 'gone' }, gone.id);
    const at = withRules({ canSignUp: true, linksByName: true });
    await t.storage.users.update(gone.id, { isEnabled: false });
    expect(await (await get('gone', '/login', {}, at)).text()).toContain('is disabled');
    await t.storage.users.delete(gone.id);
    expect(await (await get('gone', '/login', {}, at)).text()).toContain('was removed');
    expect(await t.storage.users.findByLogin('gone')).toBeNull();
  });

  it('gets no more than sixty sessions in ten minutes, for a browser without cookies', async () => {
    for (let n = 0; n < 60; n++) expect(isSignedIn(await get('ada'))).toBe(true);
    const answer = await get('ada');
    expect(isSignedIn(answer)).toBe(false);
    expect(answer.status).toBe(200);
  });
});
