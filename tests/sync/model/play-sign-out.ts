import { keyOf } from '../support/world';
import type { Action } from './actions';
import { bundleOf, restoreOn } from './old-library';
import { noteSaved, type Players } from './players';

/**
 * Signs a device out after all changes have been sent, keeps its library in a file, as the dialog
 * offers, and signs in again with an empty library, into which the file is restored. A person who sees
 * that something waits stays signed in.
 */
export async function playSignOut(
  { all, expected }: Players,
  { device: at }: Action & { kind: 'sign-out' },
): Promise<void> {
  const player = all[at]!;
  const { device, network, worker } = player;
  const round = await worker.run(() => device.round());
  network.endRound();
  if (round?.kind !== 'done' || (await device.library.unsent.count()) > 0) return;
  const file = await bundleOf(device);
  player.pastJournal.push(...(await device.tables.journal.toArray()));
  for (const { url, labels, trashedAt } of await device.tables.bookmarks.toArray()) {
    // Another device may take a label away before the file is restored.
    for (const label of labels) expected.united.add(label);
    if (trashedAt === null) noteSaved(expected, keyOf(url), at);
  }
  device.close();
  player.device = await player.signIn();
  await restoreOn(player.device, file);
}
