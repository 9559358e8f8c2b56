import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { HighlightId } from '../../../../src/domain/highlight';
import { DAY_MS } from '../../../../src/domain/time';
import { value } from '../../../library/library';
import { seriousFindings } from '../../../support/accessibility';
import { downloads } from '../../../support/browser-gaps';
import { usePages } from '../../../support/rendered-pages';
import { button, link, openLibrary, openPage } from './open-highlights-page';

usePages();

/** Returns the title of each page with its quotes. */
const shown = () =>
  screen
    .getAllByRole('region')
    .filter((region) => region.closest('.highlight-group'))
    .map((region) => [
      within(region).getByRole('heading').textContent,
      ...[...region.querySelectorAll('.highlight-link')].map((link) => link.textContent),
    ]);

const shows = (...expected: string[][]) => waitFor(() => expect(shown()).toEqual(expected));

const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });

async function openFilled() {
  const test = await openLibrary();
  const { add, ids } = test;
  const boats = await add(ids.ice, 'Boats', {
    position: at(15),
    color: 'blue',
    note: 'Cold *seats*',
  });
  const flake = await add(ids.snow, 'flake');
  const harbour = await add(ids.ice, 'harbour', { position: at(3) });
  const opened = await openPage(test);
  await shows(['Ice', 'harbour (Yellow)', 'Boats (Blue)'], ['Snow', 'flake (Yellow)']);
  return { ...test, ...opened, made: { boats, flake, harbour } };
}

const at = (start: number) => ({ start, end: start + 5, textLength: 40, textHash: 'one' });

