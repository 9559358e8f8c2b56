import { address, page, value } from '../../library/library';
import { keyOf } from '../support/world';
import { ARTICLE } from './article';
import type { Action } from './history';
import { disputeIfUnconfirmed } from './play-labels';
import { noteSaved, type Players } from './players';

type Edit = 'title' | 'note' | 'label' | 'unlabel' | 'flag' | 'read';
export type DeviceAction = Action & { kind: 'save' | Edit | 'trash' | 'purge' | 'restore' };

/**
 * Does a person's action on a device. `n` is the number of the action and makes new names unique.
 */
export async function playOnDevice(
  players: Players,
  action: DeviceAction,
  n: number,
): Promise<void> {
  const { all, expected } = players;
  const { bookmarks } = all[action.device]!.device.library;
  const key = keyOf(action.url);
  if (action.kind === 'save') {
    noteSaved(expected, key, action.device);
    if ((await bookmarks.findByUrlKey(key)) === null) expected.old.delete(key);
    if (!action.hasArticle) expected.bare.add(key);
    const { url } = action;
    const saved = action.hasArticle
      ? page({ url, title: `Page`, html: ARTICLE })
      : address({ url, title: 'Tab' });
    value(await bookmarks.save(saved));
    return;
  }
  const found = await bookmarks.findByUrlKey(key);
  if (found === null) return;
  const { id } = found;
  switch (action.kind) {
    case 'title':
      expected.titles.push({ key, title: `T${n}`, device: action.device });
      value(await bookmarks.edit(id, { title: `T${n}` }));
      return;
    case 'note': {
      const note = action.isEmpty ? '' : `n${n}`;
      expected.notes.push({ key, note, device: action.device });
      value(await bookmarks.edit(id, { note }));
      return;
    }
    case 'label':
      expected.labels.push({ key, label: `l${n}` });
      value(await bookmarks.edit(id, { addLabels: [`l${n}`] }));
      return;
    case 'unlabel':
      for (const label of found.labels.slice(0, 1)) {
        await disputeIfUnconfirmed(players, label);
        expected.unlabelled.add(label);
        value(await bookmarks.edit(id, { removeLabels: [label] }));
      }
      return;
    case 'flag': {
      const { isFavourite, isArchived } = action;
      expected.old.delete(key);
      value(await bookmarks.edit(id, { isFavourite, isArchived }));
      return;
    }
    case 'read':
      value(await bookmarks.edit(id, { readProgress: action.readProgress }));
      return;
    case 'trash':
      expected.abandoned.add(key);
      value(await bookmarks.trash([id]));
      return;
    case 'purge':
      expected.abandoned.add(key);
      value(await bookmarks.trash([id]));
      value(await bookmarks.purge([id]));
      return;
    case 'restore':
      value(await bookmarks.restore([id]));
  }
}
