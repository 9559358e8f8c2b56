import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startDeleting } from '../../../server/bookmarks/delete-due';
import { type BookmarkRow, EVERYTHING, type UserRow } from '../../../server/storage';
import { badFields, DELETION_DELAY_MS, FormError, formatInstant } from '../../../src/contract';
import { BOOKMARK_FIELDS, EDITABLE_FIELDS } from '../../../src/domain/bookmark-fields';
import { SECOND_MS } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { addLoaded } from '../support/bookmarks';
import { BASE, startServer, type TestServer } from '../support/test-server';

describeOnDatabases('changing a bookmark on %s', (database) => {
  let t: TestServer;
  let ada: UserRow;
  let token: string;
  let row: BookmarkRow;
  let path: string;
  beforeEach(async () => {
    t = await startServer(database);
    ada = await t.addUser('ada');
    token = await t.tokenOf(ada);
    row = await addLoaded(t, ada, { labels: ['b', 'c'], readProgress: 30, readAnchor: 'p' });
    path = `/api/bookmarks/${row.id}`;
    t.advance(1000);
  });
  afterEach(() => t.remove());

  const patch = (json: unknown) => t.send('PATCH', path, { token, json });
  const patched = async (json: unknown) => {
    const answer = await patch(json);
    expect(answer.status).toBe(200);
    return (await answer.json()) as Record<string, unknown>;
  };
  const stored = async () => (await t.storage.bookmarks.find(ada.id, row.id))!;

  /** A value of each kind that a person can edit, as the API has it. */
  const EDITED = {
    text: 'words',
    texts: ['Ada', 'Grace'],
    date: '2020-01-02T00:00:00Z',
    flag: true,
    percent: 40,
  } as const;

  it.each(EDITABLE_FIELDS)('keeps the field %s of the table as it was sent', async (name) => {
    const { kind, wire } = BOOKMARK_FIELDS[name];
    const sent = { [wire]: EDITED[kind] };
    expect(await patched(sent)).toMatchObject(sent);
    const read = await t.send('GET', path, { token });
    expect(await read.json()).toMatchObject(sent);
  });

  it('returns the changed fields and the address', async () => {
    const answer = await patch({ title: '  New ', is_marked: true });
    expect(answer.headers.get('Location')).toBe(`${BASE}${path}`);
    expect(answer.headers.get('Bookmark-Id')).toBe(row.id);
    expect(answer.headers.get('Link')).toContain(`${BASE}/bookmarks/${row.id}`);
    const { updated } = await stored();
    expect(updated).toBeGreaterThan(row.updated);
    expect(await answer.json()).toEqual({
      id: row.id,
      href: `${BASE}${path}`,
      updated: formatInstant(updated),
      title: 'New',
      is_marked: true,
    });
  });

  it('returns the validators of the changed bookmark', async () => {
    const get = (headers: Record<string, string>) => t.send('GET', path, { token, headers });
    const { headers } = await patch({ title: 'New' });
    const [tag, date] = [headers.get('ETag') ?? '', headers.get('Last-Modified') ?? ''];
    expect((await get({})).headers.get('ETag')).toBe(tag);
    expect((await get({ 'if-none-match': tag })).status).toBe(304);
    const { updated } = await stored();
    expect(Math.abs(Date.parse(date) - updated)).toBeLessThan(2 * SECOND_MS);
    // Another change in the same second is not missed by a client that compares dates.
    await t.storage.bookmarks.update(ada.id, row.id, { isFavourite: true });
    t.advance(SECOND_MS);
    expect((await get({ 'if-none-match': tag })).status).toBe(200);
    expect((await get({ 'if-modified-since': date })).status).toBe(200);
  });

  it('returns no validators while the page is loading, because it changes by itself', async () => {
    const { id } = await t.storage.bookmarks.create(ada.id, { url: 'https://example.org/' });
    const json = { is_marked: true };
    const { headers } = await t.send('PATCH', `/api/bookmarks/${id}`, { token, json });
    expect([headers.get('ETag'), headers.get('Last-Modified')]).toEqual([null, null]);
  });

  it.each<[string, object, object, Partial<BookmarkRow>]>([
    ['description', { description: 'Short' }, { description: 'Short' }, { description: 'Short' }],
    ['site_name', { site_name: 'A place' }, { site_name: 'A place' }, { siteName: 'A place' }],
    [
      'authors, one per line',
      { authors: ['Ada\nGrace', ' '] },
      { authors: ['Ada', 'Grace'] },
      { authors: ['Ada', 'Grace'] },
    ],
    [
      'published',
      { published: '2020-01-02' },
      { published: '2020-01-02T00:00:00Z' },
      { published: Date.UTC(2020, 0, 2) as BookmarkRow['published'] },
    ],
    ['lang', { lang: 'de-AT' }, { lang: 'de-at' }, { lang: 'de-at' }],
    ['lang, unknown', { lang: '' }, { lang: '' }, { lang: '' }],
    [
      'text_direction',
      { text_direction: 'rtl' },
      { text_direction: 'rtl' },
      { textDirection: 'rtl' },
    ],
    [
      'text_direction, unknown',
      { text_direction: '' },
      { text_direction: '' },
      { textDirection: null },
    ],
    ['is_archived', { is_archived: true }, { is_archived: true }, { isArchived: true }],
    [
      'note',
      { note: 'For Ada\n\nSoon ' },
      { note: 'For Ada\n\nSoon' },
      { note: 'For Ada\n\nSoon' },
    ],
    [
      'read_progress and read_anchor',
      { read_progress: 50, read_anchor: '#x' },
      { read_progress: 50, read_anchor: '#x' },
      { readProgress: 50, readAnchor: '#x' },
    ],
    [
      'read_progress alone',
      { read_progress: 50 },
      { read_progress: 50 },
      { readProgress: 50, readAnchor: 'p' },
    ],
    [
      'the end, which has no reading position',
      { read_progress: 100, read_anchor: '#x' },
      { read_progress: 100, read_anchor: '' },
      { readProgress: 100, readAnchor: '' },
    ],
    [
      'the beginning',
      { read_progress: 0 },
      { read_progress: 0, read_anchor: '' },
      { readAnchor: '' },
    ],
    [
      'labels',
      { labels: [' d ', 'É', 'e', 'd'] },
      { labels: ['d', 'e', 'É'] },
      { labels: ['d', 'e', 'É'] },
    ],
    [
      'labels without those in which nothing can be seen',
      { labels: ['\u200b', 'x'], add_labels: ['\u3164', 'y'] },
      { labels: ['x', 'y'] },
      { labels: ['x', 'y'] },
    ],
    ['no labels', { labels: [] }, { labels: [] }, { labels: [] }],
    [
      'labels, in the order set, add, remove',
      { labels: ['x'], add_labels: ['y', 'z'], remove_labels: ['z', 'c'] },
      { labels: ['x', 'y'] },
      { labels: ['x', 'y'] },
    ],
    [
      'labels that exist already or do not exist',
      { add_labels: ['b', 'a'], remove_labels: ['q'] },
      { labels: ['a', 'b', 'c'] },
      { labels: ['a', 'b', 'c'] },
    ],
  ])('changes %s', async (_what, json, response, expected) => {
    const { id, href, updated, ...changed } = await patched(json);
    expect(changed).toEqual(response);
    expect(await stored()).toMatchObject(expected);
  });

  it('clears the publication date with null or an empty text', async () => {
    await patched({ published: '2020-01-02' });
    expect(await patched({ published: null })).toMatchObject({ published: null });
    await patched({ published: '2020-01-02' });
    const form = await t.send('PATCH', path, { token, form: { published: '' } });
    expect(await form.json()).toMatchObject({ published: null });
    expect((await stored()).published).toBeNull();
  });

  it('ignores null, and changes nothing without fields', async () => {
    expect(await patched({ title: null, labels: null, is_marked: null })).toEqual({
      id: row.id,
      href: `${BASE}${path}`,
      updated: formatInstant(row.updated),
    });
    expect(await patched({})).toMatchObject({ updated: formatInstant(row.updated) });
    expect(await stored()).toEqual(row);
  });

  it('accepts forms, in which the null character stands for null', async () => {
    const form = new URLSearchParams({ title: '\uFF00', is_marked: 'on', read_progress: '40' });
    const answer = await t.send('PATCH', path, { token, form });
    expect(await answer.json()).toMatchObject({ is_marked: true, read_progress: 40 });
    expect((await stored()).title).toBe(row.title);
  });

  it.each<[string, object, string, string]>([
    ['an empty title', { title: ' ' }, 'title', 'field is required'],
    ['an empty name of the site', { site_name: '' }, 'site_name', 'field is required'],
    [
      'progress beyond the end',
      { read_progress: 101 },
      'read_progress',
      'must be lower or equal than 100',
    ],
    [
      'progress before the beginning',
      { read_progress: -1 },
      'read_progress',
      'must be greater or equal than 0',
    ],
    [
      'a long anchor',
      { read_anchor: 'x'.repeat(257) },
      'read_anchor',
      'text must contain at most 256 characters',
    ],
    ['no language', { lang: 'a b' }, 'lang', 'invalid value'],
  ])('refuses %s and changes nothing', async (_what, json, field, message) => {
    const answer = await patch({ ...json, is_archived: true });
    expect(answer.status).toBe(400);
    expect(badFields(FormError.parse(await answer.json()))).toEqual([{ field, message }]);
    expect(await stored()).toEqual(row);
  });

  it('refuses more labels than a bookmark can have', async () => {
    const some = Array.from({ length: 499 }, (_label, n) => `label ${n}`);
    const answer = await patch({ add_labels: some });
    expect(answer.status).toBe(400);
    expect(badFields(FormError.parse(await answer.json()))).toEqual([
      { field: 'add_labels', message: 'list must have at most 500 items' },
    ]);
    expect(await stored()).toEqual(row);
    expect((await patched({ add_labels: some, remove_labels: ['b', 'c'] })).labels).toHaveLength(
      499,
    );
  });

  it('requires only the write role', async () => {
    const write = await t.tokenOf(ada, ['bookmarks:write']);
    const read = await t.tokenOf(ada, ['bookmarks:read']);
    const json = { is_marked: true };
    expect((await t.send('PATCH', path, { token: write, json })).status).toBe(200);
    expect((await t.send('GET', path, { token: write })).status).toBe(403);
    expect((await t.send('PATCH', path, { token: read, json })).status).toBe(403);
  });

  it('keeps both of two changes at the same time', async () => {
    await Promise.all([patched({ add_labels: ['x'] }), patched({ add_labels: ['y'] })]);
    expect((await stored()).labels).toEqual(['b', 'c', 'x', 'y']);
  });

  describe('the deletion', () => {
    const isThere = async () => (await t.storage.bookmarks.find(ada.id, row.id)) !== null;

    it('happens at once with DELETE', async () => {
      const answer = await t.send('DELETE', path, { token });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
      expect((await t.send('DELETE', path, { token })).status).toBe(404);
      const since = await t.storage.bookmarks.changedSince(ada.id, row.updated);
      expect(since).toEqual([expect.objectContaining({ id: row.id, type: 'delete' })]);
    });

    it('happens after a delay with is_deleted', async () => {
      expect(await patched({ is_deleted: true })).toMatchObject({ is_deleted: true });
      const listed = await (await t.send('GET', '/api/bookmarks', { token })).json();
      expect(listed).toEqual([expect.objectContaining({ id: row.id, is_deleted: true })]);
      t.advance(DELETION_DELAY_MS - 1);
      // A second request does not move the time of the deletion.
      await patched({ is_deleted: true });
      expect(await t.storage.bookmarks.deleteDue()).toBe(0);
      t.advance(1);
      expect(await t.storage.bookmarks.deleteDue()).toBe(1);
      expect(await isThere()).toBe(false);
    });

    it('does not happen when it was undone', async () => {
      await patched({ is_deleted: true });
      expect(await patched({ is_deleted: false })).toMatchObject({ is_deleted: false });
      t.advance(DELETION_DELAY_MS);
      expect(await t.storage.bookmarks.deleteDue()).toBe(0);
      expect(await isThere()).toBe(true);
    });

    it('does not happen when it is undone at the same moment', async () => {
      await patched({ is_deleted: true });
      t.advance(DELETION_DELAY_MS);
      let deleting = Promise.resolve(0);
      await t.storage.transaction(async (unit) => {
        await unit.bookmarks.update(ada.id, row.id, { deleteAt: null });
        deleting = t.storage.bookmarks.deleteDue();
        // The deletion has read by now which bookmarks are due, and waits for this transaction.
        await unit.bookmarks.count(ada.id, EVERYTHING);
      });
      expect(await deleting).toBe(0);
      expect(await isThere()).toBe(true);
    });

    it('is done by a timer, which can be stopped', async () => {
      await patched({ is_deleted: true });
      t.advance(DELETION_DELAY_MS);
      const deleting = startDeleting(t.server);
      await expect.poll(isThere).toBe(false);
      await deleting.stop();
    });

    it('logs a failure, and its timer can be stopped', async () => {
      const bookmarks = { deleteDue: () => Promise.reject(new Error('disk full')) };
      t.logged.length = 0;
      const storage = { ...t.storage, bookmarks: { ...t.storage.bookmarks, ...bookmarks } };
      const deleting = startDeleting({ storage, log: t.server.log });
      await expect.poll(() => t.logged.map(({ event }) => event)).toEqual(['deleting failed']);
      await deleting.stop();
    });
  });
});
