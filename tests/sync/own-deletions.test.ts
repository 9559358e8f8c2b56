import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { MINUTE_MS, SECOND_MS, UNDO_MS } from '../../src/domain/time';
import { duplicateRepository } from '../../src/library';
import { createDecisions } from '../../src/sync';
import { address, lastChange, undo, value } from '../library/library';
import { collectionsThere } from './model/play-collections';
import {
  add,
  editFirst,
  highlightsOn,
  listed,
  saveOn,
  there,
  useDevices,
} from './support/highlighted-page';
import { type Device, wholeRound } from './support/world';

const my = useDevices();

const sync = async (...devices: readonly Device[]) => {
  for (const device of devices) {
    await wholeRound(my.world, device);
    my.world.advance(10 * MINUTE_MS);
  }
};

/** Undoes the last act of a person on a device. */
const undoLast = async ({ library }: Device) => undo({ library }, await lastChange(library));

const missing = (): never => {
  throw new Error('It is missing');
};
const only = async ({ tables }: Device) => {
  const [bookmark, ...more] = await tables.bookmarks.toArray();
  expect(more).toEqual([]);
  return bookmark!;
};
const nothingWaits = async () => {
  for (const { tables } of [my.one, my.other]) expect(await tables.outbox.toArray()).toEqual([]);
};

describe('a deleted collection', () => {
  const ICE = { name: 'Ice', labels: 'ice', localSearch: 'length:<5', isPinned: true };
  const namesOn = async ({ tables }: Device) =>
    (await tables.collections.toArray()).flatMap(({ name, deletedAt }) =>
      deletedAt === null ? [name] : [],
    );
  const create = async ({ library }: Device) => value(await library.collections.create(ICE)).id;
  const shown = async () => (await collectionsThere(my.world)).map(({ name }) => name);

  it('returns on all devices with all of its search after all have received the deletion', async () => {
    const id = await create(my.one);
    await sync(my.one, my.other);
    value(await my.one.library.collections.delete(id));
    my.world.advance(UNDO_MS);
    await sync(my.one, my.other);
    expect([await shown(), await namesOn(my.other)]).toEqual([[], []]);
    await undoLast(my.one);
    expect(await my.one.library.collections.get(id)).toMatchObject(ICE);
    await sync(my.one, my.other);
    expect(await collectionsThere(my.world)).toMatchObject([{ name: 'Ice', labels: 'ice' }]);
    expect(await namesOn(my.other)).toEqual(['Ice']);
    await nothingWaits();
  });

  it('returns without a request if its deletion was not sent', async () => {
    const id = await create(my.one);
    await sync(my.one);
    value(await my.one.library.collections.delete(id));
    await undoLast(my.one);
    expect(await my.one.tables.outbox.count()).toBe(0);
    await sync(my.one, my.other);
    expect(await namesOn(my.other)).toEqual(['Ice']);
  });

  it('returns once if the answer to its deletion was lost', async () => {
    const id = await create(my.one);
    await sync(my.one);
    value(await my.one.library.collections.delete(id));
    my.world.advance(UNDO_MS);
    my.through = (fetch) => async (input, init) => {
      const request = new Request(input, init);
      const isDelete = request.method === 'DELETE';
      const answer = await fetch(request);
      if (isDelete) throw new TypeError('fetch failed');
      return answer;
    };
    await my.one.round();
    my.through = (fetch) => fetch;
    await undoLast(my.one);
    await sync(my.one, my.other, my.one);
    expect(await shown()).toEqual(['Ice']);
    for (const device of [my.one, my.other]) expect(await namesOn(device)).toEqual(['Ice']);
  });

  it('does not come back as a part of itself by a search that was changed before', async () => {
    const { collections } = my.one.library;
    const id = await create(my.one);
    const edited = value(await collections.edit(id, { name: 'Sea' }));
    value(await collections.delete(id));
    await undo(my.one, edited);
    expect(await namesOn(my.one)).toEqual([]);
    await undo(my.one, await lastChange(my.one.library));
    expect(await namesOn(my.one)).toEqual(['Sea']);
  });

  it('has the earlier search again on all devices', async () => {
    const id = await create(my.one);
    await sync(my.one, my.other);
    value(await my.one.library.collections.edit(id, { labels: 'snow', isPinned: false }));
    await sync(my.one, my.other);
    await undoLast(my.one);
    await sync(my.one, my.other);
    const [received] = await my.other.tables.collections.toArray();
    expect(received).toMatchObject({ labels: 'ice', isPinned: true });
    await undoLast(my.one);
    expect(await my.one.library.collections.get(id)).toMatchObject({
      labels: 'snow',
      isPinned: false,
    });
  });
});

