import type { UrlKey } from '../../../src/domain/url-identity';
import { value } from '../../library/library';
import { keyOf } from '../support/world';
import type { Action } from './actions';
import { noteSaved, type Players } from './players';

export type ServerAction = Action & {
  kind: 'create-on-server' | 'edit-on-server' | 'note-on-server' | 'delete-on-server';
};

/** Does an action of another program, or of a person on the server's own pages. */
export async function playOnServer(
  players: Players,
  { kind, url }: ServerAction,
  n: number,
): Promise<void> {
  const { world, expected, hasNotes } = players;
  const key = keyOf(url);
  const { bookmarks } = world.client;
  const all = (await world.bookmarks()).filter((one) => keyOf(one.url) === key);
  const there = all[n % all.length];
  if (kind === 'create-on-server') {
    // A person who creates it twice on the server wants two.
    if (there !== undefined) return;
    noteSaved(expected, key, 'program');
    expected.old.delete(key);
    expected.bare.add(key);
    value(await bookmarks.create({ url, title: `S${n}`, labels: [] }));
    return;
  }
  if (there === undefined) return;
  if (kind === 'delete-on-server') {
    expected.abandoned.add(key);
    const known = await labelsOnDevices(players, key);
    for (const label of there.labels.filter((one) => !known.has(one)))
      expected.deletedUnseen.add(`${key} ${label}`);
    value(await bookmarks.delete(there.id));
    return;
  }
  if (kind === 'note-on-server') {
    // An edit that no device has seen may be overwritten by a late request, so it is not expected.
    if (hasNotes) value(await bookmarks.update(there.id, { note: `s${n}` }));
    return;
  }
  expected.labels.push({ key, label: `s${n}` });
  value(await bookmarks.update(there.id, { add_labels: [`s${n}`] }));
}

async function labelsOnDevices({ all }: Players, key: UrlKey): Promise<ReadonlySet<string>> {
  const rows = await Promise.all(
    all.map(({ device }) => device.tables.bookmarks.where('urlKey').equals(key).toArray()),
  );
  return new Set(rows.flat().flatMap(({ labels }) => labels));
}
