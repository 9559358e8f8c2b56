import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import { testLibrary } from '../../library/library';
import { openPopup, press, saveArticles, savedState, shownTitles } from './open-popup';

async function popupWithThree() {
  const { library } = await testLibrary();
  const saved = await saveArticles(library, ['First', 'Second', 'Third']);
  const popup = await openPopup({ library });
  await waitFor(() => expect(shownTitles()).toHaveLength(3));
  // The keys are loaded after the first paint. k on the first row stays there.
  await vi.waitFor(() => {
    press('k');
    expect(document.activeElement?.textContent).toBe('First');
  });
  return { ...popup, saved };
}

const focusIsOn = (title: string) =>
  waitFor(() => expect(document.activeElement?.textContent).toBe(title));

async function goTo(...keys: string[]) {
  for (const key of keys) press(key);
}

describe('keys that are pressed before the list has loaded', () => {
  /** Renders the popup with three rows of the snapshot, before the library has opened. */
  async function firstPaint() {
    const { library } = await testLibrary();
    const saved = await saveArticles(library, ['First', 'Second', 'Third']);
    const before = await openPopup({ library });
    await waitFor(() => expect(before.storage.getItem('leafmark.snapshot')).toContain('Third'));
    before.close();
    let paint = () => {};
    const painted = new Promise<void>((resolve) => {
      paint = resolve;
    });
    const popup = await openPopup({ library, storage: before.storage, painted });
    expect(shownTitles()).toEqual(['First', 'Second', 'Third']);
    return { ...popup, saved, paint };
  }

  it('run in order once it has loaded', async () => {
    const { library, saved, paint } = await firstPaint();
    await goTo('j', 'j', 'f');
    paint();
    await focusIsOn('Second');
    await waitFor(async () =>
      expect((await library.bookmarks.get(saved[1]!.id))?.isFavourite).toBe(true),
    );
  });

  it('are limited in number', async () => {
    const { paint } = await firstPaint();
    await goTo(...'kkkkkkkk', 'j');
    paint();
    await focusIsOn('First');
    press('j');
    await focusIsOn('Second');
  });
});

describe('the keys of the list', () => {
  it('move from row to row and stop at the ends', async () => {
    await popupWithThree();
    press('j');
    await focusIsOn('Second');
    await goTo('j', 'j', 'j');
    await focusIsOn('Third');
    press('k');
    await focusIsOn('Second');
  });

  it('leave only one row and its buttons in the tab order', async () => {
    await popupWithThree();
    press('j');
    await focusIsOn('Second');
    const reached = screen.getAllByRole('link').filter((link) => link.closest('li[data-id]'));
    expect(reached.map((link) => link.tabIndex)).toEqual([-1, 0, -1]);
    const archive = await screen.findByRole('button', { name: 'Archive' });
    expect(archive.tabIndex).toBe(0);
  });

  it('focus the next row when a row disappears', async () => {
    await popupWithThree();
    press('j');
    await focusIsOn('Second');
    press('#');
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Third']));
    await focusIsOn('Third');
    press('Delete');
    await waitFor(() => expect(shownTitles()).toEqual(['First']));
    await focusIsOn('First');
  });

  it('make a favourite, archive, and undo', async () => {
    const { library, saved } = await popupWithThree();
    press('f');
    const first = saved[0]!.id;
    await waitFor(async () => expect((await library.bookmarks.get(first))?.isFavourite).toBe(true));
    press('a');
    await waitFor(() => expect(shownTitles()).toEqual(['Second', 'Third']));
    await screen.findByRole('button', { name: 'Undo' });
    press('u');
    await waitFor(() => expect(shownTitles()).toEqual(['First', 'Second', 'Third']));
  });

  it.each(['#', 'Delete', 'a', 'f', 'o'])(
    'only focus the current row when it had no focus: %s',
    async (key) => {
      const { library, saved, model } = await popupWithThree();
      screen.getByRole('button', { name: 'Open library' }).focus();
      const before = await library.bookmarks.get(saved[0]!.id);
      press(key);
      await focusIsOn('First');
      expect(await library.bookmarks.get(saved[0]!.id)).toEqual(before);
      expect(model.reading.value).toBeNull();
    },
  );

  it('open the reader', async () => {
    await popupWithThree();
    press('j');
    await focusIsOn('Second');
    press('o');
    await screen.findByRole('heading', { level: 1, name: 'Second' });
  });

  it('open the labels of the page in front while no row has the focus', async () => {
    const { library } = await testLibrary();
    const [saved] = await saveArticles(library, ['First', 'Second']);
    const { model } = await openPopup({ library, page: savedState(saved!) });
    await waitFor(() =>
      expect(model.listModel.tools.value?.pageLabels.value).toBeInstanceOf(Function),
    );
    press('l');
    const field = await screen.findByRole('combobox', { name: 'Add a label' });
    await waitFor(() => expect(document.activeElement).toBe(field));
    const labels = screen.getByRole('region', { name: 'Labels' });
    expect(labels.dataset.open).toBe('true');
    fireEvent.keyDown(field, { key: 'Escape' });
    await waitFor(() => expect(labels.dataset.open).toBe('false'));
    field.blur();
    press('j');
    await focusIsOn('Second');
    press('l');
    await screen.findByRole('dialog', { name: 'Second' });
  });

  it('open the labels', async () => {
    await popupWithThree();
    press('l');
    await screen.findByRole('dialog', { name: 'First' });
    await screen.findByRole('combobox', { name: 'Add a label' });
  });

  it('are listed by ?', async () => {
    await popupWithThree();
    press('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keys' });
    expect(dialog.textContent).toContain('Next');
  });
});
