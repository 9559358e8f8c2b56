import { expect } from 'vitest';
import type { BookmarkRow } from '../../../src/library/database/rows';
import { checkDerivedData } from '../../library/model/invariants';
import { type Device, keyOf } from '../support/world';
import { checkArticles } from './agree-articles';
import { checkCaptures } from './agree-captures';
import { checkCollections } from './agree-collections';
import { checkHighlights } from './agree-highlights';
import { checkNotes } from './agree-notes';
import { isUnlabelled, journalOf, type Players } from './players';
import { checkPossessions } from './possessions';

const KEYS = (rows: readonly { key: string }[]) => rows.map(({ key }) => key);

const shown = (row: BookmarkRow) => ({
  key: row.urlKey as string,
  title: row.title,
  note: row.note,
  labels: [...row.labels].sort(),
  isFavourite: row.isFavourite,
  isArchived: row.isArchived,
  readProgress: row.readProgress,
});

/** Compares two bookmarks by their pages, and those of one page by their values. */
const byPage = (a: { key: string }, b: { key: string }) =>
  a.key < b.key || (a.key === b.key && JSON.stringify(a) < JSON.stringify(b)) ? -1 : 1;

/** The pages that a person keeps on this device only. */
async function keptOnlyBy({ tables }: Device): Promise<ReadonlySet<string>> {
  const shadows = await tables.shadows.filter(({ serverId }) => serverId === null).toArray();
  const rows = await tables.bookmarks.bulkGet(shadows.map(({ bookmarkId }) => bookmarkId));
  return new Set(rows.flatMap((row) => row?.urlKey ?? []));
}

/** The bookmarks that a device shows outside the trash, sorted by page. */
async function shownBy({ tables }: Device, without: ReadonlySet<string>) {
  const rows = await tables.bookmarks
    .filter(({ trashedAt, urlKey }) => trashedAt === null && !without.has(urlKey))
    .toArray();
  return rows.map(shown).sort(byPage);
}

/** The bookmarks that a device assumes on the server, sorted by page. */
async function knownBy({ tables }: Device) {
  const shadows = await tables.shadows.filter(({ serverId }) => serverId !== null).toArray();
  const known = shadows.map(({ version }) => ({
    key: keyOf(version.url) as string,
    title: version.title,
    note: version.note,
    labels: [...version.labels].sort(),
    isFavourite: version.isFavourite,
    isArchived: version.isArchived,
    readProgress: version.readProgress,
  }));
  return known.sort(byPage);
}

async function shownByServer({ world }: Players) {
  const infos = await world.bookmarks();
  return infos
    .map((info) => ({
      key: keyOf(info.url) as string,
      title: info.title || info.url,
      note: info.note ?? '',
      labels: [...info.labels].sort(),
      isFavourite: info.is_marked,
      isArchived: info.is_archived,
      readProgress: info.read_progress,
    }))
    .sort(byPage);
}

/**
 * Checks that all devices and the server have the same bookmarks, that none is lost or there twice,
 * and that nothing waits to be sent. To be called when no device has anything left to sync.
 */
export async function checkAgreement(players: Players): Promise<void> {
  const there = await shownByServer(players);
  const once = KEYS(there).filter((key) => !players.expected.twins.has(key));
  expect(once, 'twice on the server').toEqual([...new Set(once)]);
  for (const [at, { device }] of players.all.entries()) {
    const apart = await keptOnlyBy(device);
    const left = await device.tables.outbox.toArray();
    expect(left, `device ${at} has something to send`).toEqual([]);
    const shared = there.filter(({ key }) => !apart.has(key));
    const shown = await shownBy(device, apart);
    // A server without a place for notes has none.
    const sent = players.hasNotes ? shown : shown.map((one) => ({ ...one, note: '' }));
    expect(sent, `device ${at}`).toEqual(shared);
    expect(await knownBy(device), `what device ${at} knows of the server`).toEqual(shared);
    await checkDerivedData(device.tables);
  }
  checkNothingLost(players, there);
  checkOldLibrary(players, there);
  checkCreatedOnce(players);
  await checkTitles(players, there);
  await checkNotes(players);
  await checkCollections(players);
  await checkHighlights(players);
  await checkArticles(players);
  await checkCaptures(players);
  await checkPossessions(players);
}

/** Checks that restored pages have their state. */
function checkOldLibrary({ expected }: Players, there: Shown): void {
  for (const [key, state] of expected.old) {
    if (expected.abandoned.has(key)) continue;
    const kept = there.find((one) => one.key === key);
    expect(kept, `the state of ${key}`).toMatchObject(state);
  }
}

/** Checks that no page was ever there twice that one device saved, or that several restored. */
function checkCreatedOnce({ expected, isReadeck, backups }: Players): void {
  if (isReadeck || backups !== null) return;
  for (const [key, savers] of expected.savers) {
    if (expected.abandoned.has(key) || expected.joined.has(key)) continue;
    if (savers.size > 1 && !expected.old.has(key)) continue;
    const created = expected.created.get(key)?.size ?? 0;
    expect(created, `the number of bookmarks that were created for ${key}`).toBeLessThan(2);
  }
}

type Shown = Awaited<ReturnType<typeof shownBy>>;

function checkNothingLost({ expected }: Players, there: Shown): void {
  const kept = new Map(there.map((one) => [one.key, one]));
  const isDisputed = (label: string) => expected.disputed.has(label.toLowerCase());
  for (const key of expected.saved) {
    if (expected.abandoned.has(key) || expected.joined.has(key)) continue;
    expect([...kept.keys()], 'a bookmark is lost').toContain(key);
  }
  const isAnyAbandoned = expected.abandoned.size > 0;
  if (expected.joined.size > 0 && !isAnyAbandoned)
    expect(there, 'both of two are lost').not.toEqual([]);
  for (const { key, label } of expected.labels) {
    if (expected.abandoned.has(key) || isDisputed(label)) continue;
    if (isUnlabelled(expected, key, label) || expected.joined.has(key)) continue;
    expect(kept.get(key)?.labels, `the label ${label} of ${key} is lost`).toContain(label);
  }
  for (const { key, labels } of there) {
    for (const label of labels) {
      if (expected.abandoned.has(key) || isDisputed(label) || expected.united.has(label)) continue;
      const isBack = isUnlabelled(expected, key, label);
      expect(isBack, `the label ${label} of ${key} is back`).toBe(false);
    }
  }
}

/** Checks that each title is still there, was replaced on the same device, or is in a journal. */
async function checkTitles({ all, expected }: Players, there: Shown): Promise<void> {
  const journals = await Promise.all(all.map(journalOf));
  const inJournal = new Set(
    journals.flat().flatMap(({ changes }) => changes.flatMap(({ ours, theirs }) => [ours, theirs])),
  );
  for (const [at, { key, title, device }] of expected.titles.entries()) {
    if (expected.abandoned.has(key) || expected.joined.has(key) || inJournal.has(title)) continue;
    const isReplaced = expected.titles
      .slice(at + 1)
      .some((one) => one.key === key && one.device === device);
    if (isReplaced) continue;
    expect(there.find((one) => one.key === key)?.title, `the title of ${key} is lost`).toBe(title);
  }
}
