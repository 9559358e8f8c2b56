import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Highlight, HighlightChanges, HighlightId } from '../../../../src/domain/highlight';
import { highlightRepository, recentChanges } from '../../../../src/library';
import { createAct } from '../../../../src/ui/components/act';
import { createToastStore } from '../../../../src/ui/components/toasts';
import { createHighlightsStore } from '../../../../src/ui/highlights/store/highlights-store';
import { highlightsOf } from '../../../../src/ui/highlights/store/stored-highlights';
import { page, testLibrary, value } from '../../../library/library';

const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A store with one highlight, and the last *Undo* that it offered. */
async function openStore() {
  const { library } = await testLibrary();
  const highlights = library.part(highlightRepository);
  const { bookmark } = value(await library.bookmarks.save(page()));
  const quote = { exact: 'before', prefix: '', suffix: '' };
  const made = { bookmarkId: bookmark.id, quote, color: 'red', position: null };
  const { id } = value(await highlights.add(made));
  const toasts = createToastStore();
  const store = createHighlightsStore({
    highlights: highlightsOf(highlights, bookmark.id),
    act: createAct({ toasts, undo: library.part(recentChanges).undo }),
    toasts,
  });
  closing.push(store.dispose);
  const shows = (fields: Partial<Highlight>) =>
    vi.waitFor(() => expect(store.listed.value[0]?.highlight).toMatchObject(fields));
  await shows({ id });
  const edit = async (changes: HighlightChanges) => {
    value(await highlights.edit(id as HighlightId, changes));
    await shows(changes);
  };
  const undo = async () => {
    await toasts.toasts.value.at(-1)!.takeBack!();
    return (await highlights.get(id))!;
  };
  const doubt = async () => {
    value(await highlights.setPositions(new Map([[id as HighlightId, 'unsure']])));
    await shows({ doubt: 'unsure' });
  };
  /** Confirms the place that a text gives. */
  const confirm = async (place: Required<Pick<HighlightChanges, 'quote' | 'position'>>) => {
    store.attach({
      paint: async () => null,
      takePlace: async () => ({ ok: true, value: { ...place, isWhole: true } }),
    } as never);
    await store.confirm(store.listed.value[0]!.highlight);
  };
  return {
    store,
    toasts,
    edit,
    doubt,
    confirm,
    undo,
    shows,
    highlight: () => store.listed.value[0]!.highlight,
  };
}

describe('Undo of an edited highlight', () => {
  it('restores what the edit has changed', async () => {
    const { store, highlight, undo, shows } = await openStore();
    await store.keepAsNote(highlight());
    await shows({ isNoteOnly: true });
    expect(await undo()).toMatchObject({ isNoteOnly: false });
  });

  it('is by the key for a colour, but not for each letter of a note', async () => {
    const { store, highlight, toasts, shows } = await openStore();
    await store.setColor(highlight(), 'blue');
    for (const note of ['O', 'Of', 'Of ice']) await store.setNote(highlight(), note);
    await shows({ color: 'blue', note: 'Of ice' });
    toasts.undoLast();
    await shows({ color: 'red', note: 'Of ice' });
    await vi.waitFor(() => expect(toasts.toasts.value.at(-1)?.message).toBe('Undone'));
  });

  it('works before the list shows the edit', async () => {
    const { store, highlight, undo } = await openStore();
    await store.keepAsNote(highlight());
    expect(await undo()).toMatchObject({ isNoteOnly: false });
  });

  it('keeps fields that were changed since, and a place together with its quote', async () => {
    const { confirm, edit, undo, shows } = await openStore();
    const quote = { exact: 'chosen', prefix: '', suffix: '' };
    const position = { start: 1, end: 7, textLength: 9, textHash: 'one' };
    await confirm({ quote, position });
    await shows({ quote });
    const later = { exact: 'later', prefix: '', suffix: '' };
    const place = { start: 2, end: 7, textLength: 9, textHash: 'one' };
    await edit({ quote: later, position: place });
    expect(await undo()).toMatchObject({ quote: later, position: place, isNoteOnly: false });
  });

  it('restores the doubt of a place that was confirmed', async () => {
    const { confirm, highlight, doubt, undo, shows } = await openStore();
    await doubt();
    const { quote } = highlight();
    const position = { start: 1, end: 7, textLength: 9, textHash: 'one' };
    await confirm({ quote, position });
    await shows({ position });
    expect(highlight()).not.toHaveProperty('doubt');
    expect(await undo()).toMatchObject({ position: null, doubt: 'unsure' });
  });
});