describe('a note of a page', () => {
  async function saveWithNote(): Promise<BookmarkId> {
    const id = await saveOn(my.one);
    value(await my.one.library.bookmarks.edit(id, { note: 'For Ada', addLabels: ['ice', 'sea'] }));
    await sync(my.one, my.other);
    return id;
  }
  const edit = async ({ library }: Device, patch: Parameters<typeof library.bookmarks.edit>[1]) =>
    value(await library.bookmarks.edit((await only(my.one)).id, patch));

  it('returns on all devices after its deletion was received by all', async () => {
    await saveWithNote();
    await edit(my.one, { note: '' });
    await sync(my.one, my.other);
    expect((await only(my.other)).note).toBe('');
    await undoLast(my.one);
    await sync(my.one, my.other);
    expect((await only(my.other)).note).toBe('For Ada');
    await nothingWaits();
  });

  it('returns with the title and the labels as they were, and the undo can be undone', async () => {
    await saveWithNote();
    const before = (await only(my.one)).title;
    await edit(my.one, {
      title: 'Mine',
      note: 'For Bob',
      removeLabels: ['ice'],
      addLabels: ['snow'],
    });
    await sync(my.one, my.other);
    await undoLast(my.one);
    await sync(my.one, my.other);
    const page = await only(my.other);
    expect(page).toMatchObject({ title: before, note: 'For Ada' });
    expect(page.labels.toSorted()).toEqual(['ice', 'sea']);
    await undoLast(my.one);
    await sync(my.one, my.other);
    const again = await only(my.other);
    expect(again).toMatchObject({ title: 'Mine', note: 'For Bob' });
    expect(again.labels.toSorted()).toEqual(['sea', 'snow']);
  });

  it('leaves the note that another device wrote since, and stays in the list of changes', async () => {
    await saveWithNote();
    await edit(my.one, { note: '' });
    await sync(my.one, my.other);
    const { id } = await only(my.other);
    value(await my.other.library.bookmarks.edit(id, { note: 'Of other' }));
    await sync(my.other, my.one);
    const last = await lastChange(my.one.library);
    await undoLast(my.one);
    await sync(my.one, my.other);
    for (const device of [my.one, my.other]) expect((await only(device)).note).toBe('Of other');
    expect(await lastChange(my.one.library)).toEqual(last);
  });

  it('comes back also while the page is in the trash', async () => {
    const id = await saveWithNote();
    await edit(my.one, { note: '' });
    const removed = await lastChange(my.one.library);
    value(await my.one.library.bookmarks.trash([id]));
    my.world.advance(UNDO_MS);
    await sync(my.one, my.other);
    await undo(my.one, removed);
    value(await my.one.library.bookmarks.restore([id]));
    await sync(my.one, my.other, my.one);
    expect(await only(my.other)).toMatchObject({ note: 'For Ada', trashedAt: null });
  });

  it('is gone with a page that was deleted for good', async () => {
    const id = await saveWithNote();
    await edit(my.one, { note: '' });
    value(await my.one.library.bookmarks.trash([id]));
    value(await my.one.library.bookmarks.purge([id]));
    for (const table of [my.one.tables.journal, my.one.tables.log])
      expect(JSON.stringify(await table.toArray())).not.toContain('For Ada');
  });
});

