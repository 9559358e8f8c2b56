import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '../../src/domain/time';
import { value } from '../library/library';
import { readServer, readWhole } from './support/import-source';
import { startWorld, type World } from './support/world';

/** The server that is read for an import. */
let there: World;
beforeEach(async () => {
  there = await startWorld();
});
afterEach(() => there.end());

async function create(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1)
    value(await there.client.bookmarks.create({ url: `https://one.example/${at}` }));
  await there.work();
}

it('sends nothing to the server, also when sync would', async () => {
  await create(2);
  const requests: string[] = [];
  const { reader } = await readWhole(there, (fetch) => async (input, init) => {
    const request = new Request(input, init);
    requests.push(`${request.method} ${new URL(request.url).pathname}`);
    return fetch(request);
  });
  const bookmark = (await reader.find('https://one.example/0'))!;
  value(await reader.library.bookmarks.edit(bookmark.id, { title: 'Mine' }));
  const round = await reader.sync({ isReadOnly: true }).round({ articles: 'all' });
  expect(round).toMatchObject({ kind: 'done' });
  const isRead = (one: string) => one.startsWith('GET ') || one.endsWith('/bookmarks/sync');
  expect(requests.filter((one) => !isRead(one))).toEqual([]);
});

it('takes what is there when the server has lost its bookmarks meanwhile', async () => {
  await create(12);
  let hasLost = false;
  const { reader } = await readWhole(there, (fetch) => async (input, init) => {
    const request = new Request(input, init);
    const answer = await fetch(request);
    const { pathname } = new URL(request.url);
    const isList = request.method === 'GET' && pathname.endsWith('/bookmarks/sync');
    return hasLost && isList ? Response.json((await answer.json()).slice(0, 1), answer) : answer;
  });
  hasLost = true;
  there.advance(8 * DAY_MS);
  const round = await reader.sync({ isReadOnly: true }).round({ articles: 'all' });
  expect(round).toMatchObject({ kind: 'done' });
  const here = await reader.tables.bookmarks.filter(({ trashedAt }) => trashedAt === null).count();
  expect(here).toBe(1);
});

it('sends the token to no other host', async () => {
  await create(1);
  const { round } = await readServer(there, () => async () => {
    const headers = { Location: 'https://elsewhere.example/api/bookmarks/sync' };
    return new Response(null, { status: 302, headers });
  });
  expect(round).toMatchObject({ kind: 'stopped', stop: { kind: 'wrong-server' }, nextAt: null });
});
