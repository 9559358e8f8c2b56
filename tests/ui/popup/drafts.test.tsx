import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import { err, ok } from '../../../src/domain/result';
import type { Library } from '../../../src/library';
import { createPendingActions } from '../../../src/ui/bookmarks/pending-actions';
import type { MirrorStorage } from '../../../src/ui/mirror';
import { page, testLibrary, value } from '../../library/library';
import { inMore, memoryStorage, openPopup, press, rowOf, savedState } from './open-popup';

async function savedPage() {
  const { library } = await testLibrary();
  const saved = await library.bookmarks.save(
    page({ title: 'Trees', authors: ['Ada', 'Bo'], published: '2025-03-12T10:00:00+01:00' }),
  );
  return { library, bookmark: value(saved).bookmark };
}

type SavedPage = Awaited<ReturnType<typeof savedPage>>;

const openOn = ({ library, bookmark }: SavedPage, storage: MirrorStorage = memoryStorage()) =>
  openPopup({
    library,
    storage,
    page: savedState(bookmark, { outcome: 'existing', undoLeftMs: 0 }),
  });

const type = (field: HTMLElement, text: string) =>
  fireEvent.input(field, { target: { value: text } });

const draftIs = ({ library, bookmark }: SavedPage, draft: object | null) =>
  waitFor(async () => {
    const kept = await library.drafts.get(bookmark.urlKey);
    if (draft === null) expect(kept).toBeNull();
    else expect(kept).toMatchObject(draft);
  });

/** Opens the popup over a library whose edits never finish. */
const openAndCutOff = ({ library, bookmark }: SavedPage) => {
  const bookmarks = { ...library.bookmarks, edit: () => new Promise<never>(() => {}) };
  return openOn({ library: { ...library, bookmarks }, bookmark });
};

describe('an edit that was submitted just before the popup closed', () => {
  it('is completed when the popup opens again: labels, with the next one still in the field', async () => {
    const saved = await savedPage();
    const { storage, ...first } = await openAndCutOff(saved);
    fireEvent.click(await screen.findByRole('button', { name: 'Labels' }));
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Add a label' });
    type(field, 'to read, garden');
    press('Enter');
    type(field, 'tre');
    first.close();

    await openOn(saved, storage);
    await screen.findByRole('button', { name: 'Remove the label to read' });
    await screen.findByRole('button', { name: 'Remove the label garden' });
    expect((await saved.library.bookmarks.get(saved.bookmark.id))?.labels).toEqual([
      'to read',
      'garden',
    ]);
    await waitFor(async () =>
      expect(await saved.library.drafts.get(saved.bookmark.urlKey)).toEqual({
        urlKey: saved.bookmark.urlKey,
        label: 'tre',
        updated: expect.any(Number),
      }),
    );
  });

  it('is completed when the popup opens again: a label that could not be written, without one that was', async () => {
    const saved = await savedPage();
    const { bookmarks } = saved.library;
    const edit: Library['bookmarks']['edit'] = async (id, patch) =>
      patch.addLabels?.includes('garden') ? err({ kind: 'quota' }) : bookmarks.edit(id, patch);
    const library = { ...saved.library, bookmarks: { ...bookmarks, edit } };
    const first = await openOn({ ...saved, library });
    fireEvent.click(await screen.findByRole('button', { name: 'Labels' }));
    const field = await screen.findByRole('combobox', { name: 'Add a label' });
    type(field, 'garden,');
    await screen.findAllByText(/There is no room left/);
    type(field, 'trees,');
    await screen.findByRole('button', { name: 'Remove the label trees' });
    await draftIs(saved, { enteredLabels: 'garden' });
    first.close();

    await openOn(saved, first.storage);
    await screen.findByRole('button', { name: 'Remove the label garden' });
    await draftIs(saved, null);
  });

  it('is restored as typed when the popup opens again: the details', async () => {
    const saved = await savedPage();
    const { storage, ...first } = await openAndCutOff(saved);
    fireEvent.click(await inMore('Edit details'));
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    type(title, 'Trees, and');
    fireEvent.submit(title.form!);
    first.close();

    await openOn(saved, storage);
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Trees, and');
  });
});

