import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PASSKEYS, type UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { authenticator, type Faults } from '../support/authenticator';
import { formOf, OWN_PAGE } from '../support/oauth';
import { cookieIn } from '../support/provider-world';
import { startServer, type TestServer } from '../support/test-server';

const ORIGIN = 'https://leafmark.test';
const MINUTE = 60 * 1000;

describeOnDatabases('passkeys on %s', (database) => {
  let t: TestServer;
  beforeAll(async () => {
    t = await startServer(database, { flags: { 'base-url': ORIGIN } });
  });
  afterAll(() => t.remove());
  beforeEach(() => t.advance(60 * MINUTE));

  const get = (path: string, cookie = '', at = t) =>
    at.send('GET', path, { headers: OWN_PAGE, ...(cookie && { cookie }) });
  const sessionCookie = async (user: UserRow) => `__Host-${await t.cookieOf(user)}`;

  /** Opens a page with a question for the browser. */
  async function ask(path: string, cookie = '', at = t) {
    const page = await get(path, cookie, at);
    expect(page.status).toBe(200);
    const html = await page.clone().text();
    const [, options = ''] = /data-options="([^"]*)"/.exec(html) ?? [];
    const attempt = cookieIn(page, 'leafmark_sign_in');
    return {
      options: JSON.parse(options.replaceAll('&quot;', '"').replaceAll('&amp;', '&')),
      cookie: [cookie, attempt].filter(Boolean).join('; '),
      form: await formOf(page),
    };
  }

  const addWith = async (
    user: UserRow,
    { name = 'phone', device = authenticator(ORIGIN), faults = {} as Faults } = {},
  ) => {
    const { options, cookie, form } = await ask('/profile/passkeys', await sessionCookie(user));
    const sent = { ...form, name, response: device.create(options, faults) };
    const answer = await t.send('POST', '/profile/passkeys', {
      form: sent,
      cookie,
      headers: OWN_PAGE,
    });
    return { device, answer, sent, cookie };
  };

  const answerWith = async (response: string, cookie: string, at = t) => {
    const form = { response, r: '/device' };
    return at.send('POST', '/login/passkey', { form, cookie, headers: OWN_PAGE });
  };
  const isSignedIn = (answer: Response) => cookieIn(answer, 'leafmark_session') !== '';

  it('are offered where browsers allow them: with https and a name, or on this computer', async () => {
    const offers = async (baseUrl: string, path = '/login') => {
      const at = t.another({ config: { ...t.server.config, baseUrl: new URL(baseUrl) } });
      return (await (await get(path, '', at)).text()).includes('Sign in with a passkey');
    };
    expect(await offers('https://read.example.org')).toBe(false); // There is no account yet.
    await t.addUser('first');
    expect(await offers('https://read.example.org')).toBe(true);
    expect(await offers('http://localhost:8000')).toBe(true);
    expect(await offers('http://read.example.org')).toBe(false);
    expect(await offers('https://192.168.1.10')).toBe(false);
    expect(await offers('https://[fd00::1]')).toBe(false);
  });

  it('are added with a name, and sign in without one', async () => {
    const ada = await t.addUser('ada');
    const { answer, device } = await addWith(ada, { name: 'my “phone”' });
    const to = new URL(answer.headers.get('Location') ?? '');
    const shown = await (await get(to.pathname + to.search, await sessionCookie(ada))).text();
    expect(shown).toContain('The passkey “my “phone”” was added.');
    const { options, cookie } = await ask('/login/passkey?r=%2Fdevice');
    expect(options).toMatchObject({ rpId: 'leafmark.test', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
    const signedIn = await answerWith(device.get(options), cookie);
    expect(signedIn.headers.get('Location')).toBe(`${ORIGIN}/device`);
    const session = cookieIn(signedIn, 'leafmark_session');
    expect(await (await get('/profile', session)).text()).toContain('Signed in as ada');
  });

  it('have a page with one script of the server, and no other page has any', async () => {
    const ada = await t.addUser('policy');
    const cookie = await sessionCookie(ada);
    const page = await get('/login/passkey');
    expect(page.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(await page.text()) ?? [];
    const loaded = await get(script);
    expect(loaded.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    for (const path of ['/login', '/profile']) {
      const other = await get(path, path === '/login' ? '' : cookie);
      expect(other.headers.get('Content-Security-Policy')).not.toContain('script-src');
      expect(await other.text()).not.toContain('<script');
    }
  });

  it('ask the authenticator to keep the user and to verify them, and know the earlier ones', async () => {
    const eve = await t.addUser('eve');
    const { device } = await addWith(eve);
    const { options } = await ask('/profile/passkeys', await sessionCookie(eve));
    expect(options).toMatchObject({
      rp: { id: 'leafmark.test', name: 'Leafmark' },
      user: { name: 'eve' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id }],
    });
    expect(options.user.id).toMatch(/^[\w-]{43}$/);
  });

  const FAULTS: readonly (readonly [string, Faults])[] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another domain', { domain: 'evil.example' }],
    ['a user who was not verified', { isVerified: false }],
    ['another question', { challenge: 'x'.repeat(43) }],
    ['the answer to another kind of question', { type: 'payment.get' }],
  ];

  describe('are refused', () => {
    it.each(FAULTS)('when they are made for %s', async (what, faults) => {
      const user = await t.addUser(`made ${what}`.replaceAll(' ', '-'));
      const { answer } = await addWith(user, { faults });
      expect(answer.status).toBe(422);
      expect(await t.storage.passkeys.list(user.id)).toEqual([]);
    });

    it.each([
      ...FAULTS,
      ['another user', { userHandle: 'x'.repeat(43) }],
      ['a counter that stands still, as of a copy', { counter: 1 }],
    ] satisfies readonly (readonly [string, Faults])[])(
      'when they answer with %s',
      async (what, faults) => {
        const user = await t.addUser(`used ${what}`.replaceAll(' ', '-').replaceAll(',', ''));
        const { device } = await addWith(user);
        const { options, cookie } = await ask('/login/passkey');
        const answer = await answerWith(device.get(options, faults), cookie);
        expect(isSignedIn(answer)).toBe(false);
        expect(await answer.text()).toContain('This passkey does not sign in here.');
      },
    );

    it('when the answer is sent again, by another browser, or too late', async () => {
      const { device } = await addWith(await t.addUser('replay'));
      const first = await ask('/login/passkey');
      const other = await ask('/login/passkey');
      const sent = device.get(first.options);
      expect(isSignedIn(await answerWith(sent, other.cookie))).toBe(false);
      expect(isSignedIn(await answerWith(sent, ''))).toBe(false);
      expect(isSignedIn(await answerWith(sent, first.cookie, await t.anotherProcess()))).toBe(true);
      expect(isSignedIn(await answerWith(sent, first.cookie))).toBe(false);
      const late = await ask('/login/passkey');
      t.advance(15 * MINUTE);
      expect(isSignedIn(await answerWith(device.get(late.options), late.cookie))).toBe(false);
    });

    it('when a copy has answered at the same time with the same counter', async () => {
      const { device } = await addWith(await t.addUser('copied'));
      const asked = [await ask('/login/passkey'), await ask('/login/passkey')];
      const answers = asked.map(({ options, cookie }) =>
        answerWith(device.get(options, { counter: 7 }), cookie),
      );
      expect((await Promise.all(answers)).filter(isSignedIn)).toHaveLength(1);
    });

    it('when the question was to add one', async () => {
      const user = await t.addUser('mixed');
      const { device } = await addWith(user);
      const own = await ask('/profile/passkeys', await sessionCookie(user));
      expect(isSignedIn(await answerWith(device.get(own.options), own.cookie))).toBe(false);
    });

    it('when nobody knows them, they were removed, or their user is disabled', async () => {
      const { options, cookie } = await ask('/login/passkey');
      const unknown = authenticator(ORIGIN);
      expect(isSignedIn(await answerWith(unknown.get(options, { userHandle: 'x' }), cookie))).toBe(
        false,
      );
      const user = await t.addUser('disabled');
      const { device } = await addWith(user);
      await t.storage.users.update(user.id, { isEnabled: false });
      const again = await ask('/login/passkey');
      expect(isSignedIn(await answerWith(device.get(again.options), again.cookie))).toBe(false);
      await t.storage.users.delete(user.id);
      const gone = await ask('/login/passkey');
      expect(isSignedIn(await answerWith(device.get(gone.options), gone.cookie))).toBe(false);
    });

    it.each(['', '{', '[]', '{"id":1}', `{"id":"${'x'.repeat(20_000)}"}`])(
      'when the answer is %j',
      async (sent) => {
        const { cookie } = await ask('/login/passkey');
        expect(isSignedIn(await answerWith(sent.slice(0, 25_000), cookie))).toBe(false);
      },
    );

    it('after thirty tries of an address, before anything is checked', async () => {
      const { device } = await addWith(await t.addUser('limited'));
      const from = '203.0.113.8';
      const post = async (response: string, cookie: string) =>
        t.send('POST', '/login/passkey', { form: { response }, cookie, headers: OWN_PAGE, from });
      for (let n = 0; n < 30; n++) await post('{}', '');
      const { options, cookie } = await ask('/login/passkey');
      const answer = await post(device.get(options), cookie);
      expect(answer.status).toBe(429);
      expect(answer.headers.get('Retry-After')).toBe('900');
    });
  });

  it('are at most twenty of an account, each with a name and of one account', async () => {
    const user = await t.addUser('many');
    const { answer: unnamed } = await addWith(user, { name: ' ' });
    expect(unnamed.status).toBe(422);
    const { device } = await addWith(user);
    const taken = await addWith(await t.addUser('thief'), { device });
    expect(taken.answer.headers.get('Location')).not.toContain('added');
    for (let n = 1; n < MAX_PASSKEYS; n++) {
      const { answer } = await addWith(user, { name: `key ${n}` });
      expect(answer.headers.get('Location')).toContain('passkeys=added');
    }
    const full = await get('/profile/passkeys', await sessionCookie(user));
    expect(full.headers.get('Location')).toBe(`${ORIGIN}/profile?passkeys=full`);
    expect(await t.storage.passkeys.list(user.id)).toHaveLength(MAX_PASSKEYS);
  });

  it('are removed, but not the last way to sign in', async () => {
    const user = await t.addUser('remover');
    const first = await addWith(user, { name: 'first' });
    t.advance(1);
    await addWith(user, { name: 'second' });
    const cookie = await sessionCookie(user);
    const remove = async () => {
      const { csrf = '' } = await formOf(await get('/profile', cookie));
      const [passkey] = await t.storage.passkeys.list(user.id);
      const form = { csrf, id: passkey!.id };
      return t.send('POST', '/profile/passkeys/remove', { form, cookie, headers: OWN_PAGE });
    };
    expect((await remove()).headers.get('Location')).toContain('identity=removed');
    const { options, cookie: attempt } = await ask('/login/passkey');
    expect(isSignedIn(await answerWith(first.device.get(options), attempt))).toBe(false);
    expect((await remove()).headers.get('Location')).toContain('identity=last');
    expect(await t.storage.passkeys.list(user.id)).toHaveLength(1);
  });

  it('are not added with the form of another site or the session of another user', async () => {
    const [user, other] = [await t.addUser('owner'), await t.addUser('other')];
    const { options, form, cookie } = await ask('/profile/passkeys', await sessionCookie(user));
    const sent = { ...form, name: 'x', response: authenticator(ORIGIN).create(options) };
    const foreign = { accept: 'text/html', 'sec-fetch-site': 'cross-site' };
    const post = (more: object, own: string) =>
      t.send('POST', '/profile/passkeys', {
        form: { ...sent, ...more },
        cookie: own,
        headers: OWN_PAGE,
      });
    expect(
      (await t.send('POST', '/profile/passkeys', { form: sent, cookie, headers: foreign })).status,
    ).toBe(403);
    expect((await post({ csrf: 'x' }, cookie)).status).toBe(403);
    const theirs = await sessionCookie(other);
    const { csrf = '' } = await formOf(await get('/profile', theirs));
    const attempt = cookie.split('; ')[1];
    expect((await post({ csrf }, `${theirs}; ${attempt}`)).status).toBe(422);
    expect(await t.storage.passkeys.list(other.id)).toEqual([]);
  });
});