describe('a highlight', () => {
  const deleteFirst = async (device: Device) =>
    value(await highlightsOn(device).delete([(await listed(device))[0]!.id]));

  async function addSent() {
    await saveOn(my.one);
    await sync(my.one, my.one);
    await add(my.one, undefined, { color: 'blue', note: 'For Ada' });
    await sync(my.one, my.other, my.other);
    expect(await listed(my.other)).toMatchObject([{ color: 'blue', note: 'For Ada' }]);
  }

  it('returns with its note and colour on all devices after its deletion was received by all', async () => {
    await addSent();
    const deleted = await deleteFirst(my.one);
    my.world.advance(UNDO_MS);
    await sync(my.one, my.other);
    expect([await there(my.world), await listed(my.other)]).toEqual([[], []]);
    await undo(my.one, deleted);
    await sync(my.one, my.other);
    expect(await there(my.world)).toMatchObject([{ color: 'blue', note: 'For Ada' }]);
    expect(await listed(my.other)).toMatchObject([{ color: 'blue', note: 'For Ada' }]);
    await nothingWaits();
  });

  it('has its note again on all devices', async () => {
    await addSent();
    await editFirst(my.one, { note: '' });
    await sync(my.one, my.other);
    expect(await listed(my.other)).toMatchObject([{ color: 'blue', note: '' }]);
    await undoLast(my.one);
    await sync(my.one, my.other);
    expect(await listed(my.other)).toMatchObject([{ color: 'blue', note: 'For Ada' }]);
  });

  it('has the whole note again that was replaced key by key', async () => {
    await addSent();
    for (const note of ['For Adam', 'For Adam ', 'For Adam B', 'For Adam Bo', 'For Adam']) {
      await editFirst(my.one, { note });
      my.world.advance(SECOND_MS);
    }
    expect(await my.one.tables.groups.count()).toBe(1);
    await undoLast(my.one);
    expect(await listed(my.one)).toMatchObject([{ note: 'For Ada' }]);
  });

  it('has a note again that was typed and selected and deleted in the same minute', async () => {
    await addSent();
    for (const note of ['For Ada', 'For Ada and', 'For Ada and Bob', '']) {
      await editFirst(my.one, { note });
      my.world.advance(SECOND_MS);
    }
    await undoLast(my.one);
    expect(await listed(my.one)).toMatchObject([{ note: 'For Ada and Bob' }]);
  });

  it('has a note again that was taken back in the minute in which it was typed', async () => {
    await addSent();
    await editFirst(my.one, { note: 'Or for Bob' });
    await undoLast(my.one);
    expect(await listed(my.one)).toMatchObject([{ note: 'For Ada' }]);
    await undoLast(my.one);
    expect(await listed(my.one)).toMatchObject([{ note: 'Or for Bob' }]);
  });

  it('has one change for what was typed into an empty note, and none if it is empty again', async () => {
    await saveOn(my.one);
    await add(my.one);
    for (const note of ['F', 'Fo', 'For']) await editFirst(my.one, { note });
    expect(await my.one.tables.groups.count()).toBe(1);
    for (const note of ['Fo', 'F', '']) await editFirst(my.one, { note });
    expect([await my.one.tables.groups.count(), await my.one.tables.log.count()]).toEqual([0, 0]);
  });

  it('that was deleted on another device comes back once, and only to a page that is shown', async () => {
    await addSent();
    const [{ bookmarkId, id } = missing()] = await listed(my.other);
    await deleteFirst(my.one);
    my.world.advance(UNDO_MS);
    await sync(my.one, my.other);
    const { bookmarks, sync: ofOther } = my.other.library;
    const entry = (await ofOther.journal(9)).find(({ kind }) => kind === 'deleted-there');
    const { takeBack: take } = createDecisions(my.other.library);
    const isGone = { ok: false, error: { kind: 'not-found' } };
    value(await bookmarks.trash([bookmarkId]));
    expect(await take(entry ?? missing())).toMatchObject(isGone);
    value(await bookmarks.restore([bookmarkId]));
    value(await take(entry ?? missing()));
    await editFirst(my.other, { note: 'since then' });
    value(await take(entry ?? missing()));
    expect(await listed(my.other)).toMatchObject([{ id, color: 'blue', note: 'since then' }]);
    value(await bookmarks.trash([bookmarkId]));
    value(await bookmarks.purge([bookmarkId]));
    expect(await take(entry ?? missing())).toMatchObject(isGone);
  });

  it('has its note again also after its page was joined into another one', async () => {
    await addSent();
    await editFirst(my.one, { note: '' });
    const [{ bookmarkId } = missing()] = await listed(my.one);
    const edited = await lastChange(my.one.library);
    const { bookmarks, part } = my.one.library;
    const url = 'https://www.example.org/copy';
    const keep = value(await bookmarks.save(address({ url }))).bookmark.id;
    const joining = { keep, others: [bookmarkId] };
    const joined = value(await part(duplicateRepository).join([joining]));
    await undo(my.one, edited);
    expect(await highlightsOn(my.one).ofBookmark(keep)).toMatchObject([{ note: 'For Ada' }]);
    await undo(my.one, joined);
    expect(await highlightsOn(my.one).ofBookmark(bookmarkId)).toMatchObject([{ note: 'For Ada' }]);
  });

  it('does not get its note back while it is deleted', async () => {
    await addSent();
    await editFirst(my.one, { note: '' });
    const edited = await lastChange(my.one.library);
    await deleteFirst(my.one);
    await undo(my.one, edited);
    expect(await listed(my.one)).toEqual([]);
    expect(await lastChange(my.one.library)).not.toEqual(edited);
  });
});

it('a refused change of a page can be taken back after it was discarded', async () => {
  const id = await saveOn(my.one);
  await sync(my.one);
  const { bookmarks, sync: ofOne } = my.one.library;
  const { title } = await only(my.one);
  value(await bookmarks.edit(id, { title: 'Mine', note: 'For Ada', addLabels: ['ice'] }));
  my.through = (fetch) => async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'PATCH') return fetch(request);
    return Response.json({ status: 400, message: 'No' }, { status: 400 });
  };
  await my.one.round();
  my.through = (fetch) => fetch;
  const { discard, takeBack: take } = createDecisions(my.one.library);
  value(await discard(id));
  expect(await only(my.one)).toMatchObject({ title, note: '', labels: [] });
  const [entry] = await ofOne.journal(1);
  expect(entry).toMatchObject({ kind: 'discarded', bookmarkId: id });
  value(await take(entry!));
  await sync(my.one, my.other);
  expect(await only(my.other)).toMatchObject({ title: 'Mine', note: 'For Ada', labels: ['ice'] });
});
