import { address, page, value } from '../../library/library';
import { keyOf } from '../support/world';
import type { Action } from './history';
import { disputeWhatMayComeAgain } from './play-labels';
import type { Players } from './players';

export type ActionHere = Action & {
  kind: 'save' | 'title' | 'label' | 'unlabel' | 'flag' | 'read' | 'trash' | 'restore';
};

const PARAGRAPH = '<p>The harbour froze in January.</p>';

/** What a person does on a device; `n` is the number of the action, of which new names are made. */
export async function playHere(players: Players, action: ActionHere, n: number): Promise<void> {
  const { all, asked } = players;
  const { bookmarks } = all[action.device]!.device.library;
  const key = keyOf(action.url);
  if (action.kind === 'save') {
    asked.saved.add(key);
    const { url } = action;
    const saved = action.hasArticle
      ? page({ url, title: `Page`, html: PARAGRAPH })
      : address({ url, title: 'Tab' });
    value(await bookmarks.save(saved));
    return;
  }
  const found = await bookmarks.findByUrlKey(key);
  if (found === null) return;
  const { id } = found;
  switch (action.kind) {
    case 'title':
      asked.titles.push({ key, title: `T${n}`, device: action.device });
      value(await bookmarks.edit(id, { title: `T${n}` }));
      return;
    case 'label':
      asked.labels.push({ key, label: `l${n}` });
      value(await bookmarks.edit(id, { addLabels: [`l${n}`] }));
      return;
    case 'unlabel':
      for (const label of found.labels.slice(0, 1)) {
        await disputeWhatMayComeAgain(players, label);
        asked.unlabelled.add(label);
        value(await bookmarks.edit(id, { removeLabels: [label] }));
      }
      return;
    case 'flag': {
      const { isFavourite, isArchived } = action;
      value(await bookmarks.edit(id, { isFavourite, isArchived }));
      return;
    }
    case 'read':
      value(await bookmarks.edit(id, { readProgress: action.readProgress }));
      return;
    case 'trash':
      asked.letGo.add(key);
      value(await bookmarks.trash([id]));
      return;
    case 'restore':
      value(await bookmarks.restore([id]));
  }
}