const NEVER = new Promise<never>(() => {});

/** Opens the popup on a saved page, clicks the button and closes the popup at once. */
async function clickAndClose(saved: SavedPage, library: Library | null, button: string) {
  const { storage, close } = await openPopup({
    page: savedState(saved.bookmark, { outcome: 'existing', undoLeftMs: 0 }),
    opened: library === null ? NEVER : Promise.resolve(ok(library)),
  });
  const panel = within(screen.getByRole('region', { name: 'This page' }));
  // Those of the menu are hidden.
  fireEvent.click(await panel.findByRole('button', { name: button, hidden: true }));
  close();
  cleanup();
  return storage;
}

describe('an action that was clicked just before the popup closed', () => {
  /** Returns a library whose edits and moves to the trash never finish. */
  const cutOff = ({ library }: SavedPage): Library => {
    const never = () => NEVER;
    return { ...library, bookmarks: { ...library.bookmarks, edit: never, trash: never } };
  };

  it.each([
    ['Favourite', { isFavourite: true }],
    ['Archive', { isArchived: true }],
    ['Delete', { trashedAt: expect.any(Number) }],
  ])('is completed when the popup opens again: %s', async (button, done) => {
    for (const isOpened of [false, true]) {
      const saved = await savedPage();
      const storage = await clickAndClose(saved, isOpened ? cutOff(saved) : null, button);
      expect(await saved.library.bookmarks.get(saved.bookmark.id)).not.toMatchObject(done);

      const { background } = await openOn(saved, storage);
      await waitFor(() => expect(background.libraryChanged).toHaveBeenCalled());
      expect(await saved.library.bookmarks.get(saved.bookmark.id)).toMatchObject(done);
      cleanup();
    }
  });

  it('is completed only once', async () => {
    const saved = await savedPage();
    const { id } = saved.bookmark;
    const storage = await clickAndClose(saved, null, 'Archive');
    const { background, ...second } = await openOn(saved, storage);
    await waitFor(() => expect(background.libraryChanged).toHaveBeenCalled());
    second.close();
    value(await saved.library.bookmarks.edit(id, { isArchived: false }));

    await openOn(saved, storage);
    await rowOf('Trees');
    expect((await saved.library.bookmarks.get(id))?.isArchived).toBe(false);
  });

  it('is applied to a row of the list as it was shown', async () => {
    const saved = await savedPage();
    const before = await openOn(saved);
    await waitFor(() => expect(before.storage.getItem('leafmark.snapshot')).toContain('Trees'));
    before.close();
    cleanup();
    const closing = await openPopup({ storage: before.storage, opened: NEVER });
    fireEvent.pointerEnter(await rowOf('Trees'));
    fireEvent.click(await screen.findByRole('button', { name: 'Favourite' }));
    closing.close();
    cleanup();

    const { background } = await openPopup({ library: saved.library, storage: before.storage });
    await waitFor(() => expect(background.libraryChanged).toHaveBeenCalled());
    expect((await saved.library.bookmarks.get(saved.bookmark.id))?.isFavourite).toBe(true);
  });

  it('reports that the bookmark has been deleted since', async () => {
    const saved = await savedPage();
    const { id } = saved.bookmark;
    const storage = await clickAndClose(saved, null, 'Favourite');
    value(await saved.library.bookmarks.trash([id]));
    value(await saved.library.bookmarks.purge([id]));
    await openPopup({ library: saved.library, storage });
    await screen.findByText(/That bookmark is gone/);
    expect(createPendingActions(storage, null).read()).toEqual([]);
  });

  it.each([
    'not json',
    '{"kind":"trash"}',
    '[{"kind":"burn","id":"b1"}]',
    '[{"kind":"edit","id":"b1","patch":{"title":7}}]',
    '[{"kind":"edit","id":"b1","patch":{"serverId":"x"}}]',
    '[{"kind":"edit","id":"b1"}]',
    '[{"kind":"trash","id":1}]',
  ])('is ignored when it cannot be parsed: %s', (text) => {
    const storage = memoryStorage();
    storage.items.set('leafmark.pending', text);
    expect(createPendingActions(storage, null).read()).toEqual([]);
  });
});