describe('the view of all highlights', () => {
  it('groups them by page, the page with the newest first, and leads to each in the reader', async () => {
    const { container, ids, made } = await openFilled();
    expect(link(/^Boats/).hash).toBe(`#/read/${ids.ice}/${made.boats}`);
    expect(link(/^Ice/).hash).toBe(`#/read/${ids.ice}/`);
    expect(screen.getByText('Cold *seats*')).toBeTruthy();
    expect(screen.getByText('2 highlights')).toBeTruthy();
    expect(screen.getAllByText('example.org')).toHaveLength(2);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('says on which page of a document a highlight is', async () => {
    const test = await openLibrary();
    await test.add(test.ids.ice, 'Boats', { position: { ...at(15), page: 12 } });
    await openPage(test);
    await screen.findByText('Page 12');
  });

  it('is one stop for Tab: only the controls of the current highlight and of its page can be reached', async () => {
    await openFilled();
    fireEvent.click(button('Select'));
    const stops = () =>
      [...document.querySelectorAll<HTMLElement>('.highlight-group :is(a, button, input)')]
        .filter(({ tabIndex }) => tabIndex === 0)
        .map((control) => control.ariaLabel ?? control.textContent);
    const first = ['Choose all of this page: Ice', 'Ice'];
    const item = (words: string, color: string) => [
      ...[`Select “${words}”`, `${words} (${color})`, 'Copy with link', 'Delete the highlight'],
    ];
    await waitFor(() => expect(stops()).toEqual([...first, ...item('harbour', 'Yellow')]));
    press('ArrowDown');
    press('ArrowDown');
    expect(document.activeElement).toBe(link(/^Boats/));
    expect(stops()).toEqual([...first, ...item('Boats', 'Blue')]);
    press('End');
    const last = ['Choose all of this page: Snow', 'Snow', ...item('flake', 'Yellow')];
    expect(stops()).toEqual(last);
    fireEvent.click(button('Yellow'));
    await shows(['Ice', 'harbour (Yellow)'], ['Snow', 'flake (Yellow)']);
    expect(stops()).toEqual(last);
  });

  it('is filtered by words, colour, label and days, and says when nothing is left', async () => {
    const { container } = await openFilled();
    const words = screen.getByRole('searchbox', { name: 'Words in the quote or the note' });
    fireEvent.input(words, { target: { value: 'seats' } });
    await shows(['Ice', 'Boats (Blue)']);
    fireEvent.click(button('Yellow'));
    await screen.findByRole('heading', { name: 'No highlight matches' });
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(button('Clear the filter'));
    await shows(['Ice', 'harbour (Yellow)', 'Boats (Blue)'], ['Snow', 'flake (Yellow)']);
    fireEvent.click(button('Yellow'));
    expect(button('Yellow').getAttribute('aria-pressed')).toBe('true');
    await shows(['Ice', 'harbour (Yellow)'], ['Snow', 'flake (Yellow)']);
    const label = screen.getByRole('combobox', { name: 'Label' });
    fireEvent.change(label, { target: { value: 'winter' } });
    await shows(['Ice', 'harbour (Yellow)']);
    fireEvent.click(button('Clear the filter'));
    const day = (more: number) => new Date(1_700_000_000_000 + more * DAY_MS);
    const local = (at: Date) =>
      `${at.getFullYear()}-${`${at.getMonth() + 1}`.padStart(2, '0')}-${`${at.getDate()}`.padStart(2, '0')}`;
    fireEvent.input(screen.getByLabelText('From'), { target: { value: local(day(2)) } });
    fireEvent.input(screen.getByLabelText('To'), { target: { value: local(day(2)) } });
    await shows(['Snow', 'flake (Yellow)']);
  });

  it('says which highlights are on this device only, and why', async () => {
    const { library, ids, made } = await openFilled();
    value(
      await library.sync.highlightTransaction(ids.ice, (tx) => {
        const { highlight, shadow } = tx.get(made.boats)!;
        tx.put(highlight, { ...shadow, localOnly: 'not-found' });
      }),
    );
    const why = await screen.findByText(/^Only on this device: the server cannot mark this text/);
    expect(why.closest('li')?.dataset.id).toBe(made.boats);
  });

  it('says how to make the first one', async () => {
    const { container } = await openPage(await openLibrary());
    await screen.findByRole('heading', { name: 'No highlights yet' });
    expect(screen.getByText(/^Open an article, select text/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download as Markdown' })).toBeNull();
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('copies everything that is shown as Markdown, or what is chosen, and downloads it', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await openFilled();
    fireEvent.click(button('Copy as Markdown'));
    const snow = '# [Snow](https://example.org/Snow)\n\n> flake\n';
    const ice = (quotes: string) => `# [Ice](https://example.org/Ice)\n\n${quotes}\n`;
    const boats = '> Boats\n\nCold \\*seats\\*';
    const all = `${ice(`> harbour\n\n${boats}`)}\n${snow}`;
    await waitFor(() => expect(writeText).toHaveBeenLastCalledWith(all));
    expect(screen.queryByRole('checkbox')).toBeNull();
    fireEvent.click(button('Select'));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select “Boats”' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all of this page: Snow' }));
    await screen.findByText('Selected: 2');
    fireEvent.click(button('Copy as Markdown'));
    await waitFor(() => expect(writeText).toHaveBeenLastCalledWith(`${ice(boats)}\n${snow}`));
    const files = downloads();
    fireEvent.click(button('Download as Markdown'));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.[0]).toMatch(/^highlights-\d{4}-\d{2}-\d{2}\.md$/);
    expect(files[0]?.[1]).toBe(`${ice(boats)}\n${snow}`);
  });

  it('shows that a page is not chosen as a whole any more when it gets another highlight', async () => {
    const { add, ids } = await openFilled();
    const whole = () =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose all of this page: Snow' });
    fireEvent.click(button('Select'));
    fireEvent.click(whole());
    expect(whole().checked).toBe(true);
    await add(ids.snow, 'six arms');
    await screen.findByText('six arms');
    expect(whole().checked).toBe(false);
  });

  it('deletes what is chosen, and restores it with Undo', async () => {
    const { background } = await openFilled();
    fireEvent.click(button('Select'));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all of this page: Ice' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await shows(['Snow', 'flake (Yellow)']);
    expect(background.libraryChanged).toHaveBeenCalledOnce();
    expect(screen.getByText('Deleted: 2 highlights')).toBeTruthy();
    fireEvent.click(button('Undo'));
    await shows(['Ice', 'harbour (Yellow)', 'Boats (Blue)'], ['Snow', 'flake (Yellow)']);
  });

  it('keeps the focus in the page when everything is deleted, one by one or together', async () => {
    await openFilled();
    for (const count of [2, 1, 0]) {
      press('ArrowDown');
      press('Delete');
      await waitFor(() => expect(document.querySelectorAll('.highlight-item')).toHaveLength(count));
      expect(document.activeElement).not.toBe(document.body);
    }
    expect(document.activeElement?.getAttribute('aria-current')).toBe('page');
    press('u');
    await shows(['Snow', 'flake (Yellow)']);
    fireEvent.click(button('Select'));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all of this page: Snow' }));
    const remove = await screen.findByRole('button', { name: 'Delete' });
    remove.focus();
    fireEvent.click(remove);
    await waitFor(() => expect(document.querySelector('.highlight-item')).toBeNull());
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
  });

  it('is moved through with the keyboard, which also copies, chooses and deletes', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await openFilled();
    const focused = () => document.activeElement?.textContent;
    press('ArrowDown');
    expect(focused()).toBe('harbour (Yellow)');
    press('ArrowDown');
    press('c');
    const text = '“Boats”\n\nCold *seats*\n\nIce\nhttps://example.org/Ice';
    expect(writeText).toHaveBeenLastCalledWith(text);
    await screen.findByText('Copied');
    press('End');
    expect(focused()).toBe('flake (Yellow)');
    press('x');
    expect(await screen.findByText('Selected: 1')).toBeTruthy();
    press('Home');
    expect(focused()).toBe('harbour (Yellow)');
    press('j');
    press('Delete');
    await shows(['Ice', 'harbour (Yellow)'], ['Snow', 'flake (Yellow)']);
    await waitFor(() => expect(focused()).toBe('flake (Yellow)'));
    press('u');
    await shows(['Ice', 'harbour (Yellow)', 'Boats (Blue)'], ['Snow', 'flake (Yellow)']);
    press('?');
    expect(screen.getByText('Choose for copying')).toBeTruthy();
  });

  it('shows the first of a page with very many, and the others on request', async () => {
    const { tables, library, ...test } = await openLibrary();
    await test.add(test.ids.ice, 'first');
    const row = (await tables.highlights.toArray())[0]!;
    const many = Array.from({ length: 30 }, (_, n) => ({
      ...row,
      id: `many${n}` as HighlightId,
      position: at(n),
    }));
    await tables.highlights.bulkAdd(many);
    await openPage({ library });
    fireEvent.click(await screen.findByRole('button', { name: 'Show 11 more' }));
    await waitFor(() => expect(shown()[0]).toHaveLength(32));
  });
});
