import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Collection,
  type CollectionId,
  DEFAULT_COLLECTION_FIELDS,
} from '../../../src/domain/collection';
import { UNDO_MS, unixMs } from '../../../src/domain/time';
import { entryOf, relabel, type TestLibrary, testLibrary, undo, value } from '../library';

let test: TestLibrary;
beforeEach(async () => {
  test = await testLibrary();
});

const create = async (fields: Parameters<typeof test.library.collections.create>[0]) =>
  value(await test.library.collections.create(fields));

const shown = async () => {
  const seen: (readonly Collection[])[] = [];
  const stop = test.library.collections.watchAll((collections) => void seen.push(collections));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  stop();
  return seen[0]!.map(({ name }) => name);
};

const row = async (id: CollectionId) => (await test.tables.collections.get(id))!;

describe('a collection', () => {
  it('is created with the given fields and waits to be sent', async () => {
    const made = await create({ name: '  To  read ', labels: 'ice', isFavourite: true });
    expect(made).toEqual({
      ...DEFAULT_COLLECTION_FIELDS,
      id: made.id,
      name: 'To read',
      labels: 'ice',
      isFavourite: true,
      localSearch: '',
      created: test.clock.now,
      updated: test.clock.now,
    });
    expect(await test.library.collections.get(made.id)).toEqual(made);
    expect(await test.library.unsent.count()).toBe(1);
  });

  it('must have a name of at most 128 characters', async () => {
    expect(await test.library.collections.create({ name: ' \n ' })).toEqual({
      ok: false,
      error: { kind: 'no-name' },
    });
    expect((await create({ name: '氷'.repeat(200) })).name).toHaveLength(128);
  });

  it('moves the fields of a search expression into its own filters', async () => {
    const made = await create({ name: 'Ice', search: 'winter label:"pack ice" -site:b.example' });
    expect(made).toMatchObject({ search: 'winter', labels: '"pack ice"', site: '-b.example' });
    value(await test.library.collections.edit(made.id, { search: 'title:harbour' }));
    expect(await test.library.collections.get(made.id)).toMatchObject({
      search: '',
      title: 'harbour',
      labels: '"pack ice"',
    });
  });

  it('keeps its filter for labels when a label is renamed', async () => {
    const made = await create({ name: 'Ice', labels: 'ice' });
    await relabel(test.library, 'ice', 'sea');
    expect(await test.library.collections.get(made.id)).toEqual(made);
  });

  it('is edited, and the edit can be undone', async () => {
    const made = await create({ name: 'Ice', types: ['article'] });
    const edited = value(
      await test.library.collections.edit(made.id, { name: 'Sea', types: [], isPinned: false }),
    );
    expect(await test.library.collections.get(made.id)).toMatchObject({ name: 'Sea', types: [] });
    await undo(test, edited);
    expect(await test.library.collections.get(made.id)).toEqual(made);
    const blank = await test.library.collections.edit(made.id, { name: '  ' });
    expect(value(blank).group).toBeNull();
  });

  it('keeps what was changed since an edit when that is undone', async () => {
    const { collections } = test.library;
    const made = await create({ name: 'Ice', search: 'snow' });
    const changes = { name: ' Sea ', search: 'title:waves', localSearch: 'length:<9' };
    const edited = value(await collections.edit(made.id, changes));
    value(await (await test.another()).collections.edit(made.id, { name: 'Theirs' }));
    await undo(test, edited);
    expect(await collections.get(made.id)).toEqual({ ...made, name: 'Theirs' });
  });

  it('is not found by an unknown id', async () => {
    const gone = { ok: false, error: { kind: 'not-found' } };
    expect(await test.library.collections.edit('x' as CollectionId, { name: 'Y' })).toEqual(gone);
    expect(await test.library.collections.delete('x' as CollectionId)).toEqual(gone);
  });

  it('is listed with the pinned ones first, then by name', async () => {
    await create({ name: 'b 10' });
    await create({ name: 'B 9' });
    await create({ name: 'z', isPinned: true });
    expect(await shown()).toEqual(['z', 'B 9', 'b 10']);
  });
});

describe('a collection that is deleted', () => {
  it('is hidden at once, and its deletion is sent after the time to undo', async () => {
    const made = await create({ name: 'Ice' });
    await test.tables.collections.update(made.id, { serverId: 's1', base: made });
    value(await test.library.collections.delete(made.id));
    expect(await shown()).toEqual([]);
    expect(await test.library.collections.get(made.id)).toBeNull();
    expect(await entryOf(test.tables, made.id)).toMatchObject({
      notBefore: test.clock.now + UNDO_MS,
      state: 'waiting',
    });
  });

  it('leaves nothing to send if the server knows nothing of it', async () => {
    const made = await create({ name: 'Ice' });
    value(await test.library.collections.delete(made.id));
    expect(await test.tables.collections.count()).toBe(0);
    expect(await test.tables.outbox.count()).toBe(0);
  });

  it('has its old state when the deletion is undone', async () => {
    const made = await create({ name: 'Ice' });
    const before = await row(made.id);
    const deleted = value(await test.library.collections.delete(made.id));
    await undo(test, deleted);
    expect(await test.library.collections.get(made.id)).toEqual(made);
    expect(await row(made.id)).toEqual(before);
  });

  it('is created again when the server may have received the deletion', async () => {
    const made = await create({ name: 'Ice' });
    await test.tables.collections.update(made.id, { serverId: 's1', base: made });
    const deleted = value(await test.library.collections.delete(made.id));
    await test.tables.collections.update(made.id, { isDeleteTried: true });
    await undo(test, deleted);
    expect(await row(made.id)).toMatchObject({ deletedAt: null, serverId: null, base: null });
  });

  it('is created again when nothing of it is left', async () => {
    const made = await create({ name: 'Ice' });
    const deleted = value(await test.library.collections.delete(made.id));
    await test.tables.collections.delete(made.id);
    test.clock.now = unixMs(test.clock.now + UNDO_MS);
    await undo(test, deleted);
    expect(await test.library.collections.get(made.id)).toMatchObject({ name: 'Ice' });
  });
});
