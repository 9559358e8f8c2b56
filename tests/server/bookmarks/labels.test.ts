import { afterEach, beforeEach, expect, it } from 'vitest';
import { StorageUnavailable, type UserRow } from '../../../server/storage';
import { describeOnDatabases } from '../storage/support/databases';
import { addLoaded } from '../support/bookmarks';
import { BASE, startServer, type TestServer } from '../support/test-server';

const PATH = '/api/bookmarks/labels';
const named = (name: string) => `${PATH}?name=${encodeURIComponent(name)}`;

describeOnDatabases('labels on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  beforeEach(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
    await addLoaded(t, ada, { labels: ['to read', 'b', 'É'] });
    await addLoaded(t, ada, { labels: ['b', 'say "hi"*'] });
    await addLoaded(t, await t.addUser('bob'), { labels: ['b', 'theirs'] });
  });
  afterEach(() => t.remove());

  const get = async (path: string) => {
    const answer = await t.send('GET', path, { token });
    return answer.status === 200 ? answer.json() : answer.status;
  };
  const labelled = async () =>
    (await t.storage.labels.list(ada.id)).map(({ name, count }) => [name, count]);

  it('are listed by name with the number of their bookmarks', async () => {
    const all = (await get(PATH)) as { name: string; count: number; href_bookmarks: string }[];
    expect(all.map(({ name, count }) => [name, count])).toEqual([
      ['b', 2],
      ['É', 1],
      ['say "hi"*', 1],
      ['to read', 1],
    ]);
    expect(all[0]).toEqual({
      name: 'b',
      count: 2,
      href: `${BASE}${PATH}?name=b`,
      href_bookmarks: `${BASE}/api/bookmarks?labels=%22b%22`,
    });
    for (const { href_bookmarks: address, count } of all) {
      expect(await get(address.slice(BASE.length)), address).toHaveLength(count);
    }
  });

  it('say on a full disk whether a part was saved', async () => {
    for (const [isPartial, said] of [
      [false, 'Nothing that was saved before is lost'],
      [true, 'A part of this request was saved'],
    ] as const) {
      const full = () => Promise.reject(new StorageUnavailable('full', null, isPartial));
      const labels = { ...t.storage.labels, rename: full, delete: full };
      const server = t.another({ storage: { ...t.storage, labels } });
      for (const method of ['PATCH', 'DELETE']) {
        const json = method === 'PATCH' ? { json: { name: 'new' } } : {};
        const answer = await server.send(method, named('b'), { token, ...json });
        expect(answer.status).toBe(507);
        expect(await answer.json()).toMatchObject({ message: expect.stringContaining(said) });
        const accept = { accept: 'text/html' };
        const page = await server.send(method, named('b'), { token, ...json, headers: accept });
        expect(await page.text()).toContain('this was not saved completely');
      }
    }
  });

  it.each([
    ['t*', ['to read']],
    ['*E*', ['É', 'to read']],
    ['e', ['É']],
    ['*', ['b', 'É', 'say "hi"*', 'to read']],
    ['', ['b', 'É', 'say "hi"*', 'to read']],
    ['theirs', []],
  ])('are found by the pattern %s', async (q, wanted) => {
    const found = (await get(`${PATH}?q=${encodeURIComponent(q)}`)) as { name: string }[];
    expect(found.map(({ name }) => name)).toEqual(wanted);
  });

  it('are found by their exact names', async () => {
    expect(await get(named(' to read '))).toMatchObject({ name: 'to read', count: 1 });
    for (const name of ['To read', 'theirs', ' ', '*']) expect(await get(named(name))).toBe(404);
  });

  it('are renamed on every bookmark, and merged with a label of the new name', async () => {
    const rename = async (name: string, to: string) => {
      const answer = await t.send('PATCH', named(name), { token, json: { name: to } });
      return answer.status === 200 ? answer.json() : answer.status;
    };
    const before = await t.storage.bookmarks.changedSince(ada.id, null);
    t.advance(1000);
    expect(await rename('to read', ' later ')).toEqual({ name: 'later' });
    expect(await rename('later', 'b')).toEqual({ name: 'b' });
    expect(await rename('b', 'b')).toEqual({ name: 'b' });
    expect(await labelled()).toEqual([
      ['b', 2],
      ['É', 1],
      ['say "hi"*', 1],
    ]);
    expect(await rename('later', 'b')).toBe(404);
    expect(await rename('theirs', 'mine')).toBe(404);
    const after = await t.storage.bookmarks.changedSince(ada.id, null);
    expect(after.map(({ time }) => time)).not.toEqual(before.map(({ time }) => time));
  });

  it('keep their name when nothing can be seen in the new one, like in a blank one', async () => {
    for (const name of [' ', '\u200b', '\u3164 \u202e']) {
      const answer = await t.send('PATCH', named('b'), { token, json: { name } });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({
        is_valid: false,
        fields: { name: { errors: ['field is required'] } },
      });
    }
    expect(await get(named('b'))).toMatchObject({ count: 2 });
  });

  it('are removed from every bookmark', async () => {
    const remove = async (name: string) => (await t.send('DELETE', named(name), { token })).status;
    expect(await remove('b')).toBe(204);
    expect(await remove('b')).toBe(404);
    expect(await remove('theirs')).toBe(404);
    expect(await labelled()).toEqual([
      ['É', 1],
      ['say "hi"*', 1],
      ['to read', 1],
    ]);
    expect((await t.send('DELETE', PATH, { token })).status).toBe(404);
  });
});
