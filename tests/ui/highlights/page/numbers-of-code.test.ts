import { waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { anchorHighlight, createTextIndex, quoteOf } from '../../../../src/anchoring';
import type { Quote } from '../../../../src/domain/highlight';
import { inBrowser, pageOf } from '../../../capture/kinds/both-doms';
import { painted, start, useLivePage } from './live-page';

useLivePage();

const LINES = [
  'def tides(harbour):',
  '  rows = read(harbour)',
  '  for row in rows:',
  '    print(row.height)',
  'tides("north pier")',
];
const CODE = LINES.join('\n');
/** A person selects the second line to the fourth. */
const [FIRST, LAST] = ['rows = read', 'row.height'];
const WORDS = 'rows = read(harbour) for row in rows: print(row.height';

const each = (line: (text: string, number: number) => string): string =>
  LINES.map((text, at) => line(text, at + 1)).join('');
const numbers = LINES.map((_, at) => at + 1).join('\n');
const NONE = '-webkit-user-select:none;user-select:none';

const LISTINGS: readonly (readonly [string, string])[] = [
  [
    'elements beside the lines',
    `<pre><code>${each((line, n) => `<span class="ln">${n}</span><span class="cl">${line}\n</span>`)}</code></pre>`,
  ],
  [
    'links beside the lines',
    `<pre>${each((line, n) => `<a href="#code-${n}">${n}</a>${line}\n`)}</pre>`,
  ],
  [
    'text that a style keeps out of a selection',
    `<pre>${each((line, n) => `<span style="${NONE}"><i>${n}</i></span>${line}\n`)}</pre>`,
  ],
  [
    'text that a style sheet keeps out of a selection',
    `<style>.x {user-select: none}</style><pre>${each((line, n) => `<span class="x">${n}</span>${line}\n`)}</pre>`,
  ],
  [
    'a column of a table',
    `<table><tr><td class="linenos"><pre>${numbers}</pre></td><td class="code"><pre>${CODE}</pre></td></tr></table>`,
  ],
  [
    'cells of a table with a row for each line',
    `<table class="highlight">${each((line, n) => `<tr><td class="line-number">${n}</td><td class="code">${line}</td></tr>`)}</table>`,
  ],
];

const TEXT = [
  'The tables of the harbour are older than its pier, and nobody has ever printed all of them.',
  'A few lines of code read them, one row after the other, and print the height of each tide.',
  'They were written in a winter in which no boat left, by somebody who had to stay on land.',
];
const articleWith = (listing: string) =>
  `<article><h1>The tides</h1><p>${TEXT[0]}</p><p>${TEXT[1]}</p>${listing}<p>${TEXT[2]}</p></article>`;

/** Returns the text node with the words, and the place of the words in it. */
function placeOf(words: string, root: Node): readonly [Node, number] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const at = node.textContent?.indexOf(words) ?? -1;
    if (at >= 0) return [node, at];
  }
  throw new Error(`"${words}" is not in the text`);
}

function selectLines(root: Node): Range {
  const [first, from] = placeOf(FIRST, root);
  const [last, to] = placeOf(LAST, root);
  document.getSelection()?.setBaseAndExtent(first, from, last, to + LAST.length);
  return document.getSelection()!.getRangeAt(0);
}

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Saves the page in front, and returns the text of its article. */
const articleOfPage = () => inBrowser(pageOf(document.body.innerHTML)).article;

async function taken(listing: string, select: () => void): Promise<Quote> {
  document.body.innerHTML = articleWith(listing);
  const { script, all } = await start();
  select();
  await script.highlightSelection();
  await waitFor(async () => expect(await all()).toHaveLength(1));
  return (await all())[0]!.quote;
}

describe.each(LISTINGS)('a highlight of code whose line numbers are %s', (_, listing) => {
  it('has no numbers if it is made on the page, and is found in the article', async () => {
    const quote = await taken(listing, () => selectLines(document.body));
    expect(quote.exact).toBe(WORDS);
    const article = articleOfPage();
    expect(article.querySelector('pre')?.textContent?.trim()).toBe(CODE);
    const index = createTextIndex(article);
    const found = anchorHighlight(index, { quote });
    expect(found).toMatchObject({ kind: 'sure', how: 'exact' });
    if (found.kind === 'detached') throw new Error('It has a place.');
    expect(squeezed(index.text.slice(found.span.start, found.span.end))).toBe(WORDS);
  });

  it('is found on the page if it is made in the article', async () => {
    document.body.innerHTML = articleWith(listing);
    const article = articleOfPage();
    const index = createTextIndex(article);
    const [start_, end] = [index.text.indexOf(FIRST), index.text.indexOf(LAST) + LAST.length];
    const { all } = await start([quoteOf(index, { start: start_, end })]);
    const onPage = selectLines(document.body).toString();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': [onPage] }));
    await waitFor(async () => expect((await all())[0]?.position).not.toBeNull());
  });
});

describe('a highlight of code with line numbers', () => {
  const [[, beside]] = LISTINGS as [readonly [string, string]];

  it('may begin and end within a number', async () => {
    const { exact } = await taken(beside, () => {
      const found = [...document.querySelectorAll('.ln')].map(({ firstChild }) => firstChild!);
      document.getSelection()?.setBaseAndExtent(found[1]!, 0, found[4]!, 1);
    });
    expect(exact).toBe('rows = read(harbour) for row in rows: print(row.height)');
  });

  it('is found on the page with the numbers of an earlier version in its quote', async () => {
    document.body.innerHTML = articleWith(beside);
    const index = createTextIndex(document.body);
    const [first, last] = [index.text.indexOf(FIRST), index.text.indexOf(LAST) + LAST.length];
    const quote = quoteOf(index, { start: first, end: last });
    expect(quote.exact).toContain(' 3 for ');
    await start([quote]);
    const onPage = selectLines(document.body).toString();
    await waitFor(() => expect(painted()).toEqual({ 'leafmark-red': [onPage] }));
  });

  it.each([
    ['a tram', '<table><tr><td class="line-no">12</td><td>to the harbour</td></tr></table>', '12'],
    ['a value', '<pre>ports = <i class="mi">12</i> + 1</pre>', 'ports = 12 + 1'],
    ['a note', '<p>The harbour<a href="#n12">12</a> froze.</p>', 'harbour12 froze'],
  ])('keeps the number of %s', async (_, html, words) => {
    const { exact } = await taken(html, () => {
      const [first, last] = [words.slice(0, 2), words.slice(-2)];
      const [[from, start_], [to, end]] = [first, last].map((each) =>
        placeOf(each, document.body),
      ) as [readonly [Node, number], readonly [Node, number]];
      document.getSelection()?.setBaseAndExtent(from, start_, to, end + last.length);
    });
    expect(exact).toContain('12');
  });
});
