import { cleanup, render, screen, within } from '@testing-library/preact';
import { afterEach, vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { SECOND_MS, unixMs } from '../../../src/domain/time';
import {
  type DuplicateRepository,
  duplicateRepository,
  type Library,
  type RecentChanges,
  recentChanges,
} from '../../../src/library';
import { createDialogStore } from '../../../src/ui/bookmarks/list-tools';
import { createAct } from '../../../src/ui/components/act';
import { createToastStore, Toasts } from '../../../src/ui/components/toasts';
import { DuplicatesPage } from '../../../src/ui/duplicates/duplicates-page';
import { address, type PageParts, page, testLibrary, value } from '../../library/library';
import { fillBrowserGaps } from '../../support/browser-gaps';
import { fakeBackground } from '../fake-background';
import { testClock } from '../popup/clock';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

export const PLAIN = 'https://example.org/ice';
export const WWW = 'https://www.example.org/ice';
export const MOBILE = 'https://m.example.org/snow';
export const SNOW = 'https://example.org/snow';
const LONG = `<p>${'Ice melts. '.repeat(100)}</p>`;

/**
 * Creates a library with a page under two addresses that is a certain duplicate, and an uncertain
 * one.
 */
export async function libraryWithDuplicates() {
  const test = await testLibrary();
  const save = async (url: string, parts: PageParts | null): Promise<BookmarkId> => {
    const what = parts ? page({ url, ...parts }) : address({ url, title: url });
    const { bookmark } = value(await test.library.bookmarks.save(what));
    test.clock.now = unixMs(test.clock.now + SECOND_MS);
    return bookmark.id;
  };
  const ids = {
    plain: await save(PLAIN, { title: 'Ice', html: LONG }),
    www: await save(WWW, { title: 'Ice' }),
    snow: await save(SNOW, { title: 'Snow' }),
    mobile: await save(MOBILE, null),
    other: await save('https://example.org/rain', { title: 'Rain' }),
  };
  value(await test.library.bookmarks.edit(ids.www, { addLabels: ['winter'], isFavourite: true }));
  return { ...test, ids };
}

/** Renders the page over a library. `change` can replace what the library returns, and `undo` how acts are undone. */
export function openDuplicates(
  library: Library,
  change: (real: DuplicateRepository) => DuplicateRepository = (real) => real,
  undo: RecentChanges['undo'] = library.part(recentChanges).undo,
) {
  fillBrowserGaps();
  Element.prototype.scrollIntoView ??= () => {};
  const clock = testClock();
  const toasts = createToastStore(clock.later);
  const background = fakeBackground();
  const act = createAct({ toasts, background, undo });
  const tools = { act, toasts, dialogs: createDialogStore() };
  const shown: Library = {
    ...library,
    part: (make) => {
      const made = library.part(make);
      // The page requests only this part.
      return make === (duplicateRepository as unknown)
        ? (change(made as DuplicateRepository) as typeof made)
        : made;
    },
  };
  const opened = Promise.resolve(shown);
  const view = render(
    <>
      <DuplicatesPage library={opened} tools={tools} hrefOf={(id) => `#/read/${id}`} />
      <Toasts store={toasts} />
    </>,
  );
  return { ...view, background };
}

/** Finds the section of a group. */
export const group = (title: string) => screen.findByRole('region', { name: title });

/** Returns the addresses of a group, with the kept one in brackets. */
export async function choices(title: string): Promise<readonly string[]> {
  const radios = within(await group(title)).getAllByRole<HTMLInputElement>('radio');
  return radios.map((radio) => {
    const url = radio.labels?.[0]?.querySelector('bdi')?.textContent ?? '';
    return radio.checked ? `[${url}]` : url;
  });
}

/** Returns the titles of all groups in order. */
export const titles = (): readonly string[] =>
  screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent ?? '');
