import { fireEvent, render, screen, waitFor, within } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result';
import { type PageStructure, textKey } from '../../../src/domain/site-rules/page-structure';
import type { SiteRule } from '../../../src/domain/site-rules/site-rule';
import { highlightRepository, siteRuleRepository } from '../../../src/library';
import { Toasts } from '../../../src/ui/components/toasts';
import { page, value } from '../../library/library';
import { seriousFindings } from '../../support/accessibility';
import { usePages } from '../../support/rendered-pages';
import { openReader, readerDeps, save, type TestDeps } from '../reader/open-article';

const PROMO = 'Buy our lamps, they are the best ones';
const PARAGRAPHS = [1, 2, 3].map(
  (at) =>
    `Paragraph ${at} tells something about ferns, where they grow, and why nobody has to water them in winter.`,
);
const HTML = `<div><p>${PARAGRAPHS[0]}</p><div><p>${PROMO}</p></div><ul><li>First</li><li>Second</li></ul><p>${PARAGRAPHS[1]}</p><p><a href="https://example.com">${PARAGRAPHS[2]}</a></p></div>`;
const named = (value: string) => [{ in: 'class', value }] as const;
const block = (node: number, text: string) => ({ node, key: textKey(text), letters: text.length });
const STRUCTURE: PageStructure = {
  nodes: [
    { parent: -1, tag: '', names: named('story') },
    { parent: 0, tag: '', names: named('promo') },
    { parent: 0, tag: '', names: named('steps') },
  ],
  blocks: [...PARAGRAPHS.map((text) => block(0, text)), block(1, PROMO)],
  removed: [
    {
      node: 2,
      html: '<p>How to water a fern.</p>',
      letters: 20,
      by: 'page',
      rule: null,
      after: textKey(PARAGRAPHS[1] ?? ''),
    },
  ],
};

usePages();

const press = (key: string) => fireEvent.keyDown(document.body, { key });
const bar = () => screen.getByRole('region', { name: 'Clean up' });
/** The first one is about the chosen block, the other about another capture. */
const status = () => within(bar()).getAllByRole('status')[0]?.textContent ?? '';
const openWays = () =>
  fireEvent.click(within(bar()).getByText('Try another way', { selector: 'summary' }));
const chosen = () => document.querySelector('[data-clean-up="chosen"]');
const button = (name: string) => screen.getByRole('button', { name });

/** Opens an article in the mode. `structure` null: it was not captured here. */
async function cleaning(
  structure: PageStructure | null = STRUCTURE,
  existing?: TestDeps | (Omit<TestDeps, 'capturing'> & { capturing: undefined }),
) {
  const deps = existing ?? (await readerDeps());
  const saved = page({ html: HTML });
  const capture = { ...saved.capture, ...(structure && { structure }) };
  const bookmark = await save(deps.library, { ...saved, capture });
  const view = await openReader(deps, bookmark);
  render(<Toasts store={deps.toasts} />);
  await screen.findByText(PROMO);
  press('c');
  await waitFor(() => expect(chosen()?.textContent).toBe(PARAGRAPHS[0]));
  const html = async () => (await deps.library.articles.get(bookmark.id))?.html ?? '';
  const rules = (): Promise<readonly SiteRule[]> =>
    deps.library.part(siteRuleRepository).ofSite('example.org');
  return { ...view, deps, bookmark, html, rules };
}

