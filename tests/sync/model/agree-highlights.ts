import { expect } from 'vitest';
import type { HighlightShadow } from '../../../src/library';
import type { JournalRow } from '../../../src/library/database/sync-rows';
import { type Device, keyOf } from '../support/world';
import { hasWords, nameOf } from './article';
import { annotationsThere, namesThere } from './play-highlights';
import { journalOf, type Players } from './players';

const byId = <T extends { id: string }>(all: readonly T[]): T[] =>
  [...all].sort((a, b) => (a.id < b.id ? -1 : 1));

/**
 * Checks that all devices and the server have the same highlights, that none is lost or there twice,
 * and that nothing waits to be sent. To be called when no device has anything left to sync.
 */
export async function checkHighlights(players: Players): Promise<void> {
  for (const info of await players.world.bookmarks()) {
    const there = await annotationsThere(players.world, info.id);
    const key = keyOf(info.url);
    const names = await namesThere(players.world, info.id, there);
    for (const [at, { device }] of players.all.entries()) {
      const shown = await partsOf(device, info.id);
      // The page is kept on this device only.
      if (shown === null) continue;
      expect(byId(shown), `what device ${at} knows of the server's highlights of ${key}`).toEqual(
        byId(there.map(({ id, color, note }) => ({ id, color, note }))),
      );
      if (!players.isReadeck)
        expect(await namesOf(device, info.id), `places on device ${at}`).toEqual(names);
    }
    if (players.isReadeck) continue;
    const own = there.flatMap(({ id, text }) =>
      isOfOthers(players, key, text) ? [] : (names.get(id) ?? []),
    );
    expect(own, 'a highlight is there twice').toEqual([...new Set(own)]);
  }
  for (const [at, { device }] of players.all.entries()) await checkDevice(players, device, at);
  await checkNothingLost(players);
}

const isOfOthers = ({ expected }: Players, key: string, text: string) =>
  expected.highlights.ofOthers.has(`${key} ${text}`);

/** The annotations that a device shows for a page. */
async function partsOf({ tables }: Device, serverId: string) {
  const shadow = await tables.shadows.where('serverId').equals(serverId).first();
  if (shadow === undefined) return null;
  const own = await tables.highlightShadows.where('bookmarkId').equals(shadow.bookmarkId).toArray();
  return own
    .flatMap(({ parts }) => parts)
    .map(({ serverId: id, color, note }) => ({ id, color, note }));
}

/** The words and the copy that a device shows for each annotation of a page. */
async function namesOf({ tables }: Device, serverId: string): Promise<ReadonlyMap<string, string>> {
  const shadow = await tables.shadows.where('serverId').equals(serverId).first();
  const names = new Map<string, string>();
  if (shadow === undefined) return names;
  const { bookmarkId } = shadow;
  const own = await tables.highlightShadows.where('bookmarkId').equals(bookmarkId).toArray();
  for (const { id, parts } of own) {
    const row = await tables.highlights.get(id);
    for (const part of parts) if (row) names.set(part.serverId, nameOf(row.quote));
  }
  return names;
}

/** Checks the rows of a device against each other. */
async function checkDevice(players: Players, { tables }: Device, at: number): Promise<void> {
  const shadows = await tables.highlightShadows.toArray();
  const rows = new Map((await tables.highlights.toArray()).map((row) => [row.id, row]));
  const again = await madeAnew(players);
  const waiting = await tables.outbox.where('kind').equals('highlight').toArray();
  expect(waiting, `device ${at} has highlights to send`).toEqual([]);
  expect(shadows.map(({ id }) => id).sort(), `sync states of device ${at}`).toEqual(
    [...rows.keys()].sort(),
  );
  const pending = await tables.shadows.where('annotations').above('').count();
  expect(pending, `bookmarks of device ${at} with unread highlights`).toBe(0);
  for (const shadow of shadows) {
    const row = rows.get(shadow.id)!;
    const [part, ...more] = shadow.parts;
    const key = (await tables.bookmarks.get(shadow.bookmarkId))?.urlKey;
    if (part === undefined)
      expect(isExplained(players, shadow, key, again), JSON.stringify(shadow)).toBe(true);
    else if (more.length === 0) expect(part).toMatchObject({ color: row.color, note: row.note });
  }
}

/** The pages that were deleted, and made anew by a device that had changed them. */
async function madeAnew({ all }: Players): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const { device } of all) {
    const kept = await device.tables.journal.where('kind').equals('kept-against-delete').toArray();
    const rows = await device.tables.bookmarks.bulkGet(
      kept.flatMap(({ bookmarkId }) => bookmarkId ?? []),
    );
    for (const row of rows) if (row !== undefined) keys.add(row.urlKey);
  }
  return keys;
}

/** Returns true if there is a reason why a highlight is not on the server. */
function isExplained(
  { isReadeck, expected }: Players,
  { localOnly }: HighlightShadow,
  key: string | undefined,
  again: ReadonlySet<string>,
): boolean {
  if (localOnly === 'bookmark') return true;
  // Somebody saved the page without its text, or has made it anew on a Readeck, which takes none later.
  if (localOnly === 'no-article')
    return key !== undefined && (expected.bare.has(key) || (isReadeck && again.has(key)));
  if (localOnly === 'covered') return isReadeck;
  return localOnly === 'not-found' && expected.highlights.isExtracted.size > 0;
}

/** Checks that each highlight and note is still there, was deleted, or is in a journal. */
async function checkNothingLost(players: Players): Promise<void> {
  const { all, expected, isReadeck, backups } = players;
  const { made, notes, deleted, isDeletedThere } = expected.highlights;
  const kept = new Map<string, string>();
  const journals: JournalRow[] = [];
  for (const player of all) {
    const { device } = player;
    const rows = await device.tables.highlights.toArray();
    for (const { bookmarkId, quote, note } of rows) {
      const bookmark = await device.tables.bookmarks.get(bookmarkId);
      expect(bookmark, 'a highlight without its bookmark').toBeDefined();
      const name = `${bookmark?.urlKey} ${nameOf(quote)}`;
      kept.set(name, `${kept.get(name) ?? ''} ${note}`);
    }
    journals.push(...(await journalOf(player)));
  }
  const isGone = (key: string, name: string) =>
    expected.abandoned.has(key) || deleted.has(`${key} ${name}`) || isDeletedThere.has(key);
  for (const { key, name } of made) {
    if (isGone(key, name)) continue;
    const there = [...kept.keys()].filter((one) => one.startsWith(`${key} `));
    const names = there.map((one) => one.slice(key.length + 1));
    const isThere = hasWords(names, name, isReadeck && backups !== null);
    expect(isThere, `the highlight ${name} is lost: ${names}`).toBe(true);
  }
  for (const [at, { key, note, device, of }] of notes.entries()) {
    const isReplaced = notes
      .slice(at + 1)
      .some((one) => one.key === key && one.of === of && one.device === device);
    if (isReplaced || isGone(key, of) || journals.some((row) => hasNote(row, note))) continue;
    expect(kept.get(`${key} ${of}`)?.split(/\s+/), `the note ${note} is lost`).toContain(note);
  }
}

/** True if an entry has a note, or a joined one with it that another one has replaced. */
function hasNote(row: JournalRow, note: string): boolean {
  const isInReplaced = row.changes.some(
    ({ ours }) => typeof ours === 'string' && ours.split('\n\n').includes(note),
  );
  return JSON.stringify(row).includes(`"${note}"`) || (row.kind === 'received' && isInReplaced);
}
