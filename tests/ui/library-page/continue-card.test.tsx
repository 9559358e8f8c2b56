import { screen, waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { minutesLeft } from '../../../src/ui/library-page/continue-card';
import { value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { memoryStorage, saveArticles } from '../popup/open-popup';
import { openLibraryPage } from './open-library-page';

const card = () => screen.queryByRole('link', { name: /^Continue reading/ });

describe('the page to continue', () => {
  it('is not in other lists', async () => {
    await openLibraryPage('#/all', {
      before: async (opened) => {
        const [read] = await saveArticles(opened, ['Begun']);
        value(await opened.bookmarks.edit(read!.id, { readProgress: 20 }));
      },
    });
    await screen.findByRole('link', { name: 'Begun' });
    expect(card()).toBeNull();
  });

  it('has the minutes that are left, at least one', () => {
    expect(minutesLeft({ readingTimeMinutes: 14, readProgress: 62 })).toBe(6);
    expect(minutesLeft({ readingTimeMinutes: 1, readProgress: 99 })).toBe(1);
  });

  it('is the one that was read last, and goes when it is read to its end', async () => {
    const storage = memoryStorage();
    const { library, container } = await openLibraryPage('#/unread', {
      storage,
      before: async (opened) => {
        const [older, newer] = await saveArticles(opened, ['Older', 'Newer']);
        value(await opened.bookmarks.edit(newer!.id, { readProgress: 20 }));
        value(await opened.bookmarks.edit(older!.id, { readProgress: 60 }));
      },
    });
    await waitFor(() => expect(card()).not.toBeNull());
    // The next first paint has it before the library is open.
    expect(storage.getItem('leafmark.continue')).toMatch(/Newer|Older/);
    expect(await seriousFindings(container)).toEqual([]);
    for (let left = 2; left > 0; left -= 1) {
      const { hash, textContent } = card() as HTMLAnchorElement;
      expect(textContent).toMatch(/(?:Newer|Older) EExample 1 min left$/);
      const id = decodeURIComponent(hash.split('/')[2] ?? '') as BookmarkId;
      value(await library.bookmarks.edit(id, { readProgress: 100 }));
      await waitFor(() => expect(card()?.getAttribute('href')).not.toBe(hash));
    }
    await waitFor(() => expect(card()).toBeNull());
  });
});
