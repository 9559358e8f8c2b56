import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { Highlight } from '../../../src/domain/highlight';
import { highlightRepository, type Library } from '../../../src/library';
import { SyncPage } from '../../../src/ui/sync/sync-page';
import { page, type TestLibrary, testLibrary, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { fakeSync } from './fake-sync';

let test: TestLibrary;
let library: Library;
let made: Highlight;
beforeEach(async () => {
  test = await testLibrary();
  ({ library } = test);
  const { bookmark } = value(await library.bookmarks.save(page({ title: 'Mine' })));
  made = value(
    await library.part(highlightRepository).add({
      bookmarkId: bookmark.id,
      quote: { exact: 'two three', prefix: '', suffix: '' },
      color: 'yellow',
      note: 'Why?',
      position: null,
    }),
  );
});
afterEach(() => {
  cleanup();
  library.close();
});

function openPage() {
  const store = fakeSync({ attention: 1 });
  const hrefOf = (id: string) => `#/read/${id}`;
  const opened = render(
    <SyncPage sync={async () => store} library={Promise.resolve(library)} hrefOf={hrefOf} />,
  );
  return { store, ...opened };
}

const section = (name: string) => screen.findByRole('region', { name });

describe('a highlight that the server refused', () => {
  beforeEach(async () => {
    const refusal = { kind: 'invalid', detail: 'note: too long' };
    value(
      await library.sync.highlightTransaction(made.bookmarkId, (tx) => {
        const { shadow, entry } = tx.get(made.id)!;
        tx.put(made, shadow, { ...entry!, state: 'attention', refusal });
      }),
    );
  });

  it('is listed with its page, its text, its reason and its actions', async () => {
    const { container } = openPage();
    const list = await section('The server did not accept this');
    const link = await within(list).findByRole<HTMLAnchorElement>('link', { name: 'Mine' });
    expect(link.getAttribute('href')).toBe(`#/read/${made.bookmarkId}`);
    expect(list.textContent).toContain('Highlight “two three”');
    expect(list.textContent).toContain('It could not be saved on the server.');
    expect(list.textContent).toContain('note: too long');
    within(list).getByText(/What the server never had is deleted/);
    expect(await seriousFindings(container)).toEqual([]);
  });

  it.each([
    ['Try again', 'waiting', true],
    ['Discard', undefined, false],
    ['Keep only here', undefined, true],
  ])('can be answered with %s', async (button, expected, isHere) => {
    const { store } = openPage();
    fireEvent.click(await screen.findByRole('button', { name: button }));
    await waitFor(() => expect(store.syncNow).toHaveBeenCalledTimes(1));
    const [state] = await library.sync.highlightStates(made.bookmarkId);
    expect(state?.entry?.state).toBe(expected);
    expect((await library.part(highlightRepository).get(made.id)) !== null).toBe(isHere);
  });
});

describe('a highlight in the journal', () => {
  it('shows the values that were not kept, and restores them', async () => {
    value(
      await library.sync.highlightTransaction(made.bookmarkId, (tx) =>
        tx.log('merged', made, [
          { field: 'color', ours: 'yellow', theirs: 'green' },
          { field: 'note', ours: 'Why?', theirs: 'Because' },
        ]),
      ),
    );
    openPage();
    const entry = await within(await section('Sync history')).findByRole('listitem');
    within(entry).getByText('Highlight “two three”');
    const hints = [...entry.querySelectorAll('.hint')].map(({ textContent }) => textContent);
    expect(hints).toEqual(['Colour, not kept: Green', 'Note, not kept: “Because”']);
    fireEvent.click(within(entry).getByRole('button', { name: 'Undo' }));
    await within(entry).findByText(/^This was undone/);
    expect(await library.part(highlightRepository).get(made.id)).toMatchObject({
      color: 'green',
      note: 'Because',
    });
  });

  it('is listed with the others of its page that were merged at the same time', async () => {
    value(
      await library.sync.highlightTransaction(made.bookmarkId, (tx) => {
        tx.log('merged', made, [{ field: 'color', ours: 'yellow', theirs: 'green' }]);
        tx.log('merged', made, [{ field: 'note', ours: 'Why?', theirs: 'Because' }]);
        tx.log('joined', made, []);
      }),
    );
    openPage();
    const entries = await within(await section('Sync history')).findAllByRole('listitem');
    const quotes = entries.map((entry) => [
      entry.querySelectorAll('time').length,
      ...[...entry.querySelectorAll('p')].flatMap(
        ({ textContent }) => /Highlight “(.*)”/.exec(textContent)?.[1] ?? [],
      ),
    ]);
    expect(quotes).toEqual([
      [1, 'two three'],
      [1, 'two three', 'two three'],
    ]);
  });

  it('is not hidden among pages to which the same happened, which are one entry from four on', async () => {
    const { bookmarkId } = made;
    const log = async (ids: readonly BookmarkId[]) =>
      value(
        await library.sync.transaction({ ids }, (tx) => {
          for (const id of ids) tx.log('deleted-there', id);
        }),
      );
    const others: BookmarkId[] = [];
    for (const title of ['A', 'B', 'C']) {
      const saved = page({ url: `https://example.org/${title}`, title });
      others.push(value(await library.bookmarks.save(saved)).bookmark.id);
    }
    await log(others);
    openPage();
    const journal = await section('Sync history');
    const names = () =>
      within(journal)
        .getAllByRole('link')
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(names()).toEqual(['C', 'B', 'A']));
    expect(within(journal).getAllByRole('listitem')).toHaveLength(3);
    await log([bookmarkId]);
    const summary = await within(journal).findByText('4 bookmarks');
    expect(within(journal).getAllByRole('listitem')).toHaveLength(1);
    fireEvent.click(summary);
    expect(names()).toEqual(['Mine', 'C', 'B', 'A']);
    value(
      await library.sync.highlightTransaction(bookmarkId, (tx) =>
        tx.log('deleted-there', made, []),
      ),
    );
    await waitFor(() => expect(within(journal).getAllByRole('listitem')).toHaveLength(2));
  });

  it('returns when it was deleted on the server', async () => {
    value(
      await library.sync.highlightTransaction(made.bookmarkId, (tx) => {
        tx.remove(made.id);
        tx.log('deleted-there', made, [{ field: 'highlight', ours: made, theirs: null }]);
      }),
    );
    openPage();
    const entry = await within(await section('Sync history')).findByRole('listitem');
    within(entry).getByText(/^Deleted on the server and therefore here/);
    fireEvent.click(within(entry).getByRole('button', { name: 'Undo' }));
    await within(entry).findByText(/^This was undone/);
    expect(await library.part(highlightRepository).get(made.id)).toEqual(made);
    expect(await library.unsent.count()).toBe(2);
  });
});
