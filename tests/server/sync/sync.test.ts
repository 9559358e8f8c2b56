import { afterAll, beforeAll, expect, it } from 'vitest';
import type { UserRow } from '../../../server/storage';
import { formatInstant, type SyncEntry } from '../../../src/contract';
import { describeOnDatabases } from '../storage/support/databases';
import { addArticle } from '../support/library';
import { startServer, type TestServer } from '../support/test-server';

const PATH = '/api/bookmarks/sync';

describeOnDatabases('the sync list on %s', (database) => {
  let t: TestServer;
  beforeAll(async () => {
    t = await startServer(database);
  });
  afterAll(() => t.remove());

  const someone = async (name: string) => {
    const user = await t.addUser(name);
    return { user, token: await t.tokenOf(user, ['bookmarks:read']) };
  };
  const ask = (token: string, since?: string, headers = {}) =>
    t.send('GET', since === undefined ? PATH : `${PATH}?since=${since}`, { token, headers });
  const entries = async (token: string, since?: string) =>
    (await (await ask(token, since)).json()) as SyncEntry[];
  const add = (user: UserRow) => addArticle(t, user, '<p>Text</p>');
  const at = () => formatInstant(t.server.now());

  it('has every bookmark, newest first, and no deletions', async () => {
    const { user, token } = await someone('ada');
    const first = await add(user);
    t.advance(1500);
    const second = await add(user);
    const gone = await add(user);
    await t.storage.bookmarks.delete(user.id, [gone.id]);
    expect(await entries(token)).toEqual([
      { id: second.id, time: expect.any(String), type: 'update' },
      { id: first.id, time: expect.any(String), type: 'update' },
    ]);
  });

  it('has the changes and deletions since a time, to the second', async () => {
    const { user, token } = await someone('bob');
    const old = await add(user);
    const gone = await add(user);
    t.advance(5000 - (t.server.now() % 1000) + 300);
    const moment = at();
    const fresh = await add(user);
    t.advance(1000);
    await t.storage.bookmarks.delete(user.id, [gone.id]);
    expect(await entries(token, moment)).toEqual([
      { id: gone.id, time: at(), type: 'delete' },
      { id: fresh.id, time: moment, type: 'update' },
    ]);
    const laterInTheSecond = moment.replace(/\.\d+Z/, '.999Z');
    expect(await entries(token, laterInTheSecond)).toHaveLength(2);
    t.advance(1000);
    expect(await entries(token, at())).toEqual([]);
    t.advance(1000);
    await t.storage.bookmarks.update(user.id, old.id, { isFavourite: true });
    expect(await entries(token, at())).toMatchObject([{ id: old.id, type: 'update' }]);
  });

  it('is not sent again until something changes', async () => {
    const { user, token } = await someone('cleo');
    const { id } = await add(user);
    t.advance(2000);
    const answer = await ask(token);
    const tag = { 'if-none-match': answer.headers.get('ETag') ?? '' };
    const date = { 'if-modified-since': answer.headers.get('Last-Modified') ?? '' };
    expect((await ask(token, undefined, tag)).status).toBe(304);
    expect((await ask(token, undefined, date)).status).toBe(304);
    await t.storage.bookmarks.update(user.id, id, { isFavourite: true });
    expect((await ask(token, undefined, tag)).status).toBe(200);
    // Within the second of a change the server sends no date, because another change could have the
    // same one.
    expect((await ask(token, undefined, date)).status).toBe(200);
    t.advance(1000);
    expect((await ask(token)).headers.get('Last-Modified')).not.toBe(date['if-modified-since']);
  });
});