describe('the actions that may not be in the library yet', () => {
  it('lose only one of two equal actions when one is done, because others are between them', () => {
    const pending = createPendingActions(memoryStorage(), null);
    const id = 'a' as BookmarkId;
    const [on, off] = [true, false].map(
      (isFavourite) => ({ kind: 'edit', id, patch: { isFavourite } }) as const,
    );
    for (const action of [on!, off!, on!]) pending.add(action);
    pending.remove(on!);
    expect(pending.read()).toEqual([off, on]);
  });
});

describe('a draft', () => {
  it('is restored when the popup opens again: a label', async () => {
    const saved = await savedPage();
    const first = await openOn(saved);
    fireEvent.click(await screen.findByRole('button', { name: 'Labels' }));
    type(await screen.findByRole('combobox', { name: 'Add a label' }), 'to re');
    await draftIs(saved, { label: 'to re' });
    first.close();

    await openOn(saved);
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Add a label' });
    await waitFor(() => expect(field.value).toBe('to re'));
    await waitFor(() => expect(document.activeElement).toBe(field));
    press('Enter');
    await waitFor(async () =>
      expect((await saved.library.bookmarks.get(saved.bookmark.id))?.labels).toEqual(['to re']),
    );
    await draftIs(saved, null);
  });

  it('is restored when the popup opens again: a title, a site and a note', async () => {
    const saved = await savedPage();
    const first = await openOn(saved);
    fireEvent.click(await inMore('Edit details'));
    type(await screen.findByLabelText('Title'), 'Trees, and');
    type(screen.getByLabelText('Site'), 'Field');
    type(screen.getByLabelText('Note'), ' For Ada,\nsoon ');
    await draftIs(saved, { title: 'Trees, and', siteName: 'Field', note: ' For Ada,\nsoon ' });
    first.close();

    await openOn(saved);
    const title = await screen.findByLabelText<HTMLInputElement>('Title');
    expect(title.value).toBe('Trees, and');
    fireEvent.submit(title.form!);
    await waitFor(async () =>
      expect(await saved.library.bookmarks.get(saved.bookmark.id)).toMatchObject({
        title: 'Trees, and',
        siteName: 'Field',
        note: 'For Ada,\nsoon',
        authors: ['Ada', 'Bo'],
        published: '2025-03-12T10:00:00+01:00',
      }),
    );
    await draftIs(saved, null);
    await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull());
  });

  it('is discarded by Cancel', async () => {
    const saved = await savedPage();
    await openOn(saved);
    fireEvent.click(await inMore('Edit details'));
    type(await screen.findByLabelText('Title'), 'No');
    await draftIs(saved, { title: 'No' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await draftIs(saved, null);
    expect((await saved.library.bookmarks.get(saved.bookmark.id))?.title).toBe('Trees');
  });

  it('can have several authors and another date', async () => {
    const saved = await savedPage();
    await openOn(saved);
    fireEvent.click(await inMore('Edit details'));
    type(await screen.findByLabelText('Authors'), 'Cy ,  Dee,');
    const day = screen.getByLabelText<HTMLInputElement>('Published');
    expect(day.value).toBe('2025-03-12');
    type(day, '2025-03-14');
    fireEvent.submit(day.form!);
    await waitFor(async () =>
      expect(await saved.library.bookmarks.get(saved.bookmark.id)).toMatchObject({
        title: 'Trees',
        authors: ['Cy', 'Dee'],
        published: '2025-03-14',
      }),
    );
  });

  it('is kept by Esc, which closes the open form and not the popup', async () => {
    const saved = await savedPage();
    await openOn(saved);
    fireEvent.click(await inMore('Edit details'));
    const title = await screen.findByLabelText('Title');
    const isDefaultAllowed = fireEvent.keyDown(title, { key: 'Escape' });
    expect(isDefaultAllowed).toBe(false);
    await waitFor(() => expect(screen.queryByLabelText('Title')).toBeNull());
  });
});
