import { expect } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { pick } from '../../../src/domain/bookmark-fields';
import { type GroupId, recentChanges } from '../../../src/library';
import type { BookmarkLogEntry, LogEntry } from '../../../src/library/database/log-rows';
import type { BookmarkRow } from '../../../src/library/database/rows';
import type { LibraryDatabase } from '../../../src/library/database/schema';
import { value } from '../../library/library';
import type { Action } from './actions';
import { nameOf } from './article';
import { SHARED_AUTHOR } from './play-collections';
import { disputeIfUnconfirmed } from './play-labels';
import { isTitleOfPage } from './play-on-device';
import type { Players } from './players';
import { ofDevice } from './possessions';

/** Undoes one of the last acts of a device, as *Recent changes* does. It may be an undo itself. */
export async function playUndo(
  players: Players,
  { device: at, nth }: Action & { kind: 'undo' },
): Promise<void> {
  const { groups } = players.all[at]!.device.tables;
  const last = await groups.orderBy('at').reverse().toArray();
  const group = last[nth % last.length];
  if (group !== undefined) await undoAct(players, at, group.id);
}

/** Undoes an act of a device, the last transaction first. */
export async function undoAct(players: Players, at: number, group: GroupId): Promise<void> {
  const { library, tables } = players.all[at]!.device;
  const rows = await tables.log.where('group').equals(group).reverse().sortBy('seq');
  const entries = rows.flatMap((row) => row.entries.toReversed());
  const values = await valuesAfterUndo(tables, entries);
  for (const entry of entries) await expectUndone(players, at, entry);
  await bringBack(players, at, async () => value(await library.part(recentChanges).undo(group)));
  for (const [id, wanted] of values)
    expect(await tables.bookmarks.get(id), `the undo of ${id}`).toMatchObject(wanted);
}

/** Does what may bring pages back from the trash, also beside others of their addresses. */
export async function bringBack(
  { all, expected }: Players,
  at: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const { bookmarks } = all[at]!.device.tables;
  const trashed = await bookmarks.filter(({ trashedAt }) => trashedAt !== null).primaryKeys();
  await work();
  const shown = await bookmarks.filter(({ trashedAt }) => trashedAt === null).toArray();
  for (const { id, urlKey: key } of shown) {
    const isTwice = shown.some((other) => other.urlKey === key && other.id !== id);
    if (!isTwice || !trashed.includes(id)) continue;
    expected.twins.add(key);
    // The values of either are right.
    expected.abandoned.add(key);
  }
}

/** Returns what an undo makes of bookmarks: each value returns that is still as the act left it. */
async function valuesAfterUndo(
  { bookmarks }: Pick<LibraryDatabase, 'bookmarks'>,
  entries: readonly LogEntry[],
): Promise<ReadonlyMap<BookmarkId, object>> {
  const values = new Map<BookmarkId, Pick<BookmarkRow, (typeof FIELDS)[number]>>();
  for (const entry of entries) {
    if (entry.table !== 'bookmarks') continue;
    const { ids, before, after } = entry;
    for (const id of ids) {
      const row = values.get(id) ?? (await bookmarks.get(id));
      if (row === undefined) continue;
      const back = FIELDS.filter((field) => field in after && row[field] === after[field]);
      values.set(id, Object.assign(pick(row, FIELDS), pick(before, back)));
    }
  }
  return values;
}

const FIELDS = ['title', 'note', 'isFavourite', 'isArchived'] as const;

/** Notes what a person expects of the undo of a change. A value that differs by now stays. */
async function expectUndone(players: Players, at: number, entry: LogEntry): Promise<void> {
  const { expected, all } = players;
  const { tables } = all[at]!.device;
  switch (entry.table) {
    case 'bookmarks':
      return expectBookmarksUndone(players, at, entry);
    case 'highlights': {
      const { before, after, ids, bookmarkId } = entry;
      const [row, bookmark] = await Promise.all([
        tables.highlights.get(ids[0]),
        tables.bookmarks.get(bookmarkId),
      ]);
      if (row === undefined || bookmark === undefined) return;
      const { urlKey: key } = bookmark;
      const name = nameOf(row.quote);
      // The undo of a restoration deletes it.
      if (before === null) expected.highlights.deleted.add(`${key} ${name}`);
      else if (before.note !== undefined && after?.note === row.note)
        expected.highlights.notes.push({ key, note: before.note, device: at, of: name });
      return;
    }
    case 'collections': {
      const { before, after, ids } = entry;
      const [id] = ids;
      const row = await tables.collections.get(id);
      const former = before?.author ?? row?.author;
      // A person who brings one back beside another one like it wants two.
      const shown = await tables.collections
        .filter(({ deletedAt }) => deletedAt === null)
        .toArray();
      if (former !== undefined && shown.some((one) => one.id !== id && one.author === former))
        expected.collections.twins.add(former);
      if (row === undefined) return;
      const { author } = row;
      if (before === null) expected.collections.deleted.add(author);
      // Another device may have made one that is like this one was before it was changed.
      else if (after !== null && author === SHARED_AUTHOR) expected.collections.twins.add(author);
      for (const field of ['name', 'search'] as const) {
        const value = before?.[field];
        if (value !== undefined && after?.[field] === row[field])
          expected.collections.edits.push({ author, field, value, device: at });
      }
      return;
    }
    case 'imports': {
      const { job, number } = entry.after;
      const part = await tables.jobParts.get([job, number]);
      const added = part?.kind === 'import' ? part.added : [];
      for (const row of await tables.bookmarks.bulkGet(added.map(({ id }) => id)))
        if (row !== undefined) expected.abandoned.add(row.urlKey);
      return;
    }
    case 'siteRules':
      throw new Error('No device has one');
  }
}

async function expectBookmarksUndone(
  players: Players,
  at: number,
  { ids, before, after }: BookmarkLogEntry,
): Promise<void> {
  const { expected, all } = players;
  for (const row of await all[at]!.device.tables.bookmarks.bulkGet([...ids])) {
    if (row === undefined) continue;
    const { urlKey: key } = row;
    expected.old.delete(key);
    // The undo of a restoration deletes the page.
    if ('trashedAt' in before) expected.abandoned.add(key);
    // The labels of two bookmarks unite when one of them gives way.
    const isTwice = (expected.created.get(key)?.size ?? 0) > 1;
    if (isTwice) for (const label of after.labels ?? []) expected.united.add(label);
    // A restore has taken the earlier date of the same page in the file.
    if (before.created !== undefined && row.created === after.created)
      expected.articles.earliest.set(ofDevice(at, row.id), before.created);
    if (before.title !== undefined && row.title === after.title)
      expected.titles.push({
        key,
        title: before.title,
        device: at,
        isOfPage: isTitleOfPage(before.title),
      });
    if (before.note !== undefined && row.note === after.note)
      for (const note of before.note.split('\n\n')) expected.notes.push({ key, note, device: at });
  }
  // A label that was renamed or deleted is back.
  for (const label of before.labels ?? []) expected.united.add(label);
  for (const label of after.labels ?? []) {
    await disputeIfUnconfirmed(players, label);
    expected.unlabelled.add(label);
  }
}
