import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { contentsRepository, type Library, searchIndexer } from '../../../src/library';
import { addMany } from '../../../src/library/bookmarks/save-page';
import { page, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { openLibraryPage } from '../library-page/open-library-page';
import { press, shownTitles } from '../popup/open-popup';

const PAGES = [
  { title: 'Glacier facts', html: '<p>Snow becomes ice.</p><p>Deep blue <b>water</b> below.</p>' },
  {
    title: 'Harbour life',
    html: '<p>Boats on the water near a glacier.</p>',
    siteName: 'Sea News',
    authors: ['Rachel Carson', 'Jacques Cousteau'],
  },
  { title: 'مقال عن الجليد', html: '<p>الماء الأزرق</p>' },
];

async function fill(library: Library): Promise<void> {
  const pages = PAGES.map((parts, at) => ({
    page: page({ url: `https://${at === 2 ? 'xn--caf-dma' : 'ice'}.example/${at}`, ...parts }),
    labels: at === 0 ? ['to read'] : [],
    isArchived: at === 1,
  }));
  value(await library.part((store) => addMany(store, pages, { outbox: false })));
}

async function openSearch(hash = '#/unread', isIndexed = true) {
  const opened = await openLibraryPage(hash, {
    async before(library) {
      await fill(library);
      if (isIndexed) value(await library.part(searchIndexer).run(new AbortController().signal));
    },
  });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search library' });
  const type = (text: string) => {
    field.focus();
    fireEvent.input(field, { target: { value: text } });
  };
  const key = (name: string) => fireEvent.keyDown(field, { key: name });
  const shows = (titles: readonly string[]) => waitFor(() => expect(shownTitles()).toEqual(titles));
  const options = () => {
    const list = screen.queryByRole('listbox', { name: 'Suggestions' });
    const shown = list === null ? [] : within(list).getAllByRole('option');
    return shown.map((option) => option.textContent);
  };
  const status = () => document.querySelector('.search-status')?.textContent;
  const problems = () => document.querySelector('.search-problems')?.textContent;
  return { ...opened, field, type, key, shows, options, status, problems };
}

describe('the search of the library page', () => {
  it('shows ranked results while the user types, in all views, and their number', async () => {
    const { type, shows, status } = await openSearch();
    type('glac');
    await shows(['Glacier facts', 'Harbour life']);
    await waitFor(() => expect(status()).toBe('2 results'));
    type('glacier boa');
    await shows(['Harbour life']);
    await waitFor(() => expect(status()).toBe('1 result'));
  });

  it('gets the focus with the key /, and Enter leads to the first result', async () => {
    const { field, type, key, shows } = await openSearch();
    await waitFor(() => expect(shownTitles()).toHaveLength(4));
    press('/');
    await waitFor(() => expect(document.activeElement).toBe(field));
    type('boats');
    await shows(['Harbour life']);
    key('Enter');
    const link = screen.getByRole('link', { name: 'Harbour life' });
    await waitFor(() => expect(document.activeElement).toBe(link));
  });

  it('is in the address, in which the states of one text are one entry', async () => {
    const { type, shows } = await openSearch();
    const entries = window.history.length;
    type('boa');
    type('boats "near a"');
    expect(window.location.hash).toBe('#/search/boats%20%22near%20a%22');
    expect(window.history.length).toBe(entries + 1);
    await shows(['Harbour life']);
    expect(document.title).toBe('Search: boats "near a" · Leafmark');
  });

  it('opens from its address, and follows the history', async () => {
    const { field, shows } = await openSearch('#/search/boats');
    await shows(['Harbour life']);
    expect(field.value).toBe('boats');
    window.location.hash = '#/archive';
    await shows(['Harbour life', 'Third']);
    expect(field.value).toBe('');
    window.location.hash = '#/search/title%3Aglacier';
    await shows(['Glacier facts']);
    expect(field.value).toBe('title:glacier');
  });

  it('ends with Escape, and shows the list from before', async () => {
    const { field, type, key, shows } = await openSearch('#/archive');
    type('facts');
    await shows(['Glacier facts']);
    key('Escape');
    await shows(['Harbour life', 'Third']);
    expect(field.value).toBe('');
    expect(window.location.hash).toBe('#/archive');
  });

  it('marks the hits in the title and in a passage of the text, also from right to left', async () => {
    const { type, shows } = await openSearch();
    type('facts water');
    await shows(['Glacier facts']);
    const marks = () => [...document.querySelectorAll('.row mark')].map((mark) => mark.textContent);
    await waitFor(() => expect(marks()).toEqual(['facts', 'water']));
    expect(document.querySelector('.row-description')?.textContent).toBe('Deep blue water below.');
    type('الأزرق');
    await shows(['مقال عن الجليد']);
    await waitFor(() => expect(marks()).toEqual(['الأزرق']));
  });

  it('has another order if the user chooses one', async () => {
    const { type, shows } = await openSearch();
    type('glac');
    await shows(['Glacier facts', 'Harbour life']);
    const sort = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    expect(sort.selectedOptions[0]?.textContent).toBe('Best match');
    fireEvent.change(sort, { target: { value: 'title' } });
    fireEvent.click(await screen.findByRole('button', { name: 'Reverse the order' }));
    await shows(['Harbour life', 'Glacier facts']);
  });

  it('begins the next search with the best match', async () => {
    const { type, key, shows } = await openSearch();
    const sort = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    type('glac');
    await shows(['Glacier facts', 'Harbour life']);
    fireEvent.change(sort(), { target: { value: 'site' } });
    key('Escape');
    type('glac');
    await shows(['Glacier facts', 'Harbour life']);
    expect(sort().selectedOptions[0]?.textContent).toBe('Best match');
  });

  it('says where a query is wrong and what to do, and searches the rest', async () => {
    const { field, type, shows, problems } = await openSearch();
    type('is:unred boats');
    await shows(['Harbour life']);
    await waitFor(() => expect(problems()).toMatch(/No state is called unred.*new, reading/));
    expect(document.querySelector('.search-wrong')?.textContent).toBe('is:unred');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    type('boats');
    await waitFor(() => expect(problems()).toBe(''));
  });

  it('says what was searched if nothing was found, and offers to remove each term', async () => {
    const { field, type, shows } = await openSearch();
    type('glacier nothinglikethis');
    await screen.findByRole('heading', { name: 'Nothing found' });
    screen.getByText(/titles, descriptions, texts/);
    fireEvent.click(screen.getByRole('button', { name: 'nothinglikethis' }));
    await shows(['Glacier facts', 'Harbour life']);
    expect(field.value).toBe('glacier');
  });

  it('offers the words that were meant, with the rest of the search', async () => {
    const { field, type, shows, container } = await openSearch();
    type('title:glacire is:unread');
    const meant = await screen.findByRole('list', { name: 'Did you mean' });
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.click(within(meant).getByRole('button', { name: 'glacier' }));
    await shows(['Glacier facts']);
    expect(field.value).toBe('title:glacier is:unread');
  });

  it('says that the index is being built, and how far it is', async () => {
    const { type, status } = await openSearch('#/unread', false);
    type('glac');
    await waitFor(() => expect(status()).toMatch(/being built \(0 of 6\)/));
  });

  it('shows conditions as chips that can be removed, and adds them from the menu', async () => {
    const { field, type, shows } = await openSearch();
    type('label:"to read" -is:archived glac');
    await shows(['Glacier facts']);
    const chips = screen.getByRole('list', { name: 'Conditions of this search' });
    const names = within(chips).getAllByRole('listitem');
    expect(names.map((chip) => chip.textContent)).toEqual(['Label: to read', 'Not: Archived']);
    fireEvent.click(screen.getByRole('button', { name: 'Remove: Label: to read' }));
    expect(field.value).toBe('-is:archived glac');
    type('glac');
    await shows(['Glacier facts', 'Harbour life']);
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    fireEvent.click(screen.getByRole('button', { name: 'Archived' }));
    expect(field.value).toBe('is:archived glac');
    await shows(['Harbour life']);
    for (const name of ['Not started', 'In progress', 'Finished']) {
      screen.getByRole('button', { name });
    }
    const pressed = screen.getByRole('button', { name: 'Archived', pressed: true });
    fireEvent.click(pressed);
    await shows(['Glacier facts', 'Harbour life']);
  });

  it('shows the results without a bookmark that does not meet the conditions any more', async () => {
    const { library, type, shows } = await openSearch();
    type('is:archived');
    await shows(['Harbour life', 'Third']);
    const sort = { by: 'title', isReversed: false } as const;
    const [id] = await library.part(contentsRepository).ids({ view: 'archive', sort });
    value(await library.bookmarks.edit(id!, { isArchived: false }));
    await shows(['Third']);
  });

  it('completes names of fields, and values of them', async () => {
    const { field, type, key, shows, options } = await openSearch();
    type('la');
    expect(options()).toEqual(['label:Pages with this label']);
    key('ArrowDown');
    expect(field.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { name: /^label:/ }).id,
    );
    key('Enter');
    expect(field.value).toBe('label:');
    await waitFor(() => expect(options()).toEqual(['science', 'to read']));
    type('label:to');
    expect(options()).toEqual(['to read']);
    key('ArrowDown');
    key('Tab');
    expect(field.value).toBe('label:"to read" ');
    type('site:ice');
    await waitFor(() => expect(options()).toEqual(['ice.example']));
    key('Escape');
    expect(options()).toEqual([]);
    expect(field.value).toBe('site:ice');
    type('site:caf');
    await waitFor(() => expect(options()).toEqual(['café.example']));
    key('ArrowDown');
    key('Tab');
    await shows(['مقال عن الجليد']);
    type('is:arch');
    expect(options()).toEqual(['archived']);
  });

  it('completes names of authors, also from their surnames', async () => {
    const { field, type, key, shows, options } = await openSearch();
    type('author:');
    await waitFor(() => expect(options()).toEqual(['Rachel Carson', 'Jacques Cousteau']));
    type('author:cous');
    expect(options()).toEqual(['Jacques Cousteau']);
    key('ArrowDown');
    key('Enter');
    expect(field.value).toBe('author:"Jacques Cousteau" ');
    await shows(['Harbour life']);
  });

  it('does not call a condition wrong while it is typed', async () => {
    const { field, type, key, shows, problems } = await openSearch();
    const marked = () => document.querySelector('.search-wrong')?.textContent;
    const texts = ['label:', 'author:', 'site:', 'is:arch', 'before:202'];
    for (const text of texts) {
      type(`boats ${text}`);
      await shows(['Harbour life']);
      expect([text, problems(), marked(), field.getAttribute('aria-invalid')]).toEqual([
        ...[text, '', undefined, 'false'],
      ]);
    }
    type('boats is:arch');
    key('Enter');
    await waitFor(() => expect(problems()).toMatch(/No state is called arch/));
    field.focus();
    type('boats label:');
    expect(problems()).toBe('');
    field.blur();
    await waitFor(() => expect(problems()).toMatch(/label: needs a value/));
    expect(marked()).toBe('label:');
    field.focus();
    type('boats label: more');
    expect(problems()).toMatch(/label: needs a value/);
  });

  it('suggests nothing for a word, so that Enter goes to the results', async () => {
    const { type, options } = await openSearch();
    type('glacier');
    expect(options()).toEqual([]);
  });

  it('explains its language', async () => {
    await openSearch();
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    fireEvent.click(await screen.findByRole('button', { name: 'How to search' }));
    const help = await screen.findByRole('dialog', { name: 'How to search' });
    within(help).getByText('label:"to read"');
    // The same word has two meanings.
    within(help).getByText(/not started.*The view Unread has all pages outside the archive/);
    fireEvent.click(within(help).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('waits for the end of a word that is composed', async () => {
    const { field, type, shows } = await openSearch();
    type('boats');
    await shows(['Harbour life']);
    field.value = 'boatsh';
    fireEvent(field, new InputEvent('input', { isComposing: true, bubbles: true }));
    expect(window.location.hash).toBe('#/search/boats');
    fireEvent(field, new CompositionEvent('compositionend'));
    expect(window.location.hash).toBe('#/search/boatsh');
  });

  it.each([
    ['10,000 letters', 'x'.repeat(10_000), /Only the first 2,000 characters/],
    ['10,000 words', 'ice '.repeat(2500), /Only the first 2,000 characters/],
    ['10,000 brackets', '('.repeat(10_000), /no letters or digits/],
    ['brackets', '((([[[', /no letters or digits.*Add a word/],
    ['marks of direction', '\u202e\u2066\u200f', null],
    ['10,000 conditions', 'is:unread '.repeat(1000), /Only the first 2,000 characters/],
    ['10,000 wrong conditions', 'is:x '.repeat(2000), /No state is called x/],
    ['half of a character', 'ice \ud83d', null],
  ])('explains a query of %s', async (_, text, problem) => {
    const { type, problems } = await openSearch();
    type(text);
    if (problem === null) expect(problems()).toBe('');
    else await waitFor(() => expect(problems()).toMatch(problem));
    const isExplained = () =>
      shownTitles().length > 0 || screen.queryByRole('heading', { name: 'Nothing found' }) !== null;
    await waitFor(() => expect(isExplained()).toBe(true));
  });

  it('finds the words of one letter and of stop words', async () => {
    const { type, shows } = await openSearch();
    type('g');
    await shows(['Glacier facts', 'Harbour life']);
    type('on the');
    await shows(['Harbour life']);
  });

  it('has no serious accessibility findings, also with suggestions and problems', async () => {
    const { container, type, shows, options } = await openSearch();
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }));
    type('label:"to read" is:wrong glacier is:arch');
    await shows(['Glacier facts']);
    expect(options()).toEqual(['archived']);
    expect(await seriousFindings(container)).toEqual([]);
  });
});
