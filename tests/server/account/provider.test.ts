import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { authorizePath, formOf, OWN_PAGE, register } from '../support/oauth';
import { CLIENT_ID, CLIENT_SECRET, providerVisitor } from '../support/provider';
import {
  cookieIn,
  nextOf,
  type ProviderWorld,
  startProviderWorld,
} from '../support/provider-world';
import { BASE } from '../support/test-server';

const MINUTE = 60 * 1000;
const CALLBACK = '/login/provider/callback';
const PASSWORD = 'correct horse battery';

describeOnDatabases('signing in at a provider on %s', (database) => {
  let world: ProviderWorld;
  let ada: UserRow;
  beforeAll(async () => {
    world = await startProviderWorld(database);
    ada = await world.t.addUser('ada', { password: PASSWORD });
  });
  afterAll(() => world.remove());
  beforeEach(() => world.t.advance(60 * MINUTE));
  afterEach(() => {
    world.provider.forge = null;
  });

  it('offers the provider on the sign-in page', async () => {
    const page = await (await world.get(world.t, '/login?r=%2Fdevice')).text();
    expect(page).toContain('Sign in with House');
    expect(page).toContain('href="/login/provider?r=%2Fdevice"');
  });

  it('starts a session of the bound user and continues where it began', async () => {
    const grace = await world.t.addUser('grace');
    expect(await world.add(grace, 'g-1')).toBe(`${BASE}/profile?identity=added`);
    const { answer, session } = await world.signIn(world.t, 'g-1', '/device?user_code=X');
    expect(answer.status).toBe(200);
    expect(nextOf(answer)).toBe(`${BASE}/device?user_code=X`);
    expect(await world.userWith(session)).toBe('grace');
    expect(
      (await world.get(world.t, '/login/provider', session)).headers.get('Location'),
    ).toContain('/login?');
  });

  it('keeps the target of the sign-in of an app, for a user without a password', async () => {
    await world.add(await world.t.addUser('app-user'), 'a-1');
    const path = authorizePath(await register(world.t));
    const login = new URL((await world.get(world.t, path)).headers.get('Location') ?? '');
    const { answer, session } = await world.signIn(
      world.t,
      'a-1',
      login.searchParams.get('r') ?? '',
    );
    const to = nextOf(answer).replace(BASE, '');
    expect(await (await world.get(world.t, to, session)).text()).toContain(
      'Allow “Reader” to use your library?',
    );
  });

  it('asks the provider with PKCE, a state and a nonce', async () => {
    const { searchParams } = new URL((await world.begin(world.t)).to);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: CLIENT_ID,
      redirect_uri: `${BASE}${CALLBACK}`,
      response_type: 'code',
      scope: 'openid profile email groups',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it('continues in another process of the server', async () => {
    await world.add(await world.t.addUser('elsewhere'), 'e-1');
    const { to, cookie } = await world.begin(world.t);
    const back = await providerVisitor().signIn(to, 'e-1');
    const answer = await world.get(
      await world.t.anotherProcess(),
      back.pathname + back.search,
      cookie,
    );
    expect(await world.userWith(cookieIn(answer, 'leafmark_session'))).toBe('elsewhere');
  });

  describe('refuses', () => {
    beforeAll(async () => {
      await world.add(await world.t.addUser('target'), 't-1');
    });

    it.each([
      ['a wrong issuer', { claims: { iss: 'https://evil.example' } }],
      ['a wrong audience', { claims: { aud: 'another' } }],
      ['an expired token', { claims: { exp: 1 } }],
      ['a wrong nonce', { claims: { nonce: 'another' } }],
      ['no nonce', { claims: { nonce: undefined } }],
      ['no subject', { claims: { sub: undefined } }],
      ['another subject than that of the user info', { claims: { sub: 'another' } }],
      ['the algorithm none', { header: { alg: 'none' } }],
      ['a key that the provider does not have', { header: { kid: 'another' } }],
    ])('%s', async (_what, forge) => {
      world.provider.forge = forge;
      const { answer, session } = await world.signIn(world.t, 't-1');
      expect(await answer.text()).toContain('The answer of House is not valid');
      expect(session).toBe('');
      world.provider.forge = null;
      expect(await world.userWith((await world.signIn(world.t, 't-1')).session)).toBe('target');
    });

    it('a subject that is longer than the standard allows', async () => {
      const { answer } = await world.signIn(world.t, 'x'.repeat(256));
      expect(await answer.text()).toContain('The answer of House is not valid');
      const other = await world.signIn(world.t, 'x'.repeat(255));
      expect(await other.answer.text()).toContain('nobody here is bound to it');
    });

    it('a state and a code that were used', async () => {
      const { back, cookie, session } = await world.signIn(world.t, 't-1');
      expect(session).not.toBe('');
      const again = await world.get(world.t, back.pathname + back.search, cookie);
      expect(await again.text()).toContain('This sign-in was used already');
      expect(again.headers.get('Set-Cookie')).toBeNull();
      // A new state does not help, because the provider knows the code.
      const { to, cookie: own } = await world.begin(world.t);
      back.searchParams.set('state', new URL(to).searchParams.get('state') ?? '');
      const other = await world.get(world.t, back.pathname + back.search, own);
      expect(await other.text()).toContain('The answer of House is not valid');
    });

    it('an answer in another browser, and keeps it for its own', async () => {
      const { to, cookie } = await world.begin(world.t);
      const back = await providerVisitor().signIn(to, 't-1');
      const { cookie: others } = await world.begin(world.t);
      for (const own of ['', others, 'leafmark_sign_in=x']) {
        const answer = await world.get(world.t, back.pathname + back.search, own);
        expect(await answer.text()).toContain('began in another browser');
      }
      const answer = await world.get(world.t, back.pathname + back.search, cookie);
      expect(await world.userWith(cookieIn(answer, 'leafmark_session'))).toBe('target');
    });

    it('an answer after a quarter of an hour', async () => {
      const { to, cookie } = await world.begin(world.t);
      const back = await providerVisitor().signIn(to, 't-1');
      world.t.advance(15 * MINUTE);
      expect(
        await (await world.get(world.t, back.pathname + back.search, cookie)).text(),
      ).toContain('took too long');
    });

    it('the code of somebody else with a state of one’s own', async () => {
      const theirs = await world.begin(world.t);
      const back = await providerVisitor().signIn(theirs.to, 't-1');
      const own = await world.begin(world.t);
      back.searchParams.set('state', new URL(own.to).searchParams.get('state') ?? '');
      const answer = await world.get(world.t, back.pathname + back.search, own.cookie);
      expect(await answer.text()).toContain('The answer of House is not valid');
    });

    it('a person who cancels', async () => {
      const { answer } = await world.signIn(world.t, 'cancel');
      expect(await answer.text()).toContain('you have cancelled it');
    });

    it('a beginning on another site, which leads to the sign-in page', async () => {
      const headers = { accept: 'text/html', 'sec-fetch-site': 'cross-site' };
      const answer = await world.t.send('GET', '/login/provider?r=%2Fdevice', { headers });
      expect(answer.headers.get('Location')).toBe(`${BASE}/login?r=%2Fdevice`);
    });

    it('more than sixty beginnings and sign-outs of an address in ten minutes', async () => {
      const from = '203.0.113.9';
      const ask = () => world.t.send('GET', '/login/provider', { headers: OWN_PAGE, from });
      for (let n = 0; n < 60; n++) expect((await ask()).status).toBe(303);
      expect((await ask()).status).toBe(429);
      const signOut = await world.t.send('GET', '/logout/provider', { headers: OWN_PAGE, from });
      expect(signOut.status).toBe(429);
    });
  });

  it('asks the provider about itself once for all who sign in at the same time', async () => {
    const asked = () =>
      world.provider.requests.filter((path) => path === '/.well-known/openid-configuration').length;
    const before = asked();
    const fresh = world.withRules({});
    await Promise.all(Array.from({ length: 5 }, () => world.begin(fresh)));
    expect(asked()).toBe(before + 1);
    world.t.advance(60 * MINUTE);
    await world.begin(fresh);
    expect(asked()).toBe(before + 2);
  });

  it('says that a provider cannot be reached, or is another one', async () => {
    const { oidc } = world.t.server.config;
    world.t.names.set('localhost', ['127.0.0.1']);
    const port = new URL(world.provider.issuer).port;
    for (const issuer of ['http://127.0.0.1:1/', `http://localhost:${port}/`]) {
      const config = { ...world.t.server.config, oidc: { ...oidc!, issuer: new URL(issuer) } };
      const answer = await world.get(world.t.another({ config }), '/login/provider');
      expect(await answer.text()).toContain('House cannot be reached at the moment');
    }
    expect(
      world.t.logged.some(
        ({ event, step }) => /provider failed/.test(`${event}`) && step === 'discovery',
      ),
    ).toBe(true);
  });
  describe('signing out', () => {
    it('leads to the provider, which leads back', async () => {
      await world.add(await world.t.addUser('out'), 'out-1');
      const { session } = await world.signIn(world.t, 'out-1');
      const form = await formOf(await world.get(world.t, '/profile', session));
      const answer = await world.t.send('POST', '/logout', {
        form,
        cookie: session,
        headers: OWN_PAGE,
      });
      expect(nextOf(answer)).toBe(`${BASE}/logout/provider`);
      expect(await world.userWith(session)).toBeUndefined();
      const left = cookieIn(answer, 'leafmark_provider');
      expect(await (await world.get(world.t, '/login', left)).text()).toContain(
        'Sign out at House, too',
      );
      const to = new URL(
        (await world.get(world.t, '/logout/provider', left)).headers.get('Location') ?? '',
      );
      expect(to.origin).toBe(world.provider.issuer);
      expect(to.searchParams.get('post_logout_redirect_uri')).toBe(`${BASE}/login`);
      expect(await (await fetch(to)).text()).toContain('/session/end/confirm');
    });

    it('stays here after a sign-in with a password', async () => {
      const form = { login: 'ada', password: PASSWORD };
      const session = cookieIn(
        await world.t.send('POST', '/login', { form, headers: OWN_PAGE }),
        'leafmark_session',
      );
      const own = await formOf(await world.get(world.t, '/profile', session));
      const answer = await world.t.send('POST', '/logout', {
        form: own,
        cookie: session,
        headers: OWN_PAGE,
      });
      expect(answer.headers.get('Location')).toBe(`${BASE}/login`);
    });
  });

  it('replaces passwords where they are switched off, also for apps', async () => {
    const at = world.withRules({}, { hasPasswords: false, hasPasswordSignIn: false });
    const page = await (await world.get(at, '/login')).text();
    expect(page).toContain('Nobody signs in with a password here.');
    expect(page).not.toContain('type="password"');
    const form = { login: 'ada', password: PASSWORD };
    expect((await at.send('POST', '/login', { form, headers: OWN_PAGE })).status).toBe(403);
    const json = { username: 'ada', password: PASSWORD, application: 'reader' };
    expect((await at.send('POST', '/api/auth', { json })).status).toBe(404);
    const cookie = await world.t.cookieOf(ada);
    const profile = await world.get(at, '/profile', cookie);
    expect(await profile.clone().text()).not.toContain('Current password');
    const own = {
      ...(await formOf(profile)),
      password: PASSWORD,
      new_password: 'another good one',
    };
    expect(
      (await at.send('POST', '/profile/password', { form: own, cookie, headers: OWN_PAGE })).status,
    ).toBe(403);
  });

  it('writes no secret, code, state or token into the log', async () => {
    world.provider.forge = { claims: { aud: 'another' } };
    const { back } = await world.signIn(world.t, 'log-1');
    const log = JSON.stringify(world.t.logged);
    for (const name of ['code', 'state']) expect(log).not.toContain(back.searchParams.get(name));
    expect(log).not.toContain(CLIENT_SECRET);
    expect(log).not.toContain('eyJ');
  });
});
