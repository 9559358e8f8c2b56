import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Library, labelColorRepository } from '../../../src/library';
import { labelStyle } from '../../../src/ui/labels/label-style';
import { page, testLibrary, value } from '../../library/library';
import { openLibraryPage } from '../library-page/open-library-page';
import { openPopup, press, saveArticles, savedState } from '../popup/open-popup';

beforeEach(() => {
  labelStyle.value = undefined;
});

/** Gives the label of the pages a colour that its name would not have. */
const chooseColor = async (library: Library): Promise<void> => {
  value(await library.part(labelColorRepository).setColors(new Map([['science', 'red']])));
};

/** Waits until the label is shown in its colour, with a text that can be read on it. */
const isRed = (label: () => HTMLElement | null | undefined): Promise<void> =>
  waitFor(() => {
    const style = label()?.closest<HTMLElement>('[style]')?.style;
    expect([style?.background, style?.color]).toEqual(['var(--label-red)', 'var(--ink)']);
  });

const labelIn = (place: Element | null) =>
  place instanceof HTMLElement ? within(place).queryByText('science') : null;

describe('the chosen colour of a label', () => {
  it('is that of its rows, and of the dialog for several pages', async () => {
    await openLibraryPage('#/unread', { before: chooseColor });
    const title = await screen.findByRole('link', { name: 'First' });
    await isRed(() => labelIn(title.closest('.row')));
    title.focus();
    press('x');
    press('l');
    const dialog = await screen.findByRole('dialog');
    const field = within(dialog).getByRole('combobox');
    fireEvent.input(field, { target: { value: 'science,' } });
    await isRed(() => labelIn(dialog.querySelector('.chips')));
  });

  it('is that of the labels of a page, and changes with a choice elsewhere', async () => {
    const { library } = await openLibraryPage('#/unread', { before: chooseColor });
    (await screen.findByRole('link', { name: 'First' })).focus();
    press('l');
    const dialog = await screen.findByRole('dialog', { name: 'First' });
    const label = () => labelIn(dialog.querySelector('.chips'));
    await isRed(label);
    value(await library.part(labelColorRepository).setColors(new Map([['science', 'teal']])));
    await waitFor(() => expect(label()?.closest('li')?.style.background).toContain('teal'));
  });

  it('is that of the article in the reader', async () => {
    await openLibraryPage('#/unread', { before: chooseColor });
    fireEvent.click(await screen.findByRole('link', { name: 'First' }));
    await isRed(() => labelIn(document.querySelector('.reader-labels')));
  });

  it('is that of a page that may be a duplicate', async () => {
    await openLibraryPage('#/duplicates', {
      async before(library) {
        await chooseColor(library);
        for (const host of ['example.org', 'www.example.org']) {
          const saved = page({ url: `https://${host}/ice`, title: 'Ice' });
          const { bookmark } = value(await library.bookmarks.save(saved));
          value(await library.bookmarks.edit(bookmark.id, { addLabels: ['science'] }));
        }
      },
    });
    await isRed(() => labelIn(document.querySelector('.duplicate-facts')));
  });

  it('is that of the page and of the rows of the popup', async () => {
    const { library } = await testLibrary();
    await chooseColor(library);
    const labels = ['science'];
    const [current] = await saveArticles(library, ['Current', 'Other'], { labels });
    await openPopup({ library, page: savedState(current!) });
    await isRed(() => labelIn(document.querySelector('.page-labels')));
    await isRed(() => labelIn(document.querySelector('.row')));
  });
});
