import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { parsePageHeaders, type UserSettings } from '../../../src/contract';
import { temporaryFolder } from '../../support/temporary-folder';
import { describeOnDatabases } from '../storage/support/databases';
import { startServer, type TestServer } from '../support/test-server';

const prefixed = (prefix: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${prefix}${name}`, value]));

describeOnDatabases('the profile on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  beforeAll(async () => {
    t = await startServer(database);
    ada = await t.addUser();
    token = await t.tokenOf(ada);
  });
  afterAll(() => t.remove());

  const read = async (roles: Parameters<TestServer['tokenOf']>[1]) => {
    const answer = await t.send('GET', '/api/profile', { token: await t.tokenOf(ada, roles) });
    expect(answer.status).toBe(200);
    return (await answer.json()) as {
      provider: { roles: string[]; permissions: string[] };
      user: Record<string, unknown>;
    };
  };

  it('returns all fields of the user with profile:read', async () => {
    const { provider, user } = await read(['profile:read']);
    expect(provider).toEqual({
      name: 'bearer token',
      id: expect.any(String),
      application: 'test',
      roles: ['profile:read'],
      permissions: ['api:profile:info', 'api:profile:read', 'api:profile:tokens:delete'],
    });
    expect(user).toEqual({
      id: expect.any(String),
      username: 'ada',
      email: 'ada@example.org',
      created: '2026-01-15T00:00:00Z',
      updated: '2026-01-15T00:00:00Z',
      settings: expect.objectContaining({ debug_info: false }),
    });
  });

  it('returns only the id and the name without profile:read', async () => {
    const { user } = await read(['bookmarks:read', 'bookmarks:write']);
    expect(user).toEqual({ id: expect.any(String), username: 'ada' });
  });

  it('names the group as the role of a token that is not restricted', async () => {
    const { provider } = await read(null);
    expect(provider.roles).toEqual(['user']);
    expect(provider.permissions).not.toContain('email:send');
  });

  it('permits e-mails where the server can send them', async () => {
    const mail = { server: new URL('smtp://localhost'), from: 'a@example.org' };
    const other = t.another({ config: { ...t.server.config, mail } });
    const answer = await other.send('GET', '/api/profile', { token });
    const { provider } = (await answer.json()) as { provider: { permissions: string[] } };
    expect(provider.permissions).toContain('email:send');
    const info = await other.send('GET', '/api/info');
    const { features } = (await info.json()) as { features: string[] };
    expect(features).toEqual(['email', 'oauth']);
  });

  it('reports an id of its data, which only a server that was set up anew does not share', async () => {
    const idOf = async (server: TestServer) => {
      const info = await server.send('GET', '/api/info');
      return ((await info.json()) as { installation: string }).installation;
    };
    const anew = await startServer(database);
    const ids = [await idOf(t), await idOf(await t.anotherProcess()), await idOf(anew)];
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).toMatch(/^[\w-]{43}$/);
    const folder = temporaryFolder('leafmark-backup');
    const file = join(folder, 'backup');
    await t.storage.backup(file);
    await anew.storage.restore(file);
    expect(await idOf(await anew.anotherProcess())).toBe(ids[0]);
    await anew.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('accepts a token as the password of Basic authentication', async () => {
    const basic = (password: string) =>
      t.send('GET', '/api/profile', {
        headers: { authorization: `basic ${btoa(`whoever:${password}`)}` },
      });
    expect((await basic(token)).status).toBe(200);
    expect((await basic('x')).status).toBe(401);
  });

  describe('Basic authentication that a browser repeats', () => {
    const save = (headers: Record<string, string>) =>
      t.send('POST', '/api/bookmarks', {
        headers: { authorization: `Basic ${btoa(`ada:${token}`)}`, ...headers },
        form: { url: 'https://spam.example/' },
      });

    it.each([
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ])('is refused when a page of another site sends %o', async (headers) => {
      const answer = await save(headers);
      expect(answer.status).toBe(403);
      expect(await answer.json()).toEqual({ status: 403, message: 'Forbidden' });
    });

    it.each([{}, { 'sec-fetch-site': 'none' }, { 'sec-fetch-site': 'same-origin' }])(
      'is accepted with %o',
      async (headers) => expect((await save(headers)).status).toBe(202),
    );

    it('is no matter for Bearer, which browsers do not repeat', async () => {
      const bearer = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' };
      expect((await save(bearer)).status).toBe(202);
    });
  });

  it('records the use of a token to the minute', async () => {
    const secret = await t.tokenOf(ada);
    const lastUsed = async () => {
      const { rows } = await t.storage.tokens.list(ada.id, { limit: 100, offset: 0 });
      return rows.map((row) => row.lastUsed);
    };
    await t.send('GET', '/api/profile', { token: secret });
    // No request waits until its use is recorded.
    await expect.poll(lastUsed).toContain(t.server.now());
  });

  it('is read while another write takes long', async () => {
    const secret = await t.tokenOf(ada);
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const writing = t.storage.transaction(() => over);
    const answer = await t.send('GET', '/api/profile', { token: secret });
    end();
    await writing;
    expect(answer.status).toBe(200);
  });

  describe('when it is changed', () => {
    const change = (json: unknown) => t.send('PATCH', '/api/profile', { token, json });

    it('returns the changed fields', async () => {
      t.advance(1000);
      const answer = await change({ settings_reader_font_size: 5, settings_lang: 'de-AT' });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({
        id: expect.anything(),
        updated: '2026-01-15T00:00:01Z',
        settings: {
          debug_info: false,
          lang: 'de-AT',
          addon_reminder: true,
          email_settings: { reply_to: '', epub_to: '' },
          // The defaults that a reader app starts with, and the settings that were sent.
          reader_settings: {
            font: 'lora',
            font_size: 5,
            line_height: 3,
            width: 0,
            justify: 0,
            hyphenation: 0,
          },
        },
      });
      const { user } = await read(null);
      expect(user.settings).toMatchObject({ lang: 'de-AT', reader_settings: { font_size: 5 } });
    });

    it('changes only the field that was sent', async () => {
      const own = await t.tokenOf(await t.addUser('carol'));
      const current = async () => {
        const answer = await t.send('GET', '/api/profile', { token: own });
        const { user } = (await answer.json()) as {
          user: { username: string; email: string; settings: UserSettings };
        };
        const { username, email, settings } = user;
        const { lang, addon_reminder, email_settings, reader_settings } = settings;
        return {
          username,
          email,
          settings_lang: lang,
          settings_addon_reminder: addon_reminder,
          ...prefixed('settings_email_', email_settings ?? {}),
          ...prefixed('settings_reader_', reader_settings),
        };
      };
      let expected = await current();
      const changes = {
        username: 'carla',
        email: 'carla@example.org',
        settings_lang: 'de',
        settings_addon_reminder: false,
        settings_email_reply_to: 'reply@example.org',
        settings_email_epub_to: 'reader@example.org',
        settings_reader_font: 'serif',
        settings_reader_font_size: 4,
        settings_reader_line_height: 5,
        settings_reader_width: 6,
        settings_reader_justify: 1,
        settings_reader_hyphenation: 2,
      };
      expect(Object.keys(changes).toSorted()).toEqual(Object.keys(expected).toSorted());
      // The second time, all values differ from the defaults.
      for (const [name, value] of [...Object.entries(changes), ...Object.entries(changes)]) {
        const answer = await t.send('PATCH', '/api/profile', {
          token: own,
          json: { [name]: value },
        });
        expect(answer.status).toBe(200);
        expected = { ...expected, [name]: value };
        expect(await current()).toEqual(expected);
      }
    });

    it('returns no settings when none were sent', async () => {
      const answer = await change({ email: 'ada@example.org' });
      expect(await answer.json()).toEqual({
        id: expect.anything(),
        updated: expect.anything(),
        email: 'ada@example.org',
      });
    });

    it('changes nothing for an empty form', async () => {
      t.advance(1000);
      const before = await read(null);
      expect((await change({})).status).toBe(200);
      expect((await read(null)).user).toEqual(before.user);
    });

    it.each([
      ['a taken name', { username: 'BOB' }, 'username'],
      ['a name with a blank', { username: 'a b' }, 'username'],
      ['a taken e-mail address', { email: 'bob@example.org' }, 'email'],
      ['no e-mail address', { email: 'nobody' }, 'email'],
      ['a step out of range', { settings_reader_width: 11 }, 'settings_reader_width'],
      ['text for a number', { settings_reader_width: '1' }, 'settings_reader_width'],
    ])('refuses %s, field by field', async (_what, json, field) => {
      if (!(await t.storage.users.findByLogin('bob'))) await t.addUser('bob');
      const answer = await change(json);
      expect(answer.status).toBe(422);
      const { is_valid, fields } = (await answer.json()) as {
        is_valid: boolean;
        fields: Record<string, { errors: string[] | null; value: unknown }>;
      };
      expect(is_valid).toBe(false);
      const bad = Object.entries(fields).filter(([, { errors }]) => errors !== null);
      expect(bad.map(([name]) => name)).toEqual([field]);
      expect(Object.keys(fields)).toHaveLength(12);
    });
  });

  describe('lists tokens', () => {
    it('lists the newest first in pages, each token with a link', async () => {
      const eve = await t.addUser('eve');
      const own = await t.tokenOf(eve);
      for (let n = 0; n < 4; n++) {
        t.advance(1000);
        await t.tokenOf(eve, ['bookmarks:read']);
      }
      const path = '/api/profile/tokens?limit=2&offset=2&more=1';
      const answer = await t.send('GET', path, { token: own });
      expect(answer.status).toBe(200);
      const list = (await answer.json()) as { href: string; roles: string[] }[];
      expect(list.map(({ roles }) => roles)).toEqual([['bookmarks:read'], ['bookmarks:read']]);
      expect(list[0]!.href).toMatch(/^http:\/\/leafmark\.test\/api\/profile\/tokens\/\w{18,22}$/);
      expect(parsePageHeaders(answer.headers)).toEqual({
        total: 5,
        pages: 3,
        current: 2,
        next: 'http://leafmark.test/api/profile/tokens?limit=2&offset=4&more=1',
        previous: 'http://leafmark.test/api/profile/tokens?limit=2&offset=0&more=1',
      });
    });

    it('lists tokens only for their owner, and other users cannot delete them', async () => {
      const mallory = await t.addUser('mallory');
      const other = await t.tokenOf(mallory);
      const { rows } = await t.storage.tokens.list(ada.id, { limit: 1, offset: 0 });
      const path = `/api/profile/tokens/${rows[0]!.id}`;
      expect((await t.send('DELETE', path, { token: other })).status).toBe(404);
      expect((await t.send('DELETE', path, { token })).status).toBe(204);
      expect((await t.send('DELETE', path, { token })).status).toBe(404);
    });

    it('lists no tokens for an app, which can still revoke its own token', async () => {
      const secret = await t.tokenOf(ada, ['bookmarks:read']);
      const sent = { token: secret };
      expect((await t.send('GET', '/api/profile/tokens', sent)).status).toBe(403);
      const { provider } = (await (await t.send('GET', '/api/profile', sent)).json()) as {
        provider: { id: string };
      };
      const { rows } = await t.storage.tokens.list(ada.id, { limit: 100, offset: 0 });
      for (const { id } of rows.filter((row) => row.id !== provider.id)) {
        const other = await t.send('DELETE', `/api/profile/tokens/${id}`, sent);
        expect(other.status).toBe(403);
      }
      const path = `/api/profile/tokens/${provider.id}`;
      expect((await t.send('DELETE', path, sent)).status).toBe(204);
      expect((await t.send('GET', '/api/profile', sent)).status).toBe(401);
    });
  });
});
