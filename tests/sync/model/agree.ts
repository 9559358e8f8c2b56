import { expect } from 'vitest';
import type { BookmarkRow } from '../../../src/library/database/rows';
import { checkKept } from '../../library/model/invariants';
import { type Device, keyOf } from '../support/world';
import { checkCollections } from './agree-collections';
import type { Players } from './players';

const KEYS = (rows: readonly { key: string }[]) => rows.map(({ key }) => key);

const shown = (row: BookmarkRow) => ({
  ...{ key: row.urlKey as string, title: row.title, labels: [...row.labels].sort() },
  ...{ isFavourite: row.isFavourite, isArchived: row.isArchived },
  ...{ readProgress: row.readProgress },
});

/** Pages that a person keeps on this device alone. */
async function keptOnlyBy({ tables }: Device): Promise<ReadonlySet<string>> {
  const shadows = await tables.shadows.filter(({ serverId }) => serverId === null).toArray();
  const rows = await tables.bookmarks.bulkGet(shadows.map(({ bookmarkId }) => bookmarkId));
  return new Set(rows.flatMap((row) => row?.urlKey ?? []));
}

/** What a device shows outside the trash, by page. */
async function shownBy({ tables }: Device, without: ReadonlySet<string>) {
  const rows = await tables.bookmarks
    .filter(({ trashedAt, urlKey }) => trashedAt === null && !without.has(urlKey))
    .toArray();
  return rows.map(shown).sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** What a device takes the server to have, by page. */
async function knownBy({ tables }: Device) {
  const shadows = await tables.shadows.filter(({ serverId }) => serverId !== null).toArray();
  const known = shadows.map(({ version }) => ({
    ...{ key: keyOf(version.url) as string, title: version.title },
    labels: [...version.labels].sort(),
    ...{ isFavourite: version.isFavourite, isArchived: version.isArchived },
    ...{ readProgress: version.readProgress },
  }));
  return known.sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function shownByServer({ world }: Players) {
  const infos = await world.bookmarks();
  return infos
    .map((info) => ({
      ...{ key: keyOf(info.url) as string, title: info.title || info.url },
      labels: [...info.labels].sort(),
      ...{ isFavourite: info.is_marked, isArchived: info.is_archived },
      ...{ readProgress: info.read_progress },
    }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** After quiet: all agree, nothing is lost, nothing is there twice, nothing is left to send. */
export async function checkAgreement(players: Players): Promise<void> {
  const there = await shownByServer(players);
  expect(KEYS(there), 'twice on the server').toEqual([...new Set(KEYS(there))]);
  for (const [at, { device }] of players.all.entries()) {
    const apart = await keptOnlyBy(device);
    const left = await device.tables.outbox.toArray();
    expect(left, `device ${at} has something to send`).toEqual([]);
    const shared = there.filter(({ key }) => !apart.has(key));
    expect(await shownBy(device, apart), `device ${at}`).toEqual(shared);
    expect(await knownBy(device), `what device ${at} knows of the server`).toEqual(shared);
    await checkKept(device.tables);
  }
  checkNothingLost(players, there);
  await checkTitles(players, there);
  await checkCollections(players);
}

type Shown = Awaited<ReturnType<typeof shownBy>>;

function checkNothingLost({ asked }: Players, there: Shown): void {
  const kept = new Map(there.map((one) => [one.key, one]));
  const isDisputed = (label: string) => asked.disputed.has(label.toLowerCase());
  for (const key of asked.saved) {
    if (asked.letGo.has(key) || asked.joined.has(key)) continue;
    expect([...kept.keys()], 'a bookmark is lost').toContain(key);
  }
  const isAnyLetGo = asked.letGo.size > 0;
  if (asked.joined.size > 0 && !isAnyLetGo) expect(there, 'both of two are lost').not.toEqual([]);
  for (const { key, label } of asked.labels) {
    if (asked.letGo.has(key) || asked.unlabelled.has(label) || isDisputed(label)) continue;
    if (asked.joined.has(key)) continue;
    expect(kept.get(key)?.labels, `the label ${label} of ${key} is lost`).toContain(label);
  }
  for (const { key, labels } of there) {
    for (const label of labels) {
      if (asked.letGo.has(key) || isDisputed(label) || asked.united.has(label)) continue;
      expect(asked.unlabelled, `the label ${label} of ${key} is back`).not.toContain(label);
    }
  }
}

/** A title that a person gave stands, was replaced by the same person's next, or is in a journal. */
async function checkTitles({ all, asked }: Players, there: Shown): Promise<void> {
  const journals = await Promise.all(all.map(({ device }) => device.tables.journal.toArray()));
  const told = new Set(
    journals.flat().flatMap(({ changes }) => changes.flatMap(({ ours, theirs }) => [ours, theirs])),
  );
  for (const [at, { key, title, device }] of asked.titles.entries()) {
    if (asked.letGo.has(key) || asked.joined.has(key) || told.has(title)) continue;
    const isReplaced = asked.titles
      .slice(at + 1)
      .some((one) => one.key === key && one.device === device);
    if (isReplaced) continue;
    expect(there.find((one) => one.key === key)?.title, `the title of ${key} is lost`).toBe(title);
  }
}
