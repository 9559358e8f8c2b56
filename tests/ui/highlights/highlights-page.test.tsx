import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BookmarkId, type HighlightId, unixMs } from '../../../src/domain';
import { highlightRepository, type NewHighlight } from '../../../src/library';
import { createDialogStore } from '../../../src/ui/bookmarks/list-tools';
import { createToastStore, Toasts } from '../../../src/ui/components/toasts';
import { HighlightsPage } from '../../../src/ui/highlights/highlights-page';
import { page, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { downloads, fillBrowserGaps } from '../../support/browser-gaps';
import { stubLayout } from '../../support/layout';

const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => {
  fillBrowserGaps();
  stubLayout();
  Element.prototype.scrollIntoView ??= () => {};
});

afterEach(() => {
  act(cleanup);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A library with two pages: *Snow*, and *Ice* with the newest highlight and a label. */
async function openLibrary() {
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

async function openPage({ library }: Pick<TestLibrary, 'library'>, isDetached = false) {
  const toasts = createToastStore();
  const tools = { toasts, dialogs: createDialogStore() };
  const background = { libraryChanged: vi.fn(async () => {}) };
  const view = render(
    <>
      <HighlightsPage
        library={Promise.resolve(library)}
        background={background}
        tools={tools}
        labels={[{ name: 'winter', count: 1 }]}
        isDetached={isDetached}
        isInFront={true}
        hrefOf={(detached) => (detached ? '#/detached' : '#/all')}
        readHref={(id, highlight) => `#/read/${id}/${highlight ?? ''}`}
      />
      <Toasts store={toasts} />
    </>,
  );
  await screen.findByRole('navigation', { name: 'Highlights' });
  return { ...view, toasts, background };
}

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

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const link = (name: RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name });
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

  it('is one stop for Tab: only the controls of the current highlight and of its page can be reached', async () => {
    await openFilled();
    const stops = () =>
      [...document.querySelectorAll<HTMLElement>('.highlight-group :is(a, button, input)')]
        .filter(({ tabIndex }) => tabIndex === 0)
        .map((control) => control.ariaLabel ?? control.textContent);
    const first = ['Choose all of this page: Ice', 'Ice'];
    const item = (words: string, color: string) => [
      ...[`Choose: ${words}`, `${words} (${color})`, 'Copy with link', 'Delete the highlight'],
    ];
    expect(stops()).toEqual([...first, ...item('harbour', 'Yellow')]);
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
        tx.put(highlight, { ...shadow, onlyHere: 'not-found' });
      }),
    );
    const why = await screen.findByText(/^Only on this device: its text was not found/);
    expect(why.closest('li')?.dataset.id).toBe(made.boats);
  });

  it('says how to make the first one', async () => {
    const { container } = await openPage(await openLibrary());
    await screen.findByRole('heading', { name: 'No highlights yet' });
    expect(screen.getByText(/^Open an article and select text/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Download as Markdown' })).toBeNull();
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('copies everything that is shown as Markdown, or what is chosen, and downloads it', async () => {
    const writeText = vi.fn(async () => {});
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    await openFilled();
    fireEvent.click(button('Copy all as Markdown'));
    const snow = '# [Snow](https://example.org/Snow)\n\n> flake\n';
    const ice = (quotes: string) => `# [Ice](https://example.org/Ice)\n\n${quotes}\n`;
    const boats = '> Boats\n\nCold \\*seats\\*';
    const all = `${ice(`> harbour\n\n${boats}`)}\n${snow}`;
    await waitFor(() => expect(writeText).toHaveBeenLastCalledWith(all));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose: Boats' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all of this page: Snow' }));
    await screen.findByText('2 chosen');
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
    fireEvent.click(whole());
    expect(whole().checked).toBe(true);
    await add(ids.snow, 'six arms');
    await screen.findByText('six arms');
    expect(whole().checked).toBe(false);
  });

  it('deletes what is chosen, and restores it with Undo', async () => {
    const { background } = await openFilled();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Choose all of this page: Ice' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await shows(['Snow', 'flake (Yellow)']);
    expect(background.libraryChanged).toHaveBeenCalledOnce();
    expect(screen.getByText('2 highlights are deleted.')).toBeTruthy();
    fireEvent.click(button('Undo'));
    await shows(['Ice', 'harbour (Yellow)', 'Boats (Blue)'], ['Snow', 'flake (Yellow)']);
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
    await screen.findByText('The quote is copied.');
    press('End');
    expect(focused()).toBe('flake (Yellow)');
    press('x');
    expect(await screen.findByText('1 chosen')).toBeTruthy();
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
      ...{ id: `many${n}` as HighlightId, position: at(n) },
    }));
    await tables.highlights.bulkAdd(many);
    await openPage({ library });
    fireEvent.click(await screen.findByRole('button', { name: 'Show 11 more' }));
    await waitFor(() => expect(shown()[0]).toHaveLength(32));
  });
});

