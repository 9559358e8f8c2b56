import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { IDBIndex, IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { bulkRepository } from '../../../src/library';
import { failWrite } from '../../library/faults';
import { value } from '../../library/library';
import { openLibraryPage } from '../library-page/open-library-page';
import { shownTitles } from '../popup/open-popup';
import { archived, bar, box, openUnread, press, TITLES } from './open-unread';

/** Makes reads of the jobs and labels fail, except those of a write. */
function failReads(): void {
  for (const { prototype } of [IDBObjectStore, IDBIndex]) {
    for (const method of ['getAll', 'getAllKeys'] as const) {
      const read = prototype[method];
      vi.spyOn(prototype, method).mockImplementation(function (
        this: IDBObjectStore | IDBIndex,
        ...parameters: unknown[]
      ) {
        const { name, transaction } = 'objectStore' in this ? this.objectStore : this;
        const isMeant = name === 'jobs' || name === 'labels';
        if (isMeant && transaction.mode === 'readonly')
          throw new DOMException('broken', 'UnknownError');
        return Reflect.apply(read, this, parameters);
      });
    }
  }
}

describe('an action that was interrupted', () => {
  it('is continued when the library is opened again, and can be undone there', async () => {
    const page = await openLibraryPage('#/all', {
      unread: TITLES,
      before: async (library) => {
        const { rows } = await library.bookmarks.page({ view: 'all', limit: 9, after: null });
        await library.part(bulkRepository).start(
          { kind: 'trash' },
          rows.map(({ id }) => id),
        );
      },
    });
    await screen.findByText('Deleted: 5 bookmarks');
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await archived(page.library)).toBe(1));
    await waitFor(() => expect(shownTitles()).toHaveLength(5));
  });

  it('says that the storage is full, and continues by a button', async () => {
    await openUnread();
    fireEvent.click(box('First'));
    failWrite(1, 'quota-on-request', 'bookmarks');
    fireEvent.click(within(bar()).getByRole('button', { name: 'Archive' }));
    const progress = await screen.findByRole('region', { name: 'Progress' });
    within(progress).getByRole('alert');
    fireEvent.click(within(progress).getByRole('button', { name: 'Try again' }));
    await screen.findByText('Archived: 1 bookmark');
    expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull();
  });

  it('continues by a button after the library could not be read', async () => {
    let fails = true;
    const page = await openLibraryPage('#/unread', {
      unread: TITLES,
      async alone(_, work) {
        if (fails) failReads();
        await work();
        vi.restoreAllMocks();
        fails = false;
      },
    });
    await waitFor(() => expect(page.model.listModel.tools.value).not.toBeNull());
    await waitFor(() => expect(shownTitles()).toEqual(TITLES));
    fireEvent.click(box('First'));
    fireEvent.click(within(bar()).getByRole('button', { name: 'Archive' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText('Archived: 1 bookmark');
  });

  it('is reported when it cannot begin, because the library cannot be read', async () => {
    const { model } = await openUnread();
    failReads();
    await model.bulk.relabel([{ from: 'science', to: 'ice' }]);
    await screen.findByText(/^The browser does not let Leafmark open/);
  });

  it('lets a person stop an undo that fails, and act again', async () => {
    const { library } = await openUnread();
    fireEvent.click(box('First'));
    fireEvent.click(within(bar()).getByRole('button', { name: 'Archive' }));
    await screen.findByText('Archived: 1 bookmark');
    failWrite(1, 'quota-on-request', 'bookmarks');
    press('z', { ctrlKey: true });
    const progress = await screen.findByRole('region', { name: 'Progress' });
    within(progress).getByRole('alert');
    fireEvent.click(within(progress).getByRole('button', { name: 'Stop' }));
    await screen.findByText('Archived: 1 bookmark');
    fireEvent.click(box('Second'));
    fireEvent.click(within(bar()).getByRole('button', { name: 'Archive' }));
    await waitFor(async () => expect(await archived(library)).toBe(3));
    // A key during an undo that is not quite over does nothing.
    await waitFor(async () => {
      press('z', { ctrlKey: true });
      expect(await archived(library)).toBe(1);
    });
  });

  it('says that its undo had nothing to do, because all was changed since', async () => {
    const { library } = await openUnread();
    fireEvent.click(box('First'));
    fireEvent.click(within(bar()).getByRole('button', { name: 'Archive' }));
    await screen.findByText('Archived: 1 bookmark');
    const { rows } = await library.bookmarks.page({ view: 'archive', limit: 9, after: null });
    for (const { id } of rows) value(await library.bookmarks.edit(id, { isArchived: false }));
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('There is nothing to do.');
    expect(await archived(library)).toBe(0);
  });

  it('is not started again by a second page while the first one carries it out', async () => {
    const waiting: (() => Promise<void>)[] = [];
    const { model } = await openLibraryPage('#/all', {
      unread: TITLES,
      alone: (_, work) =>
        new Promise((resolve) => {
          waiting.push(() => work().then(resolve));
        }),
      before: async (library) => {
        const { rows } = await library.bookmarks.page({ view: 'all', limit: 9, after: null });
        await library.part(bulkRepository).start(
          { kind: 'trash' },
          rows.map(({ id }) => id),
        );
      },
    });
    await waitFor(() => expect(waiting).not.toEqual([]));
    expect(model.bulk.work.value).toMatchObject({ done: 0 });
    await waiting[0]!();
    await screen.findByText('Deleted: 5 bookmarks');
  });
});
