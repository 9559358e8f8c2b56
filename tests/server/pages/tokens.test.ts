import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_MADE_TOKENS, type UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { fakeToken } from '../storage/support/rows';
import { formOf, OWN_PAGE } from '../support/oauth';
import { startServer, type TestServer } from '../support/test-server';

describeOnDatabases('the list of tokens on the account page, on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let cookie: string;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser();
  });
  afterAll(() => t.remove());
  beforeEach(async () => {
    cookie = await t.cookieOf(ada);
  });

  const post = (path: string, form: Record<string, string> | URLSearchParams) =>
    t.send('POST', path, { form, headers: OWN_PAGE, cookie });
  const get = (path: string) => t.send('GET', path, { headers: { accept: 'text/html' }, cookie });
  const make = async (form: [string, string][]) => {
    const hidden = await formOf(await get('/profile'));
    return post('/profile/tokens', new URLSearchParams([['csrf', hidden.csrf!], ...form]));
  };

  it('creates a token and show it once', async () => {
    const page = await make([
      ['name', 'e-reader'],
      ['roles', 'everything'],
    ]);
    const token = /<code>([\w-]{43})<\/code>/.exec(await page.text())?.[1] ?? '';
    const profile = await t.send('GET', '/api/profile', { token });
    expect(await profile.json()).toMatchObject({
      provider: { application: 'e-reader', roles: ['user'] },
    });
    const again = await (await get('/profile')).text();
    expect(again).toContain('e-reader');
    expect(again).not.toContain(token);
  });

  it('restricts the token to the ticked roles', async () => {
    const page = await make([
      ['name', 'list'],
      ['roles', 'bookmarks:read'],
      ['roles', 'profile:read'],
      // Only administrators can grant this role.
      ['roles', 'admin:write'],
    ]);
    const token = /<code>([\w-]{43})<\/code>/.exec(await page.text())?.[1] ?? '';
    const profile = await t.send('GET', '/api/profile', { token });
    expect(await profile.json()).toMatchObject({
      provider: { roles: ['bookmarks:read', 'profile:read'] },
    });
  });

  it('creates no token with all rights unless that is chosen, and keep the form', async () => {
    const page = await make([
      ['name', 'for "you"'],
      ['roles', 'nothing known'],
    ]);
    expect(page.status).toBe(422);
    const html = await page.text();
    expect(html).toContain('Choose what it may do.');
    expect(html).toContain('value="for &quot;you&quot;"');
    expect(html).not.toContain('This is the new token');
  });

  it('refuses a form with both some roles and all rights', async () => {
    const page = await make([
      ['name', 'both'],
      ['roles', 'bookmarks:read'],
      ['roles', 'everything'],
    ]);
    expect(page.status).toBe(422);
    const html = await page.text();
    expect(html).toContain('Choose either some of these, or everything.');
    expect(html).not.toContain('This is the new token');
    // The selected roles remain selected.
    expect(html).toMatch(/value="bookmarks:read" checked/);
    expect(html).not.toMatch(/value="everything" checked/);
  });

  it.each([
    ['', 'Please fill this in.'],
    ['x'.repeat(129), 'This is too long: use at most 128 characters.'],
  ])('creates no token with the name %j', async (name, words) => {
    const page = await make([
      ['name', name],
      ['roles', 'bookmarks:read'],
    ]);
    expect(page.status).toBe(422);
    const html = await page.text();
    expect(html).toContain(words);
    expect(html).toMatch(/value="bookmarks:read" checked/);
  });

  it('refuses one token more than the limit, and lists tokens in pages', async () => {
    const { total } = await t.storage.tokens.list(ada.id, { limit: 1, offset: 0 });
    for (let n = total; n < MAX_MADE_TOKENS; n += 1) {
      t.advance(1);
      await t.storage.tokens.create(
        fakeToken({ userId: ada.id, hash: `made ${n}`, name: `made ${n}` }),
      );
    }
    const page = await make([
      ['name', 'one more'],
      ['roles', 'everything'],
    ]);
    expect(page.status).toBe(422);
    const html = await page.text();
    expect(html).toMatch(/since [A-Z][a-z]{2} \d{1,2}, 20\d\d · never used/);
    expect(html).toContain('Revoke one that you no longer use');
    expect(html).toContain('value="one more"');
    const shown = (text: string) => text.match(/\/revoke"/g)?.length;
    expect(shown(await (await get('/profile')).text())).toBe(25);
    expect(shown(await (await get('/profile?tokens=4')).text())).toBe(25);
    const beyond = await (await get('/profile?tokens=9')).text();
    expect(shown(beyond)).toBeUndefined();
    expect(beyond).toContain('/profile?tokens=4#tokens');
    for (const odd of ['0', '-1', 'x', '1e99', '1.5'])
      expect(shown(await (await get(`/profile?tokens=${odd}`)).text())).toBe(25);
    const { rows } = await t.storage.tokens.list(ada.id, { limit: 200, offset: 0 });
    for (const { id } of rows) await t.storage.tokens.delete(ada.id, id);
  });

  it('revokes only tokens of their owner', async () => {
    const bob = await t.addUser('bob');
    const [own, other] = [await t.tokenOf(ada), await t.tokenOf(bob)];
    const form = await formOf(await get('/profile'));
    for (const user of [ada, bob]) {
      const { rows } = await t.storage.tokens.list(user.id, { limit: 100, offset: 0 });
      for (const { id } of rows) await post(`/profile/tokens/${id}/revoke`, form);
    }
    expect((await t.send('GET', '/api/profile', { token: own })).status).toBe(401);
    expect((await t.send('GET', '/api/profile', { token: other })).status).toBe(200);
  });
});
