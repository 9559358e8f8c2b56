import { cleanup, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { dayOf } from '../../../src/domain/calendar';
import { answered } from '../../../src/domain/review';
import { DEFAULT_SETTINGS } from '../../../src/domain/settings';
import { highlightRepository } from '../../../src/library';
import { type LibraryOfTests, value } from '../../library/library';
import { openLibraryPage } from '../library-page/open-library-page';
import { memoryStorage } from '../popup/open-popup';

const line = () => screen.queryByRole('link', { name: /^Review: / });

const idsOf = async ({ bookmarks }: LibraryOfTests) => {
  const unread = { view: 'unread', after: null, limit: 10 } as const;
  return (await bookmarks.page(unread)).rows.map(({ id }) => id);
};

/** Adds highlights to the first page, as old as the library of a test. */
const withHighlights = (count: number) => async (library: LibraryOfTests) => {
  const [bookmarkId] = await idsOf(library);
  for (let at = 0; at < count; at += 1) {
    const quote = { exact: `words ${at}`, prefix: '', suffix: '' };
    const made = { bookmarkId: bookmarkId!, quote, color: 'yellow', position: null };
    value(await library.part(highlightRepository).add(made));
  }
};

describe('the line about the review', () => {
  it('says how many highlights there are, leads to them, and goes with the last one', async () => {
    const storage = memoryStorage();
    const { library } = await openLibraryPage('#/unread', { storage, before: withHighlights(2) });
    await waitFor(() => expect(line()?.textContent).toBe('Review: 2 highlights'));
    expect(line()?.getAttribute('href')).toBe('#/highlights/review');
    const highlights = library.part(highlightRepository);
    const [bookmarkId] = await idsOf(library);
    for (const { id } of await highlights.ofBookmark(bookmarkId!)) {
      const review = answered('', 'keep', dayOf(Date.now()));
      value(await highlights.edit(id, { review }));
    }
    await waitFor(() => expect(line()).toBeNull());
    // On the day when they are due, the first paint has the line before the library is open.
    const stored = JSON.parse(storage.getItem('leafmark.review') ?? '');
    expect(stored).toEqual({ fromDay: dayOf(Date.now()) + 2, count: 5 });
  });

  it('is in the first paint where it was, and only there', async () => {
    const storage = memoryStorage();
    storage.setItem('leafmark.review', JSON.stringify({ fromDay: 1, count: 3 }));
    await openLibraryPage('#/unread', { storage });
    expect(line()?.textContent).toBe('Review: 3 highlights');
    // The library has none.
    await waitFor(() => expect(line()).toBeNull());
  });

  it('is in no other list, and not shown to a person who has switched the review off', async () => {
    await openLibraryPage('#/all', { before: withHighlights(1) });
    await screen.findByRole('link', { name: 'First' });
    expect(line()).toBeNull();
    cleanup();
    vi.unstubAllGlobals();
    const storage = memoryStorage();
    storage.setItem('leafmark.settings', JSON.stringify({ reviewPerDay: 0 }));
    storage.setItem('leafmark.review', JSON.stringify({ fromDay: 1, count: 3 }));
    const settings = { ...DEFAULT_SETTINGS, reviewPerDay: 0 };
    await openLibraryPage('#/unread', { storage, settings, before: withHighlights(1) });
    expect(line()).toBeNull();
  });
});