describe('the view of detached highlights', () => {
  const LOST = 'a text that was removed later';
  const SIMILAR = 'Boats stood in it like tables';

  async function openDetached() {
    const test = await openLibrary();
    const lost = await test.add(test.ids.ice, LOST, {
      quote: { exact: LOST, prefix: 'before ', suffix: ' after' },
      note: 'Why?',
    });
    const similar = await test.add(test.ids.ice, SIMILAR);
    value(
      await test.highlights.setPositions(
        new Map([
          [lost, 'detached'],
          [similar, 'unsure'],
        ]),
      ),
    );
    const opened = await openPage(test, true);
    await screen.findByText(LOST);
    const card = (text: string) =>
      within(screen.getByText(text).closest<HTMLElement>('.detached-item')!);
    return { ...test, ...opened, made: { lost, similar }, card };
  }

  it('shows the quote in its context, its note and its page, and leads to the reader', async () => {
    const { card, container, ids, made } = await openDetached();
    const lost = card(LOST);
    expect(lost.getByText(LOST).parentElement?.textContent).toBe(`…before ${LOST} after…`);
    expect(lost.getByText('Why?')).toBeTruthy();
    expect(lost.getByRole('heading', { name: 'Ice' })).toBeTruthy();
    const attach = lost.getByRole<HTMLAnchorElement>('link', { name: 'Attach to the selection' });
    expect(attach.hash).toBe(`#/read/${ids.ice}/${made.lost}`);
    expect(link(/^Detached/).textContent).toBe('Detached (2)');
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('says that nothing is detached', async () => {
    await openPage(await openLibrary(), true);
    await screen.findByRole('heading', { name: 'Every highlight has its place' });
  });

  it('looks for one again, which leaves the list when it is found', async () => {
    const { card, library, highlights, made } = await openDetached();
    fireEvent.click(card(LOST).getByRole('button', { name: 'Find it again' }));
    await screen.findByText('The text is not in the saved article.');
    const html = `<p>The harbour froze, before ${LOST} after all.</p>`;
    const bookmark = (await highlights.get(made.lost))!.bookmarkId;
    const again = page({ url: 'https://example.org/Ice', html }).capture;
    value(await library.bookmarks.recapture(bookmark, again));
    fireEvent.click(card(LOST).getByRole('button', { name: 'Find it again' }));
    await screen.findByText('The highlight was found in the article.');
    await waitFor(() => expect(screen.queryByText(LOST)).toBeNull());
    expect(await highlights.get(made.lost)).toMatchObject({ position: { textLength: 55 } });
  });

  it('shows the similar text of an unsure one, which a person confirms, and undoes that', async () => {
    const { card, highlights, made } = await openDetached();
    const before = (await highlights.get(made.similar))!;
    expect((await card(SIMILAR).findByText('Boats stood in it like chairs')).tagName).toBe('MARK');
    fireEvent.click(card(SIMILAR).getByRole('button', { name: 'Yes, it is' }));
    await waitFor(() => expect(screen.queryByText(SIMILAR)).toBeNull());
    const confirmed = await highlights.get(made.similar);
    expect(confirmed?.quote.exact).toBe('Boats stood in it like chairs');
    expect(confirmed?.doubt).toBeUndefined();
    fireEvent.click(button('Undo'));
    await screen.findByText(SIMILAR);
    expect(await highlights.get(made.similar)).toMatchObject({
      ...{ quote: before.quote, doubt: 'unsure' },
    });
  });

  it('refuses the similar text, which is offered again only after Undo', async () => {
    const { card, highlights, made } = await openDetached();
    await card(SIMILAR).findByText('Boats stood in it like chairs');
    fireEvent.click(card(SIMILAR).getByRole('button', { name: 'No, it is not' }));
    await card(SIMILAR).findByText('This text is not in the article.');
    fireEvent.click(button('Undo'));
    await card(SIMILAR).findByText('Boats stood in it like chairs');
    expect(await highlights.get(made.similar)).toMatchObject({ refused: [], doubt: 'unsure' });
    fireEvent.click(card(SIMILAR).getByRole('button', { name: 'No, it is not' }));
    await card(SIMILAR).findByText('This text is not in the article.');
    fireEvent.click(card(SIMILAR).getByRole('button', { name: 'Find it again' }));
    await screen.findByText('The text is not in the saved article.');
    const { refused } = (await highlights.get(made.similar))!;
    expect(refused.map(({ exact }) => exact)).toEqual(['Boats stood in it like chairs']);
  });

  it('offers the second most similar text after the first one was refused', async () => {
    const { card, save, add, highlights } = await openDetached();
    const [first, second] = [
      'Ships lay in the ice like stones',
      'Ships lay in the ice like stools',
    ];
    const id = await save('Ships', `<p>${first} in May.</p><p>Snow.</p><p>${second} in May.</p>`);
    const exact = 'Ships lay in the ice like stoves';
    const ships = await add(id, exact, { quote: { exact, prefix: 'Snow. ', suffix: ' in May.' } });
    value(await highlights.setPositions(new Map([[ships, 'unsure']])));
    const shown = await waitFor(() => {
      const found = [first, second].find((words) => card(exact).queryByText(words));
      expect(found).toBeDefined();
      return found;
    });
    fireEvent.click(card(exact).getByRole('button', { name: 'No, it is not' }));
    await card(exact).findByText(shown === first ? second : first);
    expect(card(exact).queryByText(shown!)).toBeNull();
  });

  it('is kept as a note or deleted, and both can be undone', async () => {
    const { card, highlights, made, toasts } = await openDetached();
    fireEvent.click(card(LOST).getByRole('button', { name: 'Keep as a note' }));
    await waitFor(() => expect(screen.queryByText(LOST)).toBeNull());
    expect(await highlights.get(made.lost)).toMatchObject({ isNoteOnly: true });
    act(() => toasts.undoLast());
    await screen.findByText(LOST);
    fireEvent.click(card(LOST).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText(LOST)).toBeNull());
    act(() => toasts.undoLast());
    await screen.findByText(LOST);
  });
});
