import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { articleRequests } from '../../../src/library';
import { address, value } from '../../library/library';
import { openLibraryPage } from '../library-page/open-library-page';

const PAGES = [
  ['Green tea', ['tea']],
  ['Black tea', ['tea']],
  ['Coffee', []],
] as const;

/** Opens the library with three addresses, and with articles that are never wanted. */
async function opened(hash: string) {
  const page = await openLibraryPage(hash, {
    async before(library) {
      const pages = PAGES.map(([title, labels], at) => ({
        page: address({ url: `https://example.org/${at}`, title }),
        labels: [...labels],
      }));
      value(await library.bookmarks.addMany(pages, { outbox: false }));
    },
  });
  await waitFor(() => expect(page.model.listModel.tools.value).not.toBeNull());
  return page;
}

/** Presses the button of the form, and returns the titles of the pages that wait. */
async function started({ library }: Awaited<ReturnType<typeof opened>>, count: string) {
  await screen.findByText(count);
  const form = screen.getByRole('group', { name: 'Which pages' }).parentElement as HTMLElement;
  fireEvent.click(within(form).getByRole('button', { name: 'Get the articles' }));
  await screen.findByText(/^Pages: 0 of \d$/);
  let titles: readonly string[] = [];
  library.part(articleRequests).watchPages('waiting', 10, (pages) => {
    titles = pages.map(({ title }) => title).toSorted();
  });
  await waitFor(() => expect(titles).not.toEqual([]));
  return titles;
}

const isChosen = async (name: string | RegExp) =>
  (await screen.findByRole<HTMLInputElement>('radio', { name })).checked;

describe('getting the articles', () => {
  it('of selected pages begins in the bar of the selection', async () => {
    const page = await opened('#/all');
    for (const title of ['Green tea', 'Coffee', 'First']) {
      fireEvent.click(await screen.findByRole('checkbox', { name: `Select “${title}”` }));
    }
    const bar = within(await screen.findByRole('region', { name: 'Selected bookmarks' }));
    // It is in a menu on a phone, and jsdom has no popovers.
    fireEvent.click(bar.getByRole('button', { name: 'Get the articles', hidden: true }));
    expect(await isChosen('Selected: 3')).toBe(true);
    expect(await started(page, '2 bookmarks')).toEqual(['Coffee', 'Green tea']);
  });

  it.each([
    ['a label', '#/label/tea', /tea/],
    ['a search', '#/search/tea', /tea/],
  ])('of %s begins beside its list', async (_, hash, name) => {
    const page = await opened(hash);
    await screen.findByRole('link', { name: 'Green tea' });
    fireEvent.click(await screen.findByRole('button', { name: 'Get the articles' }));
    expect(await isChosen(name)).toBe(true);
    expect(await started(page, '2 bookmarks')).toEqual(['Black tea', 'Green tea']);
  });

  it('of all pages without text is what the entry of the tools offers first', async () => {
    const page = await opened('#/get-articles');
    expect(await isChosen('All without text')).toBe(true);
    expect(await started(page, '3 bookmarks')).toEqual(['Black tea', 'Coffee', 'Green tea']);
  });
});
