import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BookmarkRow, UserRow } from '../../../server/storage';
import { formatInstant, type SyncEntry } from '../../../src/contract';
import { DAY_MS, HOUR_MS, SECOND_MS, unixMs } from '../../../src/domain/time';
import { describeOnDatabases } from '../storage/support/databases';
import { fakeAnnotation } from '../storage/support/rows';
import { addArticle } from '../support/library';
import { receivedParts } from '../support/sync-parts';
import { startServer, type TestServer } from '../support/test-server';

const PATH = '/api/bookmarks/sync';

/** A user with a token. */
interface Person {
  readonly user: UserRow;
  readonly token: string;
}

/** The filter of a device, as query parameters. */
type Filter = readonly (readonly [string, string])[];

describeOnDatabases('the filtered sync on %s', (database) => {
  let t: TestServer;
  beforeAll(async () => {
    t = await startServer(database);
  });
  afterAll(() => t.remove());

  let people = 0;
  const someone = async (): Promise<Person> => {
    const user = await t.addUser(`somebody-${people++}`);
    return { user, token: await t.tokenOf(user) };
  };
  const add = ({ user }: Person, fields: Parameters<typeof addArticle>[3] = {}) =>
    addArticle(t, user, '<section><p>words of it</p></section>', fields);
  const change = ({ user }: Person, { id }: BookmarkRow, to: Partial<BookmarkRow>) =>
    t.storage.bookmarks.update(user.id, id, to);
  const now = () => formatInstant(t.server.now());
  const ask = (token: string, query: Filter, headers = {}) =>
    t.send('GET', `${PATH}?${new URLSearchParams(query.map(([k, v]) => [k, v]))}`, {
      token,
      headers,
    });
  const entries = async ({ token }: Person, ...query: Filter) => {
    const answer = await ask(token, query);
    expect(answer.status).toBe(200);
    return (await answer.json()) as SyncEntry[];
  };
  const typesOf = (list: readonly SyncEntry[]) => list.map(({ id, type }) => [id, type]);
  const addCollection = async ({ token }: Person, json: object) => {
    const made = await t.send('POST', '/api/bookmarks/collections', {
      token,
      json: { name: 'Some', ...json },
    });
    return new URL(made.headers.get('Location') ?? '').pathname.split('/').at(-1)!;
  };
  const editCollection = ({ token }: Person, id: string, json: object) =>
    t.send('PATCH', `/api/bookmarks/collections/${id}`, { token, json });
  /** Returns the ids of the bookmarks that the filter selects, which a device must end with. */
  const chosen = async ({ token }: Person, filter: Filter) => {
    const query = new URLSearchParams([...filter.map(([k, v]) => [k, v]), ['limit', '100']]);
    const list = await t.send('GET', `/api/bookmarks?${query}`, { token });
    return ((await list.json()) as { id: string }[]).map(({ id }) => id).sort();
  };

  it('first lists the matching bookmarks and no deleted ones', async () => {
    const person = await someone();
    const unread = await add(person, { labels: ['x'] });
    await add(person, { isArchived: true });
    const gone = await add(person);
    await t.storage.bookmarks.delete(person.user.id, [gone.id]);
    expect(typesOf(await entries(person, ['is_archived', 'false']))).toEqual([
      [unread.id, 'update'],
    ]);
    expect(typesOf(await entries(person, ['labels', 'x']))).toEqual([[unread.id, 'update']]);
    expect(typesOf(await entries(person, ['labels', '-x'], ['is_archived', '0']))).toEqual([]);
  });

  it('lists changed bookmarks as deleted when they no longer match, and as updates when they match', async () => {
    const person = await someone();
    const [read, back, same, other] = [
      await add(person),
      await add(person, { isArchived: true }),
      await add(person),
      await add(person, { isArchived: true }),
    ];
    t.advance(5 * SECOND_MS);
    const since = now();
    await change(person, read, { isArchived: true });
    t.advance(10);
    await change(person, back, { isArchived: false });
    t.advance(10);
    await change(person, other, { title: 'Still archived' });
    expect(await entries(person, ['is_archived', 'false'], ['since', since])).toEqual([
      { id: other.id, time: now(), type: 'delete' },
      { id: back.id, time: expect.any(String), type: 'update' },
      { id: read.id, time: expect.any(String), type: 'delete' },
    ]);
    // Without filters, the entries are the same as before.
    const all = await entries(person, ['since', since]);
    expect(all.map(({ type }) => type)).toEqual(['update', 'update', 'update']);
    expect(typesOf(await entries(person, ['is_archived', 'false'])).map(([id]) => id)).toEqual([
      back.id,
      same.id,
    ]);
  });

  it('lists every bookmark once more after its collection was changed', async () => {
    const person = await someone();
    const x = await add(person, { labels: ['x'] });
    const y = await add(person, { labels: ['y'] });
    const id = await addCollection(person, { labels: 'x' });
    t.advance(SECOND_MS);
    const first = await entries(person, ['collection', id]);
    expect(typesOf(first)).toEqual([[x.id, 'update']]);
    t.advance(SECOND_MS);
    await editCollection(person, id, { labels: 'y' });
    t.advance(SECOND_MS);
    const second = await entries(person, ['collection', id], ['since', first[0]!.time]);
    expect(typesOf(second)).toEqual([
      [y.id, 'update'],
      [x.id, 'delete'],
    ]);
    expect(await entries(person, ['collection', id], ['since', second[0]!.time])).toEqual([]);
    await change(person, y, { title: 'Other' });
    const third = await entries(person, ['collection', id], ['since', second[0]!.time]);
    expect(typesOf(third)).toEqual([[y.id, 'update']]);
  });

  it('lists every bookmark once more when both changes have the same time', async () => {
    const person = await someone();
    const id = await addCollection(person, { labels: 'x' });
    const old = await add(person, { labels: ['x'] });
    t.advance(2 * SECOND_MS);
    await add(person, { labels: ['x'] });
    const [{ time }] = (await entries(person, ['collection', id])) as [SyncEntry];
    await editCollection(person, id, { labels: 'y' });
    const later = await entries(person, ['collection', id], ['since', time]);
    expect(typesOf(later)).toContainEqual([old.id, 'delete']);
  });

  it('lists every bookmark each time when the matches depend on the date', async () => {
    const person = await someone();
    const old = await add(person);
    t.advance(2 * DAY_MS);
    const fresh = await add(person);
    t.advance(2 * SECOND_MS);
    const since = now();
    const query: Filter = [
      ['range_start', '-1d'],
      ['since', since],
    ];
    expect(typesOf(await entries(person, ...query))).toEqual([
      [fresh.id, 'update'],
      [old.id, 'delete'],
    ]);
    const answer = await ask(person.token, query);
    const tag = { 'if-none-match': answer.headers.get('ETag') ?? '' };
    expect(answer.headers.has('Last-Modified')).toBe(false);
    expect((await ask(person.token, query, tag)).status).toBe(304);
    t.advance(2 * DAY_MS);
    const later = await ask(person.token, query, tag);
    expect(later.status).toBe(200);
    expect(typesOf((await later.json()) as SyncEntry[])).toEqual([
      [fresh.id, 'delete'],
      [old.id, 'delete'],
    ]);
  });

  it('has another tag for another filter, and is sent again when a bookmark no longer matches', async () => {
    const person = await someone();
    await add(person);
    const second = await add(person);
    t.advance(3 * SECOND_MS);
    const filter: Filter = [['is_archived', 'false']];
    const answers = [
      await ask(person.token, filter),
      await ask(person.token, [['is_archived', 'true']]),
      await ask(person.token, []),
    ];
    const tags = answers.map(({ headers }) => headers.get('ETag'));
    expect(new Set(tags).size).toBe(3);
    const date = { 'if-modified-since': answers[0]?.headers.get('Last-Modified') ?? '' };
    expect((await ask(person.token, filter, date)).status).toBe(304);
    await change(person, second, { isArchived: true });
    t.advance(3 * SECOND_MS);
    // The bookmarks that still match are no newer than before.
    expect((await ask(person.token, filter, date)).status).toBe(200);
    expect((await ask(person.token, filter, { 'if-none-match': tags[0] ?? '' })).status).toBe(200);
  });

  it("does not place a concurrent change before the collection's change", async () => {
    const person = await someone();
    const x = await add(person, { labels: ['x'] });
    const id = await addCollection(person, { labels: 'x' });
    t.advance(SECOND_MS);
    const first = await entries(person, ['collection', id]);
    const { storage } = t;
    // The collection is changed after it was read, and a bookmark after that.
    const meanwhile = t.another({
      storage: {
        ...storage,
        bookmarks: {
          ...storage.bookmarks,
          changedSince: async (...args) => {
            t.advance(2 * SECOND_MS);
            await editCollection(person, id, { labels: 'y' });
            t.advance(2 * SECOND_MS);
            await add(person, { labels: ['z'] });
            return storage.bookmarks.changedSince(...args);
          },
        },
      },
    });
    const since = first[0]!.time;
    const answer = await meanwhile.send('GET', `${PATH}?collection=${id}&since=${since}`, {
      token: person.token,
    });
    const times = ((await answer.json()) as SyncEntry[]).map(({ time }) => Date.parse(time));
    const next = Math.max(Date.parse(since), ...times);
    const later = await entries(person, ['collection', id], ['since', formatInstant(next)]);
    expect(typesOf(later)).toContainEqual([x.id, 'delete']);
  });

  it('streams only matching bookmarks, among all or among the requested ids', async () => {
    const person = await someone();
    const kept = await add(person, { title: 'Kept' });
    const more = await add(person, { title: 'More' });
    const archived = await add(person, { isArchived: true });
    const id = await addCollection(person, { is_archived: false });
    const ids = async (json: object) => {
      const body = { with_json: true, ...json };
      const answer = await t.send('POST', PATH, { token: person.token, json: body });
      return (await receivedParts(answer)).map(({ bookmarkId }) => bookmarkId);
    };
    expect(await ids({ is_archived: false })).toEqual([kept.id, more.id]);
    expect(await ids({ is_archived: false, sort: ['-created'] })).toEqual([more.id, kept.id]);
    expect(await ids({ collection: id, id: [archived.id, kept.id] })).toEqual([kept.id]);
    expect(await ids({ title: 'more' })).toEqual([more.id]);
    expect(await ids({})).toEqual([kept.id, more.id, archived.id]);
    const form = new URLSearchParams({ with_json: 'true', is_archived: 'true' });
    const sent = await t.send('POST', PATH, { token: person.token, form });
    expect((await receivedParts(sent)).map(({ bookmarkId }) => bookmarkId)).toEqual([archived.id]);
  });

  it('is refused for a collection of another user', async () => {
    const [one, other] = [await someone(), await someone()];
    const id = await addCollection(other, {});
    expect((await ask(one.token, [['collection', id]])).status).toBe(404);
    const json = { with_json: true, collection: id };
    expect((await t.send('POST', PATH, { token: one.token, json })).status).toBe(404);
  });

  describe('to a device', () => {
    /** A change of a library. `on` selects the bookmark. */
    const anyStep = fc.oneof(
      { weight: 3, arbitrary: fc.record({ action: fc.constant('add'), archived: fc.boolean() }) },
      { weight: 3, arbitrary: fc.record({ action: fc.constant('archive'), on: fc.nat() }) },
      { weight: 3, arbitrary: fc.record({ action: fc.constant('back'), on: fc.nat() }) },
      { weight: 2, arbitrary: fc.record({ action: fc.constant('label'), on: fc.nat() }) },
      { weight: 2, arbitrary: fc.record({ action: fc.constant('unlabel'), on: fc.nat() }) },
      { weight: 2, arbitrary: fc.record({ action: fc.constant('mark'), on: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ action: fc.constant('delete'), on: fc.nat() }) },
      { weight: 1, arbitrary: fc.record({ action: fc.constant('rename') }) },
      { weight: 2, arbitrary: fc.record({ action: fc.constant('edit'), archived: fc.boolean() }) },
      { weight: 4, arbitrary: fc.record({ action: fc.constant('sync') }) },
    );
    /** The time between two changes. Some are within a second, and some pass dates. */
    const anyWait = fc.constantFrom(0, 1, 400, 2 * SECOND_MS, 2 * SECOND_MS, HOUR_MS, DAY_MS);
    type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

    /**
     * Returns a device that keeps the bookmarks that `filter` selects. `keepsSeconds` truncates its
     * cursor to seconds.
     */
    const device = (person: Person, filter: Filter, keepsSeconds: boolean) => {
      const kept = new Set<string>();
      let since: number | null = null;
      return {
        kept,
        filter,
        async sync() {
          const query =
            since === null ? filter : [...filter, ['since', formatInstant(unixMs(since))]];
          const list = await entries(person, ...(query as Filter));
          const wanted = list.filter(({ type }) => type === 'update').map(({ id }) => id);
          for (const { id, type } of list) if (type === 'delete') kept.delete(id);
          if (wanted.length > 0) {
            const form = new URLSearchParams([
              ...filter.map(([k, v]) => [k, v]),
              ...wanted.map((id) => ['id', id]),
              ['with_json', 'true'],
            ]);
            const answer = await t.send('POST', PATH, { token: person.token, form });
            for (const { bookmarkId } of await receivedParts(answer)) kept.add(bookmarkId);
          }
          const times = list.map(({ time }) => Date.parse(time));
          const newest = Math.max(...times);
          if (times.length === 0) return;
          since = keepsSeconds ? Math.floor(newest / SECOND_MS) * SECOND_MS : newest;
        },
      };
    };

    it('always ends with exactly the bookmarks that match its filter', async () => {
      const check = fc.asyncProperty(
        fc.array(fc.tuple(anyStep, anyWait), { minLength: 20, maxLength: 60, size: 'max' }),
        fc.boolean(),
        async (steps, keepsSeconds) => {
          const person = await someone();
          const collection = await addCollection(person, { is_archived: false });
          const recent = await addCollection(person, { range_start: '-2d' });
          const filters: readonly Filter[] = [
            [['is_archived', 'false']],
            [
              ['labels', 'x'],
              ['is_archived', 'true'],
            ],
            [['collection', collection]],
            [['collection', recent]],
            [['has_annotations', 'true']],
            [['title', 'word']],
          ];
          const devices = filters.map((filter) => device(person, filter, keepsSeconds));
          const syncAll = async () => {
            for (const one of devices) {
              await one.sync();
              const expected = await chosen(person, one.filter);
              expect([...one.kept].sort(), String(one.filter)).toEqual(expected);
            }
          };
          const rows = [await add(person, { title: 'word' }), await add(person)];
          const labels = (id: string) => rows.find((row) => row.id === id)?.labels ?? [];
          for (const [step, waitMs] of steps) {
            t.advance(waitMs);
            await play(step);
          }
          await syncAll();

          async function play(step: Step): Promise<void> {
            if (step.action === 'sync') return syncAll();
            if (step.action === 'add') {
              const { archived: isArchived } = step as { archived: boolean };
              rows.push(await add(person, { isArchived, title: `word ${rows.length}` }));
              return undefined;
            }
            if (step.action === 'edit') {
              const { archived } = step as { archived: boolean };
              await editCollection(person, collection, { is_archived: archived });
              return undefined;
            }
            if (step.action === 'rename') {
              await t.storage.labels.rename(person.user.id, 'x', 'y');
              return undefined;
            }
            const row = rows[(step as { on: number }).on % Math.max(1, rows.length)];
            if (row === undefined) return undefined;
            await changeOne(step.action, row);
            return undefined;
          }

          async function changeOne(what: Step['action'], row: BookmarkRow): Promise<void> {
            switch (what) {
              case 'archive':
                await change(person, row, { isArchived: true });
                return;
              case 'back':
                await change(person, row, { isArchived: false });
                return;
              case 'label':
                await change(person, row, { labels: [...new Set([...labels(row.id), 'x'])] });
                return;
              case 'unlabel':
                await change(person, row, { labels: [] });
                return;
              case 'delete':
                await t.storage.bookmarks.delete(person.user.id, [row.id]);
                return;
              default:
                await markOrUnmark(row);
            }
          }

          async function markOrUnmark(row: BookmarkRow): Promise<void> {
            if ((await t.storage.bookmarks.find(person.user.id, row.id)) === null) return;
            const [first] = await t.storage.annotations.list(row.key);
            if (first) await t.storage.annotations.delete(row.key, first.id);
            else await t.storage.annotations.create(row.key, fakeAnnotation());
          }
        },
      );
      await fc.assert(check, { numRuns: 6 });
    });
  });
});
