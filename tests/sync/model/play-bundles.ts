import { expect } from 'vitest';
import { MINUTE_MS } from '../../../src/domain/time';
import { onlyHereRepository } from '../../../src/library';
import { type Device, keyOf } from '../support/world';
import type { Action } from './actions';
import { bundleOf, restoreOn } from './old-library';
import { noteSaved, type Player, type Players } from './players';

/** A device looks again at two bookmarks of one page after a minute. */
const RECHECK_MS = 2 * MINUTE_MS;

/**
 * Signs a device out after all changes have been sent, keeps its library in a file, as the dialog
 * offers, and signs in again with an empty library, into which the file is restored. A person who sees
 * that something waits stays signed in.
 */
export async function playSignOut(
  players: Players,
  { device: at, hasSynced }: Action & { kind: 'sign-out' },
): Promise<void> {
  const player = players.all[at]!;
  const { device, network, worker } = player;
  // Only the library that sent a create knows which of two gives way, and a Readeck cannot tell (docs/sync.md).
  if (players.isReadeck) {
    await network.deliver();
    await worker.run(() => device.round());
    players.world.advance(RECHECK_MS);
  }
  const round = await worker.run(() => device.round());
  network.endRound();
  if (round?.kind !== 'done' || (await device.library.unsent.count()) > 0) return;
  const file = await bundleOf(device);
  await noteRestored(players, player, at);
  await noteEarlierArticles(players, device, at);
  player.pastJournal.push(...(await device.tables.journal.toArray()));
  device.close();
  player.device = await player.signIn();
  if (hasSynced) await worker.run(() => player.device.round());
  network.endRound();
  await restoreOn(player.device, file);
}

/**
 * Notes that the earlier articles leave a device with its account: no file has them, so the dialog names
 * them. A page keeps its present article, here or on the server.
 */
async function noteEarlierArticles(
  { expected }: Players,
  { library, tables }: Device,
  at: number,
): Promise<void> {
  const earlier = new Set((await tables.revisions.toArray()).map(({ bookmarkId }) => bookmarkId));
  if (earlier.size === 0) return;
  const named = await library.part(onlyHereRepository).list(false);
  expect(named.map(({ kind }) => kind)).toContain('earlierArticles');
  const rows = await tables.bookmarks.toArray();
  const shadows = await tables.shadows.filter(({ version }) => version.hasArticle).toArray();
  const onServer = new Set(shadows.map(({ bookmarkId }) => bookmarkId));
  const present = rows.filter(({ id, content }) => content.kind === 'article' || onServer.has(id));
  const kept = new Set(present.map(({ urlKey }) => urlKey));
  for (const { id, urlKey } of rows)
    if (earlier.has(id) && !kept.has(urlKey)) expected.possessions[at]!.articles.delete(urlKey);
}

/** Restores the library of one device on another one, which has its own. */
export async function playRestoreOfOther(
  players: Players,
  { device: at, by }: Action & { kind: 'restore-other' },
): Promise<void> {
  const { all } = players;
  const other = all[(at + by) % all.length]!;
  const file = await bundleOf(other.device);
  await noteRestored(players, other, at);
  await restoreOn(all[at]!.device, file);
}

/** Notes that the library of a player is restored on the device `at`. */
async function noteRestored(
  { expected }: Players,
  { device: { tables } }: Player,
  at: number,
): Promise<void> {
  for (const { url, labels, trashedAt } of await tables.bookmarks.toArray()) {
    // They are back if somebody took them away after the file was written.
    for (const label of labels) expected.united.add(label);
    if (trashedAt === null) noteSaved(expected, keyOf(url), at);
  }
}
