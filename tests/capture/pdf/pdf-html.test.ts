import { describe, expect, it } from 'vitest';
import { pdfAsHtml } from '../../../src/capture/pdf/pdf-html';
import type { PdfItem, PdfPage } from '../../../src/capture/pdf/pdf-text';

const SIZE = 10;
const LETTER = 5;
const TOP = 300;

const item = (text: string, y: number, more: Partial<PdfItem> = {}): PdfItem => ({
  text,
  x: 50,
  y,
  width: text.length * LETTER,
  size: SIZE,
  font: 'body',
  isRightToLeft: false,
  ...more,
});

/** Returns a page with a line of text for each item, one below the other. */
const page = (...lines: readonly (string | PdfItem)[]): PdfPage => ({
  height: 800,
  items: lines.map((line, at) =>
    typeof line === 'string' ? item(line, TOP + 12 * at) : { ...line, y: line.y + 12 * at },
  ),
});

const read = (pages: readonly PdfPage[], more: { readonly isCut?: boolean } = {}) => {
  const about = { title: 'Winter', author: '', created: null, lang: 'en', isCut: false };
  const html = pdfAsHtml({ pages, ...about, ...more }, 'a name');
  return new DOMParser().parseFromString(html, 'text/html');
};
const blocks = (pages: readonly PdfPage[]) =>
  [...read(pages).querySelectorAll('h1,h2,h3,h4,p,li')].map(({ textContent }) => textContent);

describe('the paragraphs of a PDF', () => {
  it('go on over a footnote and the end of a page, and each page has one anchor', () => {
    const note = item('1 By the harbour master.', TOP + 40, { size: 8 });
    const pages = [
      page(
        'The harbour froze in January, as everybody remembers, and',
        'the boats stayed where they had been, for weeks, because the',
        note,
      ),
      page('ice was deep.', 'In May it thawed, and all of them went out to the islands.'),
    ];
    const found = read(pages);
    const [first, second] = found.querySelectorAll('p');
    expect(first?.textContent).toMatch(
      /^The harbour froze.* and the boats stayed.* because the ice was deep\.$/,
    );
    expect(second?.textContent).toBe('1 By the harbour master.');
    expect([...found.querySelectorAll('[id]')].map(({ id }) => id)).toEqual(['page-1', 'page-2']);
  });

  it('lose a hyphen at the end of a line unless the document has the word with it', () => {
    expect(blocks([page('A self-made ship, the har-', 'bour and a self-', 'made boat.')])).toEqual([
      'A self-made ship, the harbour and a self-made boat.',
    ]);
  });

  it('have no space between lines of characters without spaces', () => {
    expect(blocks([page('港は一月に凍り、舟は', 'そのまま動かなかった。')])).toEqual([
      '港は一月に凍り、舟はそのまま動かなかった。',
    ]);
  });
});

describe('the letters of a PDF', () => {
  it.each([
    ['daf¨ ur', 'dafür'],
    ['die ¨ Uberschrift', 'die Überschrift'],
    ['caf´ e', 'café'],
    ['garˆcon', 'garĉon'],
  ])('have the accents that are drawn over them: %s', (drawn, text) => {
    expect(blocks([page(drawn)])).toEqual([text]);
  });

  it.each(['it´s', 'rock ´n´ roll', 'O´Brien', 'about ˜ 100', 'a ´ b'])(
    'stay beside a sign that is no accent: %s',
    (text) => {
      expect(blocks([page(text)])).toEqual([text]);
    },
  );

  it('are those of the alphabet, also where a font has forms or ligatures of them', () => {
    expect(blocks([page('o\ufb03ce of the \ufb02eet')])).toEqual(['office of the fleet']);
    const arabic = item('\ufe97\ufea0\ufee4\ufeaa \ufefb', TOP, { isRightToLeft: true });
    expect(blocks([page(arabic)])).toEqual(['تجمد لا']);
  });
});

it('the end of a longer PDF is said to be missing', () => {
  const text = (isCut: boolean) => read([page('The harbour froze.')], { isCut }).body.textContent;
  expect(text(true)).toMatch(/longer than what Leafmark keeps\. Its end is missing here\.$/);
  expect(text(false)).toBe('The harbour froze.');
});
