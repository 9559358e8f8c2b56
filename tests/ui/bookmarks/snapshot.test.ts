import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { UnixMs } from '../../../src/domain/time';
import {
  createSnapshotStore,
  type ListRow,
  SNAPSHOT_ROWS,
  type Snapshot,
} from '../../../src/ui/bookmarks/snapshot';
import { memoryStorage } from '../popup/open-popup';

const row = (id: string, more: Partial<ListRow> = {}): ListRow => ({
  id: id as BookmarkId,
  url: `https://example.org/${id}`,
  title: `Title ${id}`,
  site: 'example.org',
  siteName: '',
  description: '',
  published: null,
  lang: 'en',
  textDirection: null,
  content: { kind: 'article' },
  icon: null,
  image: null,
  readingTimeMinutes: 4,
  readProgress: 0,
  labels: ['a'],
  isFavourite: false,
  isArchived: false,
  created: 1 as UnixMs,
  trashedAt: null,
  ...more,
});

const counts = { unread: 1, all: 2, favourites: 0, archive: 1, trash: 0 };
const snapshot: Snapshot = { view: 'unread', rows: [row('a'), row('b')], counts };

describe('the snapshot', () => {
  it('returns what was written', () => {
    const store = createSnapshotStore(memoryStorage(), null);
    store.write(snapshot);
    expect(store.read()).toEqual(snapshot);
  });

  it('is separate for each account', () => {
    const storage = memoryStorage();
    createSnapshotStore(storage, 'ada@example.org').write(snapshot);
    expect(createSnapshotStore(storage, null).read()).toBeNull();
    expect(createSnapshotStore(storage, 'ada@example.org').read()).toEqual(snapshot);
  });

  it('stays small when the list and its texts are long', () => {
    const storage = memoryStorage();
    const rows = Array.from({ length: 500 }, (_, n) =>
      row(String(n), { description: 'long '.repeat(1000) }),
    );
    createSnapshotStore(storage, null).write({ ...snapshot, rows });
    expect(createSnapshotStore(storage, null).read()?.rows).toHaveLength(SNAPSHOT_ROWS);
    expect([...storage.items.values()].join().length).toBeLessThan(8000);
  });

  it.each([
    ['nothing', null],
    ['invalid JSON', '{'],
    ['another version', JSON.stringify({ version: 99, ...snapshot })],
    ['an unknown view', JSON.stringify({ version: 1, ...snapshot, view: 'read' })],
    ['invalid counts', JSON.stringify({ version: 1, ...snapshot, counts: { all: 'x' } })],
    ['an invalid row', JSON.stringify({ version: 1, ...snapshot, rows: [row('a'), 7] })],
    ['a row with missing fields', JSON.stringify({ version: 1, ...snapshot, rows: [{ id: 'a' }] })],
    [
      'invalid labels',
      JSON.stringify({ version: 1, ...snapshot, rows: [{ ...row('a'), labels: [7] }] }),
    ],
  ])('is null where storage has %s', (_, text) => {
    const storage = memoryStorage();
    if (text !== null) storage.setItem('leafmark.snapshot', text);
    expect(createSnapshotStore(storage, null).read()).toBeNull();
  });

  it('is null where storage is refused, and does not throw', () => {
    const refuse = (): never => {
      throw new DOMException('no', 'SecurityError');
    };
    const store = createSnapshotStore(
      { getItem: refuse, setItem: refuse, removeItem: refuse },
      null,
    );
    store.write(snapshot);
    expect(store.read()).toBeNull();
  });
});
