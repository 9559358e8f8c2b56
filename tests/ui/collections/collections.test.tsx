import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { Collection } from '../../../src/domain/collection';
import { HOUR_MS } from '../../../src/domain/time';
import { type NewCollection, searchIndexer } from '../../../src/library';
import { type LibraryOfTests, page, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { openLibraryPage } from '../library-page/open-library-page';
import { shownTitles } from '../popup/open-popup';

/** Opens the library page, which has two unread pages with the label `science` and an archived one. */
async function open(hash: string, collections: readonly NewCollection[] = []) {
  let made: readonly Collection[] = [];
  const opened = await openLibraryPage(hash, {
    async before(library) {
      made = await Promise.all(
        collections.map(async (one) => value(await library.collections.create(one))),
      );
    },
  });
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Search library' });
  const type = (text: string) => fireEvent.input(field, { target: { value: text } });
  const shows = (titles: readonly string[]) => waitFor(() => expect(shownTitles()).toEqual(titles));
  return { ...opened, made, field, type, shows };
}

const section = () => screen.getByRole('navigation', { name: 'Collections' });
const links = () =>
  within(section())
    .queryAllByRole('link')
    .map((link) => link.textContent);
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const stored = async (library: LibraryOfTests, { id }: Collection) =>
  (await library.collections.get(id)) ?? 'none';

describe('collections in the library page', () => {
  it('explains an empty section until there was a collection', async () => {
    const { library } = await open('#/unread');
    await waitFor(() => expect(section().textContent).toContain('Save as collection'));
    const { id } = value(await library.collections.create({ name: 'Paper' }));
    await waitFor(() => expect(links()).toHaveLength(1));
    value(await library.collections.delete(id));
    await waitFor(() =>
      expect(screen.queryByRole('navigation', { name: 'Collections' })).toBeNull(),
    );
  });

  it('saves a search with a name, and shows it in the sidebar with the number of its pages', async () => {
    const { library, type, shows, container } = await open('#/unread');
    type('label:science is:new');
    await shows(['First', 'Second']);
    fireEvent.click(await screen.findByRole('button', { name: 'Save as collection' }));
    const dialog = screen.getByRole('dialog', { name: 'Save as collection' });
    const name = within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(name.value).toBe('label:science is:new');
    expect(await seriousFindings(container)).toEqual([]);
    fireEvent.input(name, { target: { value: '  To   read ' } });
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Pinned' }));
    fireEvent.submit(name.form!);
    await screen.findByRole('heading', { level: 1, name: 'To read' });
    await shows(['First', 'Second']);
    await waitFor(() => expect(links()).toEqual(['To read2']));
    expect(document.activeElement).toBe(screen.getByRole('main'));
    expect(document.title).toBe('To read · Leafmark');
    const id = window.location.hash.split('/').at(-1);
    expect(await library.collections.get(id as never)).toMatchObject({
      name: 'To read',
      isPinned: true,
      labels: 'science',
      readStatus: ['unread'],
    });
  });

  it('says before saving which condition only this device has', async () => {
    const { type } = await open('#/unread');
    type('length:<9 first');
    fireEvent.click(await screen.findByRole('button', { name: 'Save as collection' }));
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('Only this device applies “length:<9”');
    fireEvent.submit(within(dialog).getByRole<HTMLInputElement>('textbox').form!);
    await screen.findByText(/^Only this device applies “length:<9”/);
  });

  it('saves no search with a mistake, and none without conditions', async () => {
    const { type } = await open('#/unread');
    type('is:unknown first');
    const save = await screen.findByRole<HTMLButtonElement>('button', {
      name: 'Save as collection',
    });
    await waitFor(() => expect(save.disabled).toBe(true));
    await screen.findByText('Correct or remove the marked part of the search first.');
    type('first');
    await waitFor(() => expect(save.disabled).toBe(false));
  });

  it('cuts a long name and says so, also that another collection has the name', async () => {
    const { type, library } = await open('#/unread', [{ name: 'Ice' }]);
    type('first');
    fireEvent.click(await screen.findByRole('button', { name: 'Save as collection' }));
    const name = within(screen.getByRole('dialog')).getByRole<HTMLInputElement>('textbox');
    fireEvent.input(name, { target: { value: ' ' } });
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    await waitFor(() => expect(save.disabled).toBe(true));
    fireEvent.input(name, { target: { value: 'iCE' } });
    await screen.findByText('Another collection has this name, too.');
    fireEvent.input(name, { target: { value: 'n'.repeat(1000) } });
    await screen.findByText('Only the first 128 characters are kept.');
    fireEvent.submit(name.form!);
    await waitFor(() => expect(links()).toHaveLength(2));
    await screen.findByRole('heading', { level: 1, name: 'n'.repeat(128) });
    expect(await library.unsent.count()).toBeGreaterThan(0);
  });

  it('opens collections of the same name apart, pinned ones first, and filters them', async () => {
    const many = Array.from({ length: 10 }, (_, at) => ({ name: `Other ${at}` }));
    const { shows, made } = await open('#/unread', [
      { name: 'Same', isArchived: true },
      { name: 'Same', isArchived: false, isPinned: true },
      ...many,
    ]);
    await waitFor(() => expect(links().slice(0, 2)).toEqual(['Same2', 'Other 03']));
    const filter = within(section()).getByRole('searchbox', { name: 'Filter collections' });
    fireEvent.input(filter, { target: { value: 'sam' } });
    await waitFor(() => expect(links()).toEqual(['Same2', 'Same1']));
    for (const [at, titles] of [
      [1, ['Third']],
      [0, ['First', 'Second']],
    ] as const) {
      fireEvent.click(within(section()).getAllByRole('link')[at]!);
      await shows([...titles]);
      expect(window.location.hash).toBe(`#/collection/${made[at === 0 ? 1 : 0]!.id}`);
    }
    const current = () => [...document.querySelectorAll('aside a[aria-current]')];
    await waitFor(() => expect(current().map((link) => link.textContent)).toEqual(['Same2']));
  });

  it('tries another search in a collection, discards it, or saves it', async () => {
    const { type, field, shows, library, made } = await open('#/unread', [
      { name: 'Ice', labels: 'science', isLoaded: true },
    ]);
    const id = made[0]!.id;
    window.location.hash = `#/collection/${id}`;
    await shows(['First', 'Second']);
    await waitFor(() => expect(field.value).toBe('label:science '));
    await screen.findByText(/^This device ignores a part of this collection/);
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    type('title:second');
    await shows(['Second']);
    expect(window.location.hash).toBe(`#/collection/${id}/title%3Asecond`);
    click('Discard changes');
    await shows(['First', 'Second']);
    type('');
    await shows(['Third', 'First', 'Second']);
    type('title:first');
    fireEvent.click(await screen.findByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(field.value).toBe('title:first '));
    expect(await stored(library, made[0]!)).toMatchObject({
      labels: '',
      title: 'first',
      isLoaded: true,
      name: 'Ice',
    });
    await shows(['First']);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await shows(['First', 'Second']);
  });

  it('shows a collection without conditions as all bookmarks', async () => {
    const { shows, made } = await open('#/archive', [{ name: 'All' }]);
    await shows(['Third']);
    window.location.hash = `#/collection/${made[0]!.id}`;
    await shows(['Third', 'First', 'Second']);
  });

  it('is pinned, renamed, and deleted with an undo', async () => {
    const { shows, library, made } = await open('#/unread', [
      { name: 'Ice', labels: 'science' },
      { name: 'A' },
    ]);
    const [ice] = made;
    window.location.hash = `#/collection/${ice!.id}`;
    await shows(['First', 'Second']);
    await waitFor(() => expect(links()).toEqual(['A3', 'Ice2']));
    fireEvent.click(await screen.findByRole('button', { name: 'Pin the collection' }));
    await waitFor(() => expect(links()).toEqual(['Ice2', 'A3']));
    click('Rename the collection');
    const name = within(screen.getByRole('dialog')).getByRole<HTMLInputElement>('textbox');
    expect(name.value).toBe('Ice');
    fireEvent.input(name, { target: { value: 'Snow' } });
    fireEvent.submit(name.form!);
    await screen.findByRole('heading', { level: 1, name: 'Snow' });
    click('Delete the collection');
    await shows(['Third', 'First', 'Second']);
    await waitFor(() => expect(links()).toEqual(['A3']));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(links()).toEqual(['Snow2', 'A3']));
    expect(await stored(library, ice!)).toMatchObject({ name: 'Snow', labels: 'science' });
  });

  it('says that a collection is gone, which was deleted on another device', async () => {
    const { library, made, shows } = await open('#/unread', [{ name: 'Ice', labels: 'science' }]);
    window.location.hash = `#/collection/${made[0]!.id}`;
    await shows(['First', 'Second']);
    value(await library.collections.delete(made[0]!.id));
    await screen.findByRole('heading', { name: 'This collection does not exist' });
    window.location.hash = '#/archive';
    await shows(['Third']);
  });

  it('keeps a date of another client that cannot be read, and says that it ignores it', async () => {
    const { shows, library, made } = await open('#/unread', [
      { name: 'Odd', rangeStart: 'someday', labels: '"science"' },
    ]);
    window.location.hash = `#/collection/${made[0]!.id}`;
    await shows(['First', 'Second']);
    await screen.findByText(/^This device ignores a part of this collection/);
    click('Pin the collection');
    await waitFor(async () =>
      expect(await stored(library, made[0]!)).toMatchObject({
        isPinned: true,
        rangeStart: 'someday',
      }),
    );
  });

  it('counts phrases, too, up to a hundred pages', async () => {
    // On a busy machine, the comparison with the texts can take longer than the page allows it.
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    const { library } = await open('#/unread');
    const pages = Array.from({ length: 150 }, (_, n) => ({
      page: page({
        url: `https://many.example/${n}`,
        title: `Part ${n} of it`,
        html: '<p>Deep blue water</p>',
      }),
    }));
    value(await library.bookmarks.addMany(pages, { outbox: false }));
    value(await library.part(searchIndexer).run(new AbortController().signal));
    value(await library.collections.create({ name: 'Many', search: '"deep blue"' }));
    value(await library.collections.create({ name: 'None', search: '"blue deep"' }));
    value(await library.collections.create({ name: 'One', search: '"deep blue" "part 7"' }));
    await waitFor(() => expect(links()).toEqual(['Many100+', 'None0', 'One1']));
    expect(screen.getByRole('link', { name: 'Many' }).title).toBe('More than 100 bookmarks');
  });

  it('says why it does not count a phrase that would take long', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    await open('#/unread', [{ name: 'Ice', search: '"deep blue"' }]);
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Ice' }).title).toMatch(/^Not counted, because/),
    );
    expect(links()).toEqual(['Ice']);
  });

  it('counts again after a change of the library', async () => {
    const { library } = await open('#/unread', [{ name: 'Ice', labels: 'science' }]);
    await waitFor(() => expect(links()).toEqual(['Ice2']));
    const [first] = (await library.bookmarks.page({ view: 'unread', limit: 1, after: null })).rows;
    value(await library.bookmarks.trash([first!.id]));
    await waitFor(() => expect(links()).toEqual(['Ice1']));
  });

  it('counts a new collection without the pause that follows a count', async () => {
    let now = 0;
    // Each count takes so long that the pause is longer than this test.
    vi.spyOn(performance, 'now').mockImplementation(() => (now += HOUR_MS));
    const { library } = await open('#/unread', [{ name: 'Ice', labels: 'science' }]);
    await waitFor(() => expect(links()).toEqual(['Ice2']));
    value(await library.collections.create({ name: 'Heat', labels: 'science' }));
    await waitFor(() => expect(links()).toEqual(['Heat2', 'Ice2']));
  });
});
