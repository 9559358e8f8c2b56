import { afterEach, beforeEach, expect, it } from 'vitest';
import { importRepository } from '../../src/library';
import { connectClient } from '../../src/service';
import { previewServer } from '../../src/sync';
import { readAnnotated } from '../../src/sync/highlights/read-annotations';
import { highlightReader, readTogether } from '../../src/sync/transfer/read-server';
import { value } from '../library/library';
import { BASE } from '../server/support/test-server';
import { add, FROZE, savePage, TIDE, useDevices } from './support/highlighted-page';
import { type Device, startWorld, transport, type World } from './support/world';

const my = useDevices();
/** The library that imports. */
let mine: World;
let here: Device;
/** The paths that were requested of the server with the bookmarks. */
let asked: string[];
beforeEach(async () => {
  asked = [];
  mine = await startWorld(my.world.t);
  here = await mine.device();
});
afterEach(() => mine.end());

/** The server with the bookmarks. It answers with `status` to what is asked about all highlights. */
const source = (status = 200) => {
  const { fetch, token, now } = my.world;
  const counted: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    if (status !== 200 && pathname.endsWith('/bookmarks/annotations'))
      return Response.json({ status, message: 'No' }, { status });
    return fetch(request);
  };
  const client = connectClient({ base: BASE, token }, transport(counted, now));
  return { server: { client }, signal: new AbortController().signal, now };
};

it('counts the bookmarks of one address once', async () => {
  const url = 'https://one.example/';
  for (const one of [url, `${url}#ice`, 'https://two.example/'])
    value(await my.world.client.bookmarks.create({ url: one }));
  const imports = here.library.part(importRepository);
  expect(value(await previewServer(source(), imports))).toMatchObject({
    rows: 3,
    fresh: 2,
    twice: 1,
    here: 0,
  });
});

it('takes the highlights that came with a bookmark, without another request', async () => {
  await savePage(my);
  await add(my.one, FROZE);
  await add(my.one, TIDE);
  await my.one.round();
  const [{ id } = { id: '' }] = await my.world.bookmarks();
  const { came } = value(await readTogether(source(), [id], { hasArticles: false }));
  asked.length = 0;
  const read = highlightReader(source());
  expect(value(await read(came.get(id)!))).toHaveLength(2);
  expect(asked).toEqual([]);
  // An older server does not send them with the bookmark.
  expect(value(await read({ ...came.get(id)!, annotations: null }))).toHaveLength(2);
  expect(asked).toHaveLength(2);
});

it.each([
  ['nothing from a server without a list of all highlights', 404, { ok: true, value: [] }],
  ['no bookmark without its highlights if their list fails', 500, { ok: false }],
])('takes %s', async (_, status, result) => {
  await savePage(my);
  await add(my.one, FROZE);
  await my.one.round();
  const [{ id } = { id: '' }] = await my.world.bookmarks();
  const { came } = value(await readTogether(source(), [id], { hasArticles: false }));
  const read = highlightReader(source(status));
  expect(await read({ ...came.get(id)!, annotations: null })).toMatchObject(result);
});

it('reads no more of a long list of highlights than its first page', async () => {
  const from = source();
  const page = { items: [], total: 101 };
  const client = {
    ...from.server.client,
    highlights: {
      ...from.server.client.highlights,
      listAll: async () => {
        asked.push('list');
        return {
          ok: true,
          value: { body: page.items, headers: new Headers({ 'Total-Count': `${page.total}` }) },
        };
      },
    },
  };
  // It calls only this function.
  const server = { client } as unknown as typeof from.server;
  expect(value(await readAnnotated({ ...from, server }, 2))).toBeNull();
  expect(asked).toEqual(['list']);
});
