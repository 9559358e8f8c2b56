import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import {
  capture,
  page,
  putOnServer,
  queuedIntents,
  type TestLibrary,
  testLibrary,
  undo,
  unsentOf,
  value,
} from '../library';

let test: TestLibrary;
let id: BookmarkId;

beforeEach(async () => {
  test = await testLibrary();
  const saved = await test.library.bookmarks.save(page({ title: 'Page title', authors: ['Ann'] }));
  id = value(saved).bookmark.id;
});

const edit = async (patch: Parameters<typeof test.library.bookmarks.edit>[1]) =>
  value(await test.library.bookmarks.edit(id, patch));

const bookmark = async () => (await test.library.bookmarks.get(id))!;

/** The changes that the edits of the bookmark send. */
const unsent = async () => (await unsentOf(test.tables)).map(({ id: _, ...changes }) => changes);

describe('edit', () => {
  it('changes the named fields only', async () => {
    const before = await bookmark();
    await edit({ title: '  Mine ', isFavourite: true });
    expect(await bookmark()).toEqual({ ...before, title: 'Mine', isFavourite: true });
  });

  it('is undone with all its values', async () => {
    await edit({ addLabels: ['a', 'b'], isArchived: true });
    const before = await bookmark();
    const edited = await edit({
      title: 'Mine',
      authors: [],
      published: '2026-01-02',
      isArchived: false,
      isFavourite: false,
      readProgress: 40,
      readAnchor: 'p:nth-of-type(3)',
      addLabels: ['b', 'c'],
      removeLabels: ['a', 'never'],
    });
    await undo(test, edited);
    const after = await bookmark();
    expect({ ...after, labels: [...after.labels].sort() }).toEqual(before);
  });

  it('is undone only where the values are still as it left them', async () => {
    const patch = { title: ' Mine ', isArchived: true, addLabels: ['a'] };
    const edited = await edit(patch);
    const other = await test.another();
    value(await other.bookmarks.edit(id, { title: 'Theirs' }));
    await undo(test, edited);
    expect(await bookmark()).toMatchObject({ title: 'Theirs', isArchived: false, labels: [] });
  });

  it('is undone although a value was normalised', async () => {
    const patch = { title: ' ', siteName: ' Mine ', readProgress: 120.4 };
    const before = await bookmark();
    await undo(test, await edit(patch));
    expect(await bookmark()).toEqual(before);
  });

  it('normalises values: an empty title, a progress above 100, blank authors and labels', async () => {
    await edit({
      title: ' ',
      readProgress: 140.2,
      authors: [' Bo ', ''],
      published: '',
      addLabels: [' to  read ', 'To Read', ''],
    });
    expect(await bookmark()).toMatchObject({
      title: 'https://example.org/a',
      readProgress: 100,
      authors: ['Bo'],
      published: null,
      labels: ['to read'],
    });
  });

  it('removes a label in any case', async () => {
    await edit({ addLabels: ['Ideas'] });
    await edit({ removeLabels: ['ideas'] });
    expect((await bookmark()).labels).toEqual([]);
  });

  it('removes a label of an older version in which nothing can be seen', async () => {
    await test.tables.bookmarks.update(id, { labels: ['\u200b', 'a'] });
    await edit({ removeLabels: ['\u200b'] });
    expect((await bookmark()).labels).toEqual(['a']);
  });

  it('reports that the bookmark is gone', async () => {
    const edited = await test.library.bookmarks.edit('gone' as BookmarkId, { title: 'x' });
    expect(edited).toEqual({ ok: false, error: { kind: 'not-found' } });
  });

  it('changes the time of the last change only when a value changed', async () => {
    const before = await bookmark();
    test.clock.now = (before.updated + 5000) as typeof before.updated;
    await edit({ title: 'Page title' });
    expect((await bookmark()).updated).toBe(before.updated);
    await edit({ title: 'Mine' });
    expect((await bookmark()).updated).toBe(before.updated + 5000);
  });
});

describe('the outbox of edits', () => {
  beforeEach(() => putOnServer(test.tables));

  it('has one entry for all of them, and what differs from the server is sent', async () => {
    for (const readProgress of [10, 20, 30]) await edit({ readProgress });
    await edit({ addLabels: ['a'], title: 'Mine' });
    await edit({ removeLabels: ['a'], addLabels: ['b'] });
    expect(await queuedIntents(test.tables)).toHaveLength(1);
    expect(await unsent()).toEqual([
      {
        set: { readProgress: 30, readAnchor: '', title: 'Mine' },
        addLabels: ['b'],
        removeLabels: [],
      },
    ]);
  });

  it('holds nothing when a change was undone', async () => {
    await undo(test, await edit({ title: 'Mine', addLabels: ['a'], isFavourite: true }));
    expect(await unsent()).toEqual([]);
  });

  it('holds nothing when no value changed', async () => {
    await edit({ title: 'Page title', authors: ['Ann'], isFavourite: false, removeLabels: ['x'] });
    expect(await unsent()).toEqual([]);
  });

  it('holds nothing for a value that no server has', async () => {
    await edit({ note: 'The server has no place for notes', siteName: ' ' });
    expect(await unsent()).toEqual([]);
  });

  it('holds nothing before the bookmark is on a server, because a create has all values', async () => {
    await test.tables.shadows.clear();
    await test.tables.bookmarks.update(id, { serverId: null });
    await edit({ title: 'Mine' });
    expect(await queuedIntents(test.tables)).toEqual([]);
  });

  it('sends a value again that was undone if the server may have the other one', async () => {
    await edit({ title: 'Mine' });
    const tried = { set: { title: 'Mine' }, addLabels: [], removeLabels: [] };
    await test.tables.shadows.update(id, { tried });
    await edit({ title: 'Page title' });
    expect(await unsent()).toMatchObject([{ set: { title: 'Page title' } }]);
  });

  it('holds only the delete in the trash, and the edits again when it is restored', async () => {
    await edit({ title: 'Mine' });
    value(await test.library.bookmarks.trash([id]));
    const kinds = async () => (await queuedIntents(test.tables)).map(({ intent }) => intent.kind);
    expect(await kinds()).toEqual(['delete']);
    value(await test.library.bookmarks.restore([id]));
    expect(await kinds()).toEqual(['patch']);
    expect(await unsent()).toMatchObject([{ set: { title: 'Mine' } }]);
  });
});

describe('a field that a person edited', () => {
  it('keeps its value when the page is captured again, and other fields change', async () => {
    await edit({ title: 'Mine', published: '2026-01-02' });
    const again = capture({ title: 'New title', authors: ['Cy'], siteName: 'Ex' });
    value(await test.library.bookmarks.recapture(id, again));
    expect(await bookmark()).toMatchObject({
      title: 'Mine',
      published: '2026-01-02',
      authors: ['Cy'],
      siteName: 'Ex',
    });
  });

  it('follows the page again once the edit was undone', async () => {
    await undo(test, await edit({ title: 'Mine', published: '2026-01-02' }));
    value(await test.library.bookmarks.recapture(id, capture({ title: 'New title' })));
    expect(await bookmark()).toMatchObject({ title: 'New title', published: null });
  });

  it('keeps its value when the page had the same value in between', async () => {
    await edit({ title: 'Mine' });
    value(await test.library.bookmarks.recapture(id, capture({ title: 'Mine' })));
    await edit({ isFavourite: true });
    value(await test.library.bookmarks.recapture(id, capture({ title: 'Theirs' })));
    expect((await bookmark()).title).toBe('Mine');
  });
});