describe('the mode in which an article is cleaned up', () => {
  it('has no serious accessibility findings, also with the removed parts', async () => {
    const { container } = await cleaning();
    fireEvent.click(await screen.findByText('Removed from this page: 1'));
    expect(await seriousFindings(container)).toEqual([]);
  });

  it('says which block the arrow keys have chosen', async () => {
    await cleaning();
    expect(status()).toBe(`Block 1 of 5: ${PARAGRAPHS[0]}`);
    press('ArrowDown');
    await waitFor(() => expect(status()).toBe(`Block 2 of 5: ${PROMO}`));
    press('ArrowDown');
    await waitFor(() => expect(chosen()?.localName).toBe('ul'));
    press('-');
    await waitFor(() => expect(chosen()?.textContent).toBe('First'));
    press('+');
    await waitFor(() => expect(chosen()?.localName).toBe('ul'));
    press('ArrowUp');
    await waitFor(() => expect(status()).toContain(PROMO));
  });

  it('removes the block for the site, and undoes it with the rule', async () => {
    const { html, rules } = await cleaning();
    press('ArrowDown');
    await waitFor(() => expect(status()).toContain(PROMO));
    press('x');
    await screen.findByText('Removed here and in new pages of example.org that have it.');
    expect(await html()).not.toContain(PROMO);
    expect(await rules()).toMatchObject([
      {
        action: 'remove',
        label: PROMO,
        path: { steps: [{ tag: '', names: named('promo') }], text: '' },
      },
    ]);
    fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
    await waitFor(async () => expect(await html()).toBe(HTML));
    expect(await rules()).toEqual([]);
  });

  it('chooses the block after the one that was removed', async () => {
    await cleaning();
    press('ArrowDown');
    await waitFor(() => expect(status()).toContain(PROMO));
    fireEvent.click(button('Remove this'));
    await waitFor(() => expect(chosen()?.localName).toBe('ul'));
  });

  it('removes a plain paragraph from this article only, and says so', async () => {
    const { html, rules } = await cleaning();
    press('Delete');
    await screen.findByText('Changed in this article only.');
    expect(await html()).not.toContain(PARAGRAPHS[0]);
    expect(await rules()).toEqual([]);
  });

  it('remembers the words of a block that has no other mark', async () => {
    const others = [0, 1, 2].map((at) => block(at + 3, PARAGRAPHS[at] ?? ''));
    const line = { parent: 0, tag: 'p', names: [] };
    const { rules } = await cleaning({
      nodes: [...STRUCTURE.nodes.slice(0, 1), line, STRUCTURE.nodes[2]!, line, line, line],
      blocks: [...others, block(1, PROMO)],
      removed: [],
    });
    press('ArrowDown');
    await waitFor(() => expect(status()).toContain(PROMO));
    press('x');
    await screen.findByText('Removed here and in new pages of example.org that have it.');
    expect(await rules()).toMatchObject([{ action: 'remove', path: { text: PROMO } }]);
  });

  /** Opens an article from which a paragraph without names was left out. */
  const withoutLine = (html: string) => {
    const line = { parent: 0, tag: 'p', names: [] };
    return cleaning({
      nodes: [...STRUCTURE.nodes, line, line],
      blocks: [...STRUCTURE.blocks.slice(0, 2), block(4, PARAGRAPHS[2] ?? '')],
      removed: [{ ...STRUCTURE.removed[0]!, node: 3, html }],
    });
  };

  it('remembers the words of a part that has no other mark', async () => {
    const { rules } = await withoutLine('<p>How to water a fern.</p>');
    fireEvent.click(await screen.findByText('Removed from this page: 1'));
    fireEvent.click(button('Keep this'));
    await screen.findByText('Kept here and in new pages of example.org that have it.');
    expect(await rules()).toMatchObject([
      { action: 'keep', path: { text: 'How to water a fern.' } },
    ]);
  });

  it('remembers no words of a part with an image, which no page has as words', async () => {
    const { html, rules } = await withoutLine(
      '<p>A fern.<img src="https://example.org/fern.png" alt=""></p>',
    );
    fireEvent.click(await screen.findByText('Removed from this page: 1'));
    fireEvent.click(button('Keep this'));
    await screen.findByText('Changed in this article only.');
    expect(await html()).toContain('A fern.');
    expect(await rules()).toEqual([]);
  });

  it('says of an article from elsewhere that nothing is remembered for its site', async () => {
    const { html, rules } = await cleaning(null);
    await within(bar()).findByText(/^[^.]*\. This article was not captured here/);
    press('ArrowDown');
    await waitFor(() => expect(status()).toContain(PROMO));
    press('x');
    await screen.findByText('Changed in this article only.');
    expect(await html()).not.toContain(PROMO);
    expect(await rules()).toEqual([]);
    await screen.findByText('Removed from this page: 1');
  });

  it('captures the page again in another way, and takes it back', async () => {
    const { deps, bookmark, html } = await cleaning();
    const { captureAgain } = deps.background;
    const whole = page({ html: `${HTML}<p>Printed by the pilots.</p>` });
    captureAgain.mockImplementationOnce(async ({ id }) =>
      ok(value(await deps.library.bookmarks.recapture(id, whole.capture))),
    );
    openWays();
    const ways = within(bar()).getByRole('group', { name: 'Try another way' });
    const radios = within(ways).getAllByRole<HTMLInputElement>('radio');
    expect(radios.map((radio) => [radio.labels?.[0]?.textContent, radio.checked])).toEqual([
      ['Leafmark', true],
      ['Plain Readability', false],
      ['The whole page', false],
    ]);
    fireEvent.click(radios[2]!);
    fireEvent.click(within(bar()).getByRole('button', { name: 'Capture again' }));
    await screen.findByText('Printed by the pilots.');
    expect(captureAgain).toHaveBeenCalledWith({ id: bookmark.id, way: 'whole-page' });
    await within(bar()).findByText('New paragraphs: 1');
    fireEvent.click(button('Undo'));
    await waitFor(async () => expect(await html()).toBe(HTML));
  });

  it('says that the page must be in front to be captured in another way', async () => {
    await cleaning();
    openWays();
    fireEvent.click(within(bar()).getByRole('button', { name: 'Capture again' }));
    await within(bar()).findByText(/^Open the page itself in a tab/);
  });

  it('offers no other way in the web app, which captures no pages', async () => {
    const deps = await readerDeps();
    await cleaning(STRUCTURE, { ...deps, capturing: undefined });
    expect(within(bar()).queryByText('Try another way')).toBeNull();
  });

  it('is chosen by the mouse, which follows no link', async () => {
    await cleaning();
    const link = screen.getByText(PARAGRAPHS[2]!);
    fireEvent.pointerOver(link);
    expect(link.closest('p')?.getAttribute('data-clean-up')).toBe('over');
    expect(fireEvent.click(link)).toBe(false);
    await waitFor(() => expect(chosen()).toBe(link.closest('p')));
  });

  it('ends with Escape, and gives the keys back to the reader', async () => {
    const { onBack } = await cleaning();
    press('Escape');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Clean up' })).toBeNull());
    expect(chosen()).toBeNull();
    expect(onBack).not.toHaveBeenCalled();
    press('Escape');
    expect(onBack).toHaveBeenCalledOnce();
  });

  it('asks before it removes a block with a highlight, which stays in the list', async () => {
    const { deps, bookmark, html } = await cleaning();
    const highlights = deps.library.part(highlightRepository);
    const quote = { exact: 'our lamps', prefix: 'Buy ', suffix: ', they' };
    value(
      await highlights.add({
        bookmarkId: bookmark.id,
        quote,
        position: null,
        color: 'yellow',
        note: '',
      }),
    );
    press('ArrowDown');
    await waitFor(() => expect(status()).toContain(PROMO));
    await waitFor(() => expect(CSS.highlights.get('leafmark-yellow')?.size).toBe(1));
    press('x');
    await waitFor(() => expect(status()).toContain('You have highlighted something here'));
    expect(await html()).toContain(PROMO);
    fireEvent.click(button('Remove anyway'));
    await waitFor(async () => expect(await html()).not.toContain(PROMO));
    expect(await highlights.count(bookmark.id)).toBe(1);
  });

  it('keeps a removed part at its place and for the site, and undoes it', async () => {
    const { html, rules } = await cleaning();
    fireEvent.click(await screen.findByText('Removed from this page: 1'));
    fireEvent.click(button('Keep this'));
    await screen.findByText('Kept here and in new pages of example.org that have it.');
    expect(await html()).toContain(`${PARAGRAPHS[1]}</p><p>How to water a fern.</p>`);
    expect(await rules()).toMatchObject([
      { action: 'keep', path: { steps: [{ tag: '', names: named('steps') }], text: '' } },
    ]);
    await screen.findByText('As far as Leafmark knows, nothing of the page is missing here.');
    fireEvent.click(button('Undo'));
    await waitFor(async () => expect(await html()).toBe(HTML));
    expect(await rules()).toEqual([]);
    await screen.findByText('Removed from this page: 1');
  });

  it('puts back what a person removed before, without its rule', async () => {
    const { html, rules } = await cleaning();
    press('ArrowDown');
    await waitFor(() => expect(status()).toContain(PROMO));
    press('x');
    fireEvent.click(await screen.findByText('Removed from this page: 2'));
    const mine = screen.getByText('By you').closest('li')!;
    fireEvent.click(within(mine).getByRole('button', { name: 'Keep this' }));
    await waitFor(async () => expect(await html()).toContain(PROMO));
    expect(await html()).toContain(`${PARAGRAPHS[0]}</p><p>${PROMO}</p>`);
    expect(await rules()).toEqual([]);
  });
});
