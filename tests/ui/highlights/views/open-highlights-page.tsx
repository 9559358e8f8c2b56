import { render, screen } from '@testing-library/preact';
import type { BookmarkId } from '../../../../src/domain/bookmark';
import type { HighlightId } from '../../../../src/domain/highlight';
import { DAY_MS, unixMs } from '../../../../src/domain/time';
import { highlightRepository, type NewHighlight, recentChanges } from '../../../../src/library';
import { createDialogStore } from '../../../../src/ui/bookmarks/list-tools';
import { createAct } from '../../../../src/ui/components/act';
import { createToastStore, Toasts } from '../../../../src/ui/components/toasts';
import {
  HighlightsPage,
  type HighlightTab,
} from '../../../../src/ui/highlights/views/highlights-page';
import { ReviewView } from '../../../../src/ui/review/review-view';
import { page, testLibrary, value } from '../../../library/library';
import { fakeBackground } from '../../fake-background';
import { memoryStorage } from '../../popup/open-popup';
import { memorySettings } from '../../reader/open-article';

/** A library with two pages: *Snow*, and *Ice* with the newest highlight and a label. */
export async function openLibrary() {
  const test = await testLibrary();
  const highlights = test.library.part(highlightRepository);
  const save = async (title: string, html: string): Promise<BookmarkId> => {
    const saved = page({ url: `https://example.org/${title}`, title, html });
    return value(await test.library.bookmarks.save(saved)).bookmark.id;
  };
  const add = async (
    bookmarkId: BookmarkId,
    exact: string,
    more: Partial<NewHighlight> = {},
  ): Promise<HighlightId> => {
    test.clock.now = unixMs(test.clock.now + DAY_MS);
    const quote = { exact, prefix: '', suffix: '' };
    const made = { bookmarkId, quote, color: 'yellow', position: null, ...more };
    return value(await highlights.add(made)).id;
  };
  const snow = await save('Snow', '<p>Every flake has six arms.</p>');
  const ice = await save('Ice', '<p>The harbour froze. Boats stood in it like chairs.</p>');
  value(await test.library.bookmarks.edit(ice, { addLabels: ['winter'] }));
  return { ...test, highlights, save, add, ids: { snow, ice } };
}

type TestLibrary = Awaited<ReturnType<typeof openLibrary>>;

export async function openPage(
  { library }: Pick<TestLibrary, 'library'>,
  tab: HighlightTab = 'all',
  settings = memorySettings(),
) {
  const toasts = createToastStore();
  const background = fakeBackground();
  const act = createAct({ toasts, background, undo: library.part(recentChanges).undo });
  const tools = { act, toasts, dialogs: createDialogStore() };
  const readHref = (id: BookmarkId, highlight: HighlightId | null) =>
    `#/read/${id}/${highlight ?? ''}`;
  const view = render(
    <>
      <HighlightsPage
        library={Promise.resolve(library)}
        tools={tools}
        labels={[{ name: 'winter', count: 1 }]}
        tab={tab}
        isInFront={true}
        hrefOf={(one) => `#/${one}`}
        readHref={readHref}
        review={
          <ReviewView
            library={Promise.resolve(library)}
            tools={tools}
            storage={memoryStorage()}
            settings={async () => settings}
            isInFront={true}
            readHref={readHref}
          />
        }
      />
      <Toasts store={toasts} />
    </>,
  );
  await screen.findByRole('navigation', { name: 'Highlights' });
  return { ...view, toasts, background };
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const link = (name: RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name });
