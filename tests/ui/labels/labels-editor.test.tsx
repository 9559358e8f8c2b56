import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { page, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { openLibraryPage } from '../library-page/open-library-page';
import { press } from '../popup/open-popup';

const LONG = 'n'.repeat(60);

/** Opens the labels of a page whose site and text suggest labels. */
async function openLabels() {
  const opened = await openLibraryPage('#/all', {
    unread: [],
    async before(library) {
      const ofSite = page({ url: 'https://ice.example/1', title: 'Older' });
      const shown = page({ url: 'https://ice.example/2', title: 'Shown', keywords: ['<b>', LONG] });
      value(
        await library.bookmarks.addMany([{ page: ofSite, labels: ['glacier'] }], { outbox: false }),
      );
      value(await library.bookmarks.addMany([{ page: shown }], { outbox: false }));
    },
  });
  const link = await screen.findByRole('link', { name: 'Shown' });
  link.focus();
  press('l');
  const dialog = await screen.findByRole('dialog', { name: 'Shown' });
  const buttons = () =>
    within(dialog)
      .queryAllByRole('button', { name: /^Add the label/ })
      .map((button) => button.textContent);
  return { ...opened, dialog, buttons };
}

describe('the labels of a page', () => {
  it('are suggested by its site and its keywords, and added only by a press', async () => {
    const { dialog, buttons, library, container } = await openLabels();
    await waitFor(() => expect(buttons()).toEqual(['glacier', '<b>', LONG]));
    expect(await seriousFindings(container)).toEqual([]);
    const first = within(dialog).getByRole('button', { name: 'Add the label glacier' });
    first.focus();
    fireEvent.click(first);
    await within(dialog).findByRole('button', { name: 'Remove the label glacier' });
    await waitFor(() => expect(buttons()).toEqual(['<b>', LONG]));
    expect(document.activeElement?.textContent).toBe('<b>');
    const [bookmark] = (await library.bookmarks.page({ view: 'all', limit: 1, after: null })).rows;
    expect(bookmark?.labels).toEqual(['glacier']);
    fireEvent.click(document.activeElement!);
    await waitFor(() => expect(buttons()).toEqual([LONG]));
    fireEvent.click(document.activeElement!);
    await waitFor(() => expect(buttons()).toEqual([]));
    expect(document.activeElement).toBe(within(dialog).getByRole('combobox'));
  });

  it('are suggested again after they were removed', async () => {
    const { dialog, buttons } = await openLabels();
    await waitFor(() => expect(buttons()).toHaveLength(3));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add the label glacier' }));
    await waitFor(() => expect(buttons()).toHaveLength(2));
    fireEvent.click(
      await within(dialog).findByRole('button', { name: 'Remove the label glacier' }),
    );
    await waitFor(() => expect(buttons()).toHaveLength(3));
  });
});
