import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { page, value } from '../../../library/library';
import { seriousFindings } from '../../../support/accessibility';
import { usePages } from '../../../support/rendered-pages';
import { button, link, openLibrary, openPage } from './open-highlights-page';

usePages();

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
    const opened = await openPage(test, 'detached');
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

  it.each([
    [0, 'It was near the start of the text.'],
    [41, 'It was about 41% into the text.'],
    [99, 'It was near the end of the text.'],
  ])('says where in the text one was, %i of 100 characters', async (start, where) => {
    const { card, highlights, made } = await openDetached();
    expect(card(LOST).queryByText(/^It was/)).toBeNull();
    const position = { start, end: start + 1, textLength: 100, textHash: 'old' };
    value(await highlights.setPositions(new Map([[made.lost, position]])));
    value(await highlights.setPositions(new Map([[made.lost, 'detached']])));
    expect(await screen.findByText(where)).toBeTruthy();
  });

  it('says that nothing is detached', async () => {
    await openPage(await openLibrary(), 'detached');
    await screen.findByRole('heading', { name: 'Every highlight has its place' });
  });

  it('looks for one again, which leaves the list when it is found', async () => {
    const { card, library, highlights, made } = await openDetached();
    fireEvent.click(card(LOST).getByRole('button', { name: 'Find it again' }));
    await screen.findByText('This text is not in the article.');
    const html = `<p>The harbour froze, before ${LOST} after all.</p>`;
    const bookmark = (await highlights.get(made.lost))!.bookmarkId;
    const again = page({ url: 'https://example.org/Ice', html }).capture;
    value(await library.bookmarks.recapture(bookmark, again));
    fireEvent.click(card(LOST).getByRole('button', { name: 'Find it again' }));
    await screen.findByText('The highlight has its place again.');
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
      quote: before.quote,
      doubt: 'unsure',
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
    // The card has said so before.
    await waitFor(() =>
      expect(screen.getAllByText('This text is not in the article.')).toHaveLength(2),
    );
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

  describe('with an advertisement between its words, which the article has twice', () => {
    const words = 'The children skated to the lighthouse and back home before it was dark.';
    const filler = 'Nobody alive could remember that the harbour had ever been frozen before.';
    const broken = words.replace(
      'lighthouse',
      'lighthouse Sponsored: the best skates of the town, now at half of their price.',
    );

    async function openBroken() {
      const opened = await openDetached();
      const { save, add, highlights, card } = opened;
      const html = `<p>${filler}</p><p>${broken}</p>`.repeat(2) + filler;
      const quote = { exact: words, prefix: `${filler} `, suffix: '' };
      const made = await add(await save('Skates', html), words, { quote });
      value(await highlights.setPositions(new Map([[made, 'unsure']])));
      await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
      const [text] = screen.getAllByText(words);
      const item = text!.closest<HTMLElement>('.detached-item')!;
      const press = (name: string) => fireEvent.click(within(item).getByRole('button', { name }));
      return { made, quote, press, highlights, card };
    }

    it('keeps its words when a person confirms the place, and is found there', async () => {
      const { made, quote, press, highlights, card } = await openBroken();
      press('Yes, it is');
      await waitFor(() => expect(screen.queryByText(words)).toBeNull());
      expect(await highlights.get(made)).toMatchObject({ quote, position: { rivalScore: null } });
      value(await highlights.setPositions(new Map([[made, 'detached']])));
      await screen.findByText(words);
      fireEvent.click(card(words).getByRole('button', { name: 'Find it again' }));
      await screen.findByText('The highlight has its place again.');
    });

    it('remembers a refused place by its words alone', async () => {
      const { made, press, highlights } = await openBroken();
      press('No, it is not');
      await waitFor(async () =>
        expect(await highlights.get(made)).toMatchObject({ refused: [{ exact: words }] }),
      );
    });
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
