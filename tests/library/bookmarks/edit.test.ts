import { beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { PatchIntent } from '../../../src/library/database/outbox-rows';
import { capture, page, queuedIntents, type TestLibrary, testLibrary, value } from '../library';

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

const patches = async (): Promise<PatchIntent[]> =>
  (await queuedIntents(test.tables)).flatMap(({ intent }) =>
    intent.kind === 'patch' ? [intent] : [],
  );

describe('edit', () => {
  it('changes the named fields only', async () => {
    const before = await bookmark();
    await edit({ title: '  Mine ', isFavourite: true });
    expect(await bookmark()).toEqual({ ...before, title: 'Mine', isFavourite: true });
  });

  it('returns the patch that undoes it', async () => {
    await edit({ addLabels: ['a', 'b'], isArchived: true });
    const before = await bookmark();
    const inverse = await edit({
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
    expect(inverse).toEqual({
      title: 'Page title',
      authors: ['Ann'],
      published: null,
      isArchived: true,
      readProgress: 0,
      readAnchor: '',
      addLabels: ['a'],
      removeLabels: ['c'],
    });
    await edit(inverse);
    const after = await bookmark();
    expect({ ...after, labels: [...after.labels].sort() }).toEqual(before);
  });

  it('is undone only where the values are still as it left them', async () => {
    const patch = { title: ' Mine ', isArchived: true, addLabels: ['a'] };
    const inverse = await edit(patch);
    const other = await test.another();
    value(await other.bookmarks.edit(id, { title: 'Theirs' }));
    value(await test.library.bookmarks.undoEdit(id, patch, inverse));
    expect(await bookmark()).toMatchObject({ title: 'Theirs', isArchived: false, labels: [] });
  });

  it('is undone although a value was normalised', async () => {
    const patch = { title: ' ', siteName: ' Mine ', readProgress: 120.4 };
    const before = await bookmark();
    value(await test.library.bookmarks.undoEdit(id, patch, await edit(patch)));
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
  it('holds the new values and the values before', async () => {
    await edit({ title: 'Mine', addLabels: ['a'] });
    expect(await patches()).toEqual([
      {
        kind: 'patch',
        set: { title: 'Mine' },
        base: { title: 'Page title' },
        addLabels: ['a'],
        removeLabels: [],
      },
    ]);
  });

  it('folds consecutive edits into one, with the values before the first', async () => {
    for (const readProgress of [10, 20, 30]) await edit({ readProgress });
    await edit({ addLabels: ['a'], title: 'Mine' });
    await edit({ removeLabels: ['a'], addLabels: ['b'] });
    expect(await patches()).toEqual([
      {
        kind: 'patch',
        set: { readProgress: 30, title: 'Mine' },
        base: { readProgress: 0, title: 'Page title' },
        addLabels: ['b'],
        removeLabels: [],
      },
    ]);
  });

  it('holds nothing when a change was undone', async () => {
    await edit(await edit({ title: 'Mine', addLabels: ['a'], isFavourite: true }));
    expect(await patches()).toEqual([]);
  });

  it('holds nothing when no value changed', async () => {
    await edit({ title: 'Page title', authors: ['Ann'], isFavourite: false, removeLabels: ['x'] });
    expect(await patches()).toEqual([]);
  });

  it('does not change a patch that may have reached the server', async () => {
    await edit({ title: 'Mine' });
    await test.tables.outbox.toCollection().modify({ attempts: 1 });
    await edit({ title: 'Page title' });
    expect((await patches()).map(({ set, base }) => [set.title, base.title])).toEqual([
      ['Mine', 'Page title'],
      ['Page title', 'Mine'],
    ]);
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
    await edit(await edit({ title: 'Mine', published: '2026-01-02' }));
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
