import { value } from '../../library/library';
import { keyOf } from '../support/world';
import type { Action } from './history';
import type { Players } from './players';

export type ActionThere = Action & { kind: 'create-there' | 'edit-there' | 'delete-there' };

/** What other programs do on the server, and people on its own pages. */
export async function playThere(
  { world, asked }: Players,
  { kind, url }: ActionThere,
  n: number,
): Promise<void> {
  const key = keyOf(url);
  const { bookmarks } = world.client;
  const there = (await world.bookmarks()).find((one) => keyOf(one.url) === key);
  if (kind === 'create-there') {
    // Whoever makes a second one there wants two.
    if (there !== undefined) return;
    asked.saved.add(key);
    value(await bookmarks.create({ url, title: `S${n}`, labels: [] }));
    return;
  }
  if (there === undefined) return;
  if (kind === 'delete-there') {
    asked.letGo.add(key);
    value(await bookmarks.delete(there.id));
    return;
  }
  asked.labels.push({ key, label: `s${n}` });
  value(await bookmarks.update(there.id, { add_labels: [`s${n}`] }));
}
