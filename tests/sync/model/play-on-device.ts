import type { UrlKey } from '../../../src/domain/url-identity';
import { address, capture, page, value } from '../../library/library';
import { type Device, keyOf } from '../support/world';
import type { Action } from './actions';
import { ARTICLE, ARTICLES } from './article';
import { disputeIfUnconfirmed } from './play-labels';
import { notePurged, noteSaved, type Players } from './players';

type Edit = 'title' | 'note' | 'label' | 'unlabel' | 'flag' | 'read' | 'capture-again';
export type DeviceAction = Action & { kind: 'save' | Edit | 'trash' | 'purge' | 'restore' };

/** Returns a bookmark of a page. If a device shows several for a while, a person may mean any. */
export async function bookmarkOf({ library, tables }: Device, key: UrlKey, n: number) {
  const rows = await tables.bookmarks.where('urlKey').equals(key).toArray();
  const shown = rows.filter(({ trashedAt }) => trashedAt === null);
  if (shown.length < 2) return library.bookmarks.findByUrlKey(key);
  return library.bookmarks.get(shown[n % shown.length]!.id);
}

/** Returns true for a title that the pages have which the actions capture. */
export const isTitleOfPage = (title: string): boolean =>
  /^(?:Page|Tab|Again|Title \d+)$/.test(title);

/**
 * Notes that a capture may have replaced the page's own title, which an undo had given back. A title
 * that somebody gave the page stays.
 */
export async function noteTitleOfCapture(
  { all, expected: { titles } }: Players,
  at: number,
  key: UrlKey,
  n: number,
): Promise<void> {
  const last = titles.findLast((one) => one.key === key && one.device === at);
  const title = (await bookmarkOf(all[at]!.device, key, n))?.title;
  if (last?.isOfPage && title !== undefined)
    titles.push({ key, title, device: at, isOfPage: true });
}

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
    else expected.articles.captured.push({ key, text: '', device: action.device, isTaken: true });
    const { url } = action;
    const saved = action.hasArticle
      ? page({ url, title: `Page`, html: ARTICLE })
      : address({ url, title: 'Tab' });
    value(await bookmarks.save(saved));
    await noteTitleOfCapture(players, action.device, key, n);
    return;
  }
  const found = await bookmarkOf(all[action.device]!.device, key, n);
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
        // An action on many pages gives them one label, and the others keep it.
        const isOnOthers = expected.labels.some((one) => one.label === label && one.key !== key);
        expected.unlabelled.add(isOnOthers ? `${key} ${label}` : label);
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
    case 'capture-again': {
      if (found.trashedAt !== null) return;
      // The server keeps its own article, or has none.
      expected.highlights.isExtracted.add(key);
      expected.bare.add(key);
      const html = ARTICLES[action.article]!;
      value(await bookmarks.recapture(id, capture({ url: action.url, title: 'Again', html })));
      await noteTitleOfCapture(players, action.device, key, n);
      return;
    }
    case 'trash':
      expected.abandoned.add(key);
      value(await bookmarks.trash([id]));
      return;
    case 'purge':
      expected.abandoned.add(key);
      notePurged(expected, key, action.device);
      value(await bookmarks.trash([id]));
      value(await bookmarks.purge([id]));
      return;
    case 'restore':
      value(await bookmarks.restore([id]));
  }
}
