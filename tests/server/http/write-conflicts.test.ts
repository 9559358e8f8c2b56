import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Storage, type UserRow, WriteConflict } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { formOf, OWN_PAGE } from '../support/oauth';
import { saveArticle } from '../support/saved-article';
import { startServer, type TestServer } from '../support/test-server';

const PASSWORD = 'correct horse battery';

describeOnDatabases('a write on something that is deleted at the same moment on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  beforeEach(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada', { password: PASSWORD });
    token = await t.tokenOf(ada);
  });
  afterEach(() => t.remove());

  type Repository = 'shareLinks' | 'collections' | 'imports' | 'sessions' | 'tokens';

  /** The server, which does `meanwhile` once, before it calls `method` or begins a transaction. */
  function interrupted(
    repository: Repository,
    method: string,
    meanwhile: () => Promise<unknown>,
  ): TestServer {
    let done: Promise<unknown> | undefined;
    const after =
      (write: (...values: unknown[]) => unknown) =>
      async (...values: unknown[]) => {
        done ??= meanwhile();
        await done;
        return write(...values);
      };
    const changed = (of: object, names: readonly string[]) =>
      Object.fromEntries(
        Object.entries(of).map(([name, value]) => [
          name,
          names.includes(name) ? after(value) : value,
        ]),
      );
    const storage = {
      ...changed(t.storage, ['transaction']),
      [repository]: changed(t.storage[repository], [method]),
    };
    return t.another({ storage: storage as unknown as Storage });
  }
  const revoke = async () => {
    const { rows } = await t.storage.tokens.list(ada.id, { limit: 9, offset: 0 });
    for (const { id } of rows) await t.storage.tokens.delete(ada.id, id);
  };
  const deleteUser = () => t.storage.users.delete(ada.id);
  const links = () => t.storage.shareLinks.list(ada.id, { limit: 9, offset: 0 });
  const faults = () => t.logged.filter(({ event }) => event === 'fault');

  it('makes no link when the token is revoked', async () => {
    const { id } = await saveArticle(t, ada);
    const server = interrupted('shareLinks', 'create', revoke);
    const answer = await server.send('GET', `/api/bookmarks/${id}/share/link`, { token });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toContain('Bearer');
    expect((await links()).total).toBe(0);
    expect(faults()).toEqual([]);
  });

  it('makes no link when the bookmark is deleted', async () => {
    const { id } = await saveArticle(t, ada);
    const server = interrupted('shareLinks', 'create', () =>
      t.storage.bookmarks.delete(ada.id, [id]),
    );
    const answer = await server.send('GET', `/api/bookmarks/${id}/share/link`, { token });
    expect(answer.status).toBe(404);
    expect((await links()).total).toBe(0);
    expect(faults()).toEqual([]);
  });

  it('creates nothing for an account that is deleted', async () => {
    const csv = { data: 'url\nhttps://example.com/\n' };
    for (const [repository, method, path, json] of [
      ['collections', 'create', '/api/bookmarks/collections', { name: 'Ice' }],
      ['imports', 'create', '/api/bookmarks/import/csv', csv],
      ['tokens', 'none', '/api/bookmarks', { url: 'https://example.com/' }],
    ] as const) {
      const server = interrupted(repository, method, deleteUser);
      const answer = await server.send('POST', path, { token, json });
      expect([path, answer.status]).toEqual([path, 401]);
      ada = await t.addUser('ada');
      token = await t.tokenOf(ada);
    }
    expect(faults()).toEqual([]);
  });

  it('signs nobody in to an account that is deleted', async () => {
    await t.addUser('bob');
    const json = { username: 'ada', password: PASSWORD, application: 'reader' };
    const byApp = interrupted('tokens', 'create', deleteUser);
    expect((await byApp.send('POST', '/api/auth', { json })).status).toBe(401);
    ada = await t.addUser('ada', { password: PASSWORD });
    const byPage = interrupted('sessions', 'create', deleteUser);
    const form = { login: 'ada', password: PASSWORD };
    const page = await byPage.send('POST', '/login', { form, headers: OWN_PAGE });
    expect(await page.text()).toContain('The user name or the password is wrong');
    expect(page.headers.get('Set-Cookie')).toBeNull();
    expect(faults()).toEqual([]);
  });

  it('asks to sign in again when a form of a page comes from an account that is deleted', async () => {
    const cookie = await t.cookieOf(ada);
    const { csrf = '' } = await formOf(await t.send('GET', '/profile', { cookie }));
    const server = interrupted('tokens', 'make', deleteUser);
    const form = { csrf, name: 'reader', roles: 'everything' };
    const page = await server.send('POST', '/profile/tokens', {
      form,
      cookie,
      headers: OWN_PAGE,
    });
    expect(page.status).toBe(303);
    expect(page.headers.get('Location')).toContain('/login');
    expect(faults()).toEqual([]);
  });

  it('is a fault when it fails again, because then nobody else was first', async () => {
    let tries = 0;
    const server = t.another({
      storage: {
        ...t.storage,
        collections: {
          ...t.storage.collections,
          create: async () => {
            tries += 1;
            throw new WriteConflict(new Error('a bug'));
          },
        },
      },
    });
    const json = { name: 'Ice' };
    const answer = await server.send('POST', '/api/bookmarks/collections', { token, json });
    expect([answer.status, tries]).toEqual([500, 2]);
    expect(faults()).toHaveLength(1);
  });
});
