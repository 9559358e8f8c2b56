import { value } from '../../library/library';
import { keyOf } from '../support/world';
import type { Action } from './history';
import type { Asked, Players } from './players';

type Here = Extract<Action, { kind: 'rename-label' | 'delete-label' }>;
type There = Extract<Action, { kind: 'rename-label-there' | 'delete-label-there' }>;

/** Renames or deletes a label on all pages of a device, and may take it back at once. */
export async function playLabelHere(players: Players, action: Here, n: number): Promise<void> {
  const { all, asked } = players;
  const { library, tables } = all[action.device]!.device;
  const names = (await tables.labels.toArray()).map(({ name }) => name);
  const from = names[n % names.length];
  if (from === undefined) return;
  const rows = await tables.bookmarks.filter(({ trashedAt }) => trashedAt === null).toArray();
  const keys = rows.filter(({ labels }) => labels.includes(from)).map(({ urlKey }) => urlKey);
  const to = action.kind === 'rename-label' ? newName(names, from, action, n) : null;
  const change = value(
    to === null ? await library.labels.delete(from) : await library.labels.rename(from, to),
  );
  if (!action.isUndone) {
    await disputeWhatMayComeAgain(players, from);
    replace(asked, keys, from, to);
    return;
  }
  // What it was may have been sent by a round that is on its way.
  value(await library.labels.takeBack(change));
}

/** The same by the server's own pages. */
export async function playLabelThere(players: Players, action: There, n: number): Promise<void> {
  const { world, asked } = players;
  const infos = await world.bookmarks();
  const names = [...new Set(infos.flatMap(({ labels }) => labels))];
  const from = names[n % names.length];
  if (from === undefined) return;
  const keys = infos.filter(({ labels }) => labels.includes(from)).map(({ url }) => keyOf(url));
  const to = action.kind === 'rename-label-there' ? newName(names, from, action, n) : null;
  if (to === null) value(await world.client.labels.delete({ name: from }));
  else value(await world.client.labels.rename({ name: from }, { name: to }));
  await disputeWhatMayComeAgain(players, from);
  replace(asked, keys, from, to);
}

/** A device that has not heard that it gave a label will give it again, whoever removed it since. */
export async function disputeWhatMayComeAgain(
  { all, asked }: Players,
  label: string,
): Promise<void> {
  const waiting = await Promise.all(all.map(({ device }) => device.tables.outbox.toArray()));
  const isOnItsWay = waiting
    .flat()
    .some(
      ({ intent, attempts, state }) =>
        (attempts > 0 || state === 'sending') &&
        intent.kind === 'patch' &&
        intent.addLabels.includes(label),
    );
  if (isOnItsWay) asked.disputed.add(label.toLowerCase());
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

/** What was asked for: `from` is on none of those pages, `to` on each. */
function replace(asked: Asked, keys: readonly string[], from: string, to: string | null): void {
  asked.unlabelled.add(from);
  if (to === null) return;
  const isKnown = asked.labels.some(({ label }) => isSameLabel(label, to));
  if (isKnown) asked.disputed.add(to.toLowerCase());
  for (const key of keys) asked.labels.push({ key, label: to });
}

const isSameLabel = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
