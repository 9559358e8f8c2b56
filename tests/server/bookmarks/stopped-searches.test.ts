// @module-tag full
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProcessPool } from '../../../server/processes/process-pool';
import { openStorage } from '../../../server/storage';
import { TASKS, type Tasks } from '../../../server/tasks';
import { Message } from '../../../src/contract';
import { buildProgram } from '../storage/support/build-program';
import { describeOnDatabases } from '../storage/support/databases';
import { makeSlow, SLOW_SEARCH } from '../storage/support/slow-search';
import { startServer, type TestServer } from '../support/test-server';

const TOO_LONG = 'The search takes too long, so it was stopped. Search for fewer or longer words';
const SEARCH = `search=${encodeURIComponent(SLOW_SEARCH)}`;

describeOnDatabases('a search that takes too long on %s', (database, name) => {
  let t: TestServer;
  let limited: TestServer;
  let token: string;
  let collection: string;
  const ends: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const program = await buildProgram('server/task-program.ts', `tasks-stopped-${name}`);
    const db = await database();
    t = await startServer(async () => db);
    const ada = await t.addUser();
    token = await t.tokenOf(ada);
    const json = { name: 'Slow', search: SLOW_SEARCH };
    const made = await t.send('POST', '/api/bookmarks/collections', { token, json });
    collection = made.headers.get('Location')?.split('/').at(-1) ?? '';
    const { end } = await makeSlow(db, ada.id);
    const processes = new ProcessPool<Tasks>(program, TASKS);
    const limit = { processes, searchMs: 100 };
    const storage = await openStorage({ database: db.address, now: t.server.now, ...limit });
    ends.push(
      end,
      () => processes.close(),
      () => storage.close(),
      t.remove,
    );
    limited = t.another({ storage });
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  it.each([
    ['a list', 'GET', `/api/bookmarks?${SEARCH}`],
    ['a list of excluded words', 'GET', `/api/bookmarks?search=-${SEARCH.slice(7)}`],
    ['a collection', 'GET', '/api/bookmarks?collection=ID'],
    ['a feed', 'GET', `/api/bookmarks/feed?${SEARCH}`],
    ['an export', 'GET', `/api/bookmarks/export.csv?${SEARCH}`],
    ['a book of a collection', 'GET', '/api/bookmarks/export.epub?collection=ID'],
    ['the catalogue', 'GET', `/opds/bookmarks/all?${SEARCH}`],
    ['a collection of the catalogue', 'GET', '/opds/bookmarks/collections/ID'],
    ['the list of a sync', 'GET', `/api/bookmarks/sync?${SEARCH}`],
    ['the stream of a sync', 'POST', `/api/bookmarks/sync`],
  ])('is reported by %s with 503 and a message', async (_name, method, path) => {
    const json = { search: SLOW_SEARCH, with_json: true };
    const answer = await limited.send(method, path.replace('ID', collection), {
      token,
      headers: { accept: 'application/json' },
      ...(method === 'POST' && { json }),
    });
    expect(answer.status).toBe(503);
    expect(Message.parse(await answer.json())).toEqual({ status: 503, message: TOO_LONG });
    expect(answer.headers.has('Retry-After')).toBe(false);
  });

  it('is reported by a page to a browser', async () => {
    const headers = { accept: 'text/html' };
    const answer = await limited.send('GET', `/api/bookmarks/feed?${SEARCH}`, { token, headers });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain(TOO_LONG);
    expect(t.logged.filter(({ event }) => event === 'search stopped')).not.toEqual([]);
  });

  it('changes no other answer', async () => {
    for (const path of ['/api/bookmarks', '/api/bookmarks?is_archived=false', '/api/info']) {
      expect((await limited.send('GET', path, { token })).status).toBe(200);
    }
  });
});
