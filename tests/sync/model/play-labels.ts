import type { LibraryDatabase } from '../../../src/library/database/schema';
import { queuedIntents, relabel, undoJob, value } from '../../library/library';
import { keyOf } from '../support/world';
import type { Action } from './actions';
import type { Expected, Players } from './players';

type DeviceAction = Extract<Action, { kind: 'rename-label' | 'delete-label' }>;
type ServerAction = Extract<Action, { kind: 'rename-label-on-server' | 'delete-label-on-server' }>;

/** Renames or deletes a label on all pages of a device, and may undo that at once. */
export async function playLabelOnDevice(
  players: Players,
  action: DeviceAction,
  n: number,
): Promise<void> {
  const { all, expected } = players;
  const { library, tables } = all[action.device]!.device;
  const names = (await tables.labels.toArray()).map(({ name }) => name);
  const from = names[n % names.length];
  if (from === undefined) return;
  const rows = await tables.bookmarks.filter(({ trashedAt }) => trashedAt === null).toArray();
  const keys = rows.filter(({ labels }) => labels.includes(from)).map(({ urlKey }) => urlKey);
  const to = action.kind === 'rename-label' ? newName(names, from, action, n) : null;
  const job = await relabel(library, from, to);
  if (!action.isUndone) {
    await disputeIfUnconfirmed(players, from);
    replace(expected, keys, from, to);
    return;
  }
  // A round that is under way may have sent the old name.
  await undoJob({ library, tables }, job);
}

/** Renames or deletes a label on the server, as its own pages do. */
export async function playLabelOnServer(
  players: Players,
  action: ServerAction,
  n: number,
): Promise<void> {
  const { world, expected } = players;
  const infos = await world.bookmarks();
  const names = [...new Set(infos.flatMap(({ labels }) => labels))];
  const from = names[n % names.length];
  if (from === undefined) return;
  const keys = infos.filter(({ labels }) => labels.includes(from)).map(({ url }) => keyOf(url));
  const to = action.kind === 'rename-label-on-server' ? newName(names, from, action, n) : null;
  if (to === null) value(await world.client.labels.delete({ name: from }));
  else value(await world.client.labels.rename({ name: from }, { name: to }));
  await disputeIfUnconfirmed(players, from);
  replace(expected, keys, from, to);
}

/** The labels that a device has sent without an answer, with a create or as a change. */
async function unansweredLabels(tables: LibraryDatabase): Promise<readonly string[]> {
  const [shadows, queued] = await Promise.all([tables.shadows.toArray(), queuedIntents(tables)]);
  const creates = queued.flatMap(({ attempts, sent }) => (attempts > 0 && sent ? sent.labels : []));
  return [...shadows.flatMap(({ tried }) => tried?.addLabels ?? []), ...creates];
}

/**
 * Marks a label as disputed when a device may send it again: a device that has no answer to its
 * request repeats it, even if somebody has removed the label since.
 */
export async function disputeIfUnconfirmed(
  { all, expected }: Players,
  label: string,
): Promise<void> {
  const sent = await Promise.all(all.map(({ device }) => unansweredLabels(device.tables)));
  const isOnItsWay = sent.flat().includes(label);
  if (isOnItsWay) expected.disputed.add(label.toLowerCase());
}

function newName(
  names: readonly string[],
  from: string,
  { to }: { readonly to: 'new' | 'other' | 'case' },
  n: number,
): string {
  switch (to) {
    case 'new':
      return `r${n}`;
    case 'other':
      return names.find((name) => name !== from) ?? `r${n}`;
    case 'case':
      return from === from.toUpperCase() ? from.toLowerCase() : from.toUpperCase();
  }
}

/** Records the expectation that `from` is on none of the pages and `to` is on each of them. */
function replace(
  expected: Expected,
  keys: readonly string[],
  from: string,
  to: string | null,
): void {
  expected.unlabelled.add(from);
  if (to === null) return;
  const isKnown = expected.labels.some(({ label }) => isSameLabel(label, to));
  if (isKnown) expected.disputed.add(to.toLowerCase());
  for (const key of keys) expected.labels.push({ key, label: to });
}

const isSameLabel = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
