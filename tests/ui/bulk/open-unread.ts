import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { expect } from 'vitest';
import { UNDO_MS } from '../../../src/domain/time';
import type { Library } from '../../../src/library';
import { type Schedule, schedule } from '../../../src/ui/components/timers';
import { openLibraryPage } from '../library-page/open-library-page';
import { shownTitles } from '../popup/open-popup';

export const TITLES = ['First', 'Second', 'Fourth', 'Fifth'];

/** A message with *Undo* stays, also on a busy machine. */
const later: Schedule = (run, delayMs) => (delayMs === UNDO_MS ? () => {} : schedule(run, delayMs));

/** Opens the unread list, in which bookmarks can be selected. */
export async function openUnread() {
  const page = await openLibraryPage('#/unread', { unread: TITLES, later });
  await waitFor(() => expect(shownTitles()).toEqual(TITLES));
  await waitFor(() => expect(page.model.listModel.tools.value).not.toBeNull());
  return page;
}

export const box = (title: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select “${title}”` });
export const bar = () => screen.getByRole('region', { name: 'Selected bookmarks' });
export const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

/** Returns the number of archived bookmarks. */
export const archived = async (library: Library) =>
  (await library.bookmarks.page({ view: 'archive', limit: 100, after: null })).rows.length;
