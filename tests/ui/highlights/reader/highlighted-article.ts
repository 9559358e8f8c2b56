import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { expect } from 'vitest';
import { highlightRepository } from '../../../../src/library';
import { usePages } from '../../../support/rendered-pages';
import type { TestDeps } from '../../reader/open-article';
import { select } from './select-words';

export const HTML = `<p>The harbour froze in the second week of January.</p>
  <p>Boats stood in the ice like chairs around a table.</p>`;

let pages: ReturnType<typeof usePages>;

/** Prepares the tests of a file for a reader with highlights. */
export function useHighlights(): void {
  pages = usePages();
}

/** Returns the painted texts by the name under which they are registered. */
export const painted = () => pages.gaps.painted();

/** The first button with this name: the end of an article has some of the toolbar again. */
export const button = (name: string) => screen.getAllByRole('button', { name })[0]!;

export async function highlight(root: Element, words: string, color = 'Yellow'): Promise<void> {
  select(root, words);
  const choice = await screen.findByRole('button', { name: color });
  fireEvent.pointerDown(choice);
  fireEvent.click(choice);
  const name = `leafmark-${color.toLowerCase()}`;
  await waitFor(() => expect(painted()[name]).toContain(words));
}

export const stored = ({ library }: TestDeps) => library.part(highlightRepository);

/** Opens the list of the highlights. */
export const list = async () => {
  fireEvent.click(button('Highlights'));
  return within(await screen.findByRole('complementary', { name: 'Highlights' }));
};

/** Opens the editor of a highlight from the list. */
export const openEditor = async (words: string) => {
  fireEvent.click((await list()).getByRole('button', { name: new RegExp(words) }));
  return within(await screen.findByRole('dialog', { name: 'Edit the highlight' }));
};
