import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type CollectionInfo,
  type CollectionUpdated,
  parsePageHeaders,
} from '../../../src/contract';
import { describeOnDatabases } from '../storage/support/databases';
import { startServer, type TestServer } from '../support/test-server';

const ALL = '/api/bookmarks/collections';

const UNSET = {
  search: '',
  title: '',
  author: '',
  site: '',
  type: null,
  labels: '',
  note: '',
  read_status: null,
  is_marked: null,
  is_archived: null,
  is_loaded: null,
  has_errors: null,
  has_labels: null,
  has_annotations: null,
  range_start: '',
  range_end: '',
};

const EVERY_FILTER = {
  search: 'apple -worm',
  title: 'pie*',
  author: 'Ada',
  site: 'example.org',
  type: ['article', 'video'],
  labels: '"to read" -done',
  note: 'why',
  read_status: ['unread', 'reading'],
  is_marked: true,
  is_archived: false,
  is_loaded: true,
  has_errors: false,
  has_labels: true,
  has_annotations: true,
  range_start: '-3w',
  range_end: '2026-01-01',
};

describeOnDatabases('collections on %s', (database) => {
  let t: TestServer;
  let token: string;
  beforeAll(async () => {
    t = await startServer(database);
    token = await t.tokenOf(await t.addUser());
  });
  afterAll(() => t.remove());

  const create = async (json: object, as = token): Promise<string> => {
    const answer = await t.send('POST', ALL, { token: as, json });
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({ status: 201, message: 'Collection created' });
    const { pathname } = new URL(answer.headers.get('Location') ?? '');
    expect(pathname.startsWith(`${ALL}/`)).toBe(true);
    return pathname;
  };
  const read = async (path: string) =>
    (await (await t.send('GET', path, { token })).json()) as CollectionInfo;
  const update = async (path: string, json: object) => {
    const answer = await t.send('PATCH', path, { token, json });
    expect(answer.status).toBe(200);
    return (await answer.json()) as CollectionUpdated;
  };

  it('have no filters at first', async () => {
    const path = await create({ name: ' All ', is_deleted: true });
    expect(await read(path)).toEqual({
      id: path.split('/').at(-1),
      href: `http://leafmark.test${path}`,
      created: '2026-01-15T00:00:00Z',
      updated: expect.any(String),
      name: 'All',
      is_pinned: false,
      is_deleted: false,
      ...UNSET,
    });
  });

  it('store every filter, and clear each with null', async () => {
    const path = await create({ name: 'Some', is_pinned: true, ...EVERY_FILTER });
    expect(await read(path)).toMatchObject({ is_pinned: true, ...EVERY_FILTER });
    for (const name of Object.keys(EVERY_FILTER)) {
      const { updated, id: __, ...changed } = await update(path, { [name]: null });
      expect(changed).toEqual({ [name]: UNSET[name as keyof typeof UNSET] });
      expect(updated).toBeDefined();
    }
    expect(await read(path)).toMatchObject(UNSET);
  });

  it('can be sent as forms', async () => {
    const form = new URLSearchParams({ name: 'Form', is_marked: 'true', search: 'x' });
    form.append('type', 'photo');
    form.append('type', 'video');
    const answer = await t.send('POST', ALL, { token, form });
    const { pathname } = new URL(answer.headers.get('Location') ?? '');
    expect(await read(pathname)).toMatchObject({ is_marked: true, type: ['photo', 'video'] });
  });

  it('move field searches from the search text to the fields', async () => {
    const path = await create({
      name: 'Moved',
      title: 'pie',
      search: 'apple title:cake label:"to read"',
    });
    const filters = { search: 'apple', title: 'cake pie', labels: '"to read"' };
    expect(await read(path)).toMatchObject(filters);
    expect(await update(path, { search: 'note:why' })).toEqual({
      id: expect.any(String),
      updated: expect.any(String),
      search: '',
      note: 'why',
    });
    expect(await read(path)).toMatchObject({ ...filters, search: '', note: 'why' });
  });

  it('return only the id when nothing is changed', async () => {
    const path = await create({ name: 'Still' });
    const before = await read(path);
    t.advance(5000);
    expect(await update(path, {})).toEqual({ id: before.id });
    expect(await update(path, { is_deleted: true })).toEqual({ id: before.id });
    expect(await read(path)).toEqual(before);
    const changed = await update(path, { name: 'Moving', is_pinned: true });
    expect(changed).toEqual({
      id: before.id,
      name: 'Moving',
      is_pinned: true,
      updated: (await read(path)).updated,
    });
    expect(Date.parse(changed.updated ?? '')).toBeGreaterThan(Date.parse(before.updated));
  });
  it('cannot lose their name', async () => {
    const path = await create({ name: 'Named' });
    const answer = await t.send('PATCH', path, { token, json: { name: '' } });
    expect(answer.status).toBe(422);
  });

  it('are listed by name, in pages, with a tag that changes with them', async () => {
    const own = await t.tokenOf(await t.addUser('bob'));
    for (const name of ['b', 'a', 'C']) await create({ name }, own);
    const list = (headers = {}) => t.send('GET', `${ALL}?limit=2`, { token: own, headers });
    const answer = await list();
    const names = ((await answer.json()) as CollectionInfo[]).map(({ name }) => name);
    expect(names).toEqual(['C', 'a']);
    expect(parsePageHeaders(answer.headers)).toMatchObject({ total: 3, pages: 2, current: 1 });
    const tag = { 'if-none-match': answer.headers.get('ETag') ?? '' };
    expect((await list(tag)).status).toBe(304);
    await create({ name: 'd' }, own);
    expect((await list(tag)).status).toBe(200);
  });

  it('are deleted at once', async () => {
    const path = await create({ name: 'Gone' });
    expect((await t.send('DELETE', path, { token })).status).toBe(204);
    expect((await t.send('DELETE', path, { token })).status).toBe(404);
    expect((await t.send('GET', path, { token })).status).toBe(404);
  });
});
