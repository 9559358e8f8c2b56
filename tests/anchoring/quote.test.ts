import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anchorHighlight,
  anchorHighlights,
  createTextIndex,
  positionOf,
  quoteOf,
  runAtOnce,
  type TextIndex,
  type WantedHighlight,
} from '../../src/anchoring';
import { foldText } from '../../src/anchoring/quote/fold-text';
import { article, parseBody, places, spanBetween } from './trees';

const PARAGRAPHS = [
  'The harbour froze in the second week of January, and nobody alive could remember that.',
  'Boats stood in the ice like chairs around a table; “We will wait,” said the ferryman — and sat.',
  'On the third day children skated to the lighthouse and back, carrying bread and lamps.',
  'When the thaw came it came at night, with a sound like a long breath let go at last.',
];

const html = (paragraphs: readonly string[]) =>
  `<section>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</section>`;

const indexOf = (markup: string) => createTextIndex(parseBody(markup));

function quoteFrom(index: TextIndex, words: string) {
  const start = index.text.indexOf(words);
  expect(start).toBeGreaterThanOrEqual(0);
  return quoteOf(index, { start, end: start + words.length });
}

/** Takes the quote of `words` in `before` and returns what is found for it in `after`. */
function found(before: string, words: string, after: string, near: number | null = null) {
  const index = indexOf(after);
  const anchoring = anchorHighlight(index, { quote: quoteFrom(indexOf(before), words), near });
  if (anchoring.kind === 'detached') return 'detached';
  const { start, end } = anchoring.span;
  return `${anchoring.kind} ${anchoring.how}: ${index.text.slice(start, end)}`;
}

const BEFORE = html(PARAGRAPHS);
const FERRYMAN = '“We will wait,” said the ferryman';

describe('quoteOf', () => {
  it('returns the words on one line with their context', () => {
    const index = indexOf('<p>First\n line.</p>\n<p>Second <b>line</b>.</p>');
    expect(quoteOf(index, { start: 8, end: 19 })).toEqual({
      exact: 'ine. Second',
      prefix: 'First l',
      suffix: ' line.',
    });
  });

  it('never cuts a surrogate pair in two', () => {
    fc.assert(
      fc.property(article, places, (markup, fractions) => {
        const index = indexOf(markup);
        const quote = quoteOf(index, spanBetween(index.text, fractions));
        const parts = [quote.exact, quote.prefix, quote.suffix];
        expect(parts.filter((part) => /\p{Cs}/u.test(part))).toEqual([]);
      }),
    );
  });
});

describe('anchorHighlight', () => {
  it('finds a quote whose paragraph moved', () => {
    expect(found(BEFORE, FERRYMAN, html(PARAGRAPHS.toReversed()))).toBe(`sure exact: ${FERRYMAN}`);
  });

  it('finds a quote across blocks without a space between them', () => {
    const glued = BEFORE.replaceAll('\n', '');
    expect(found(BEFORE, 'back, carrying bread and lamps.\nWhen', glued)).toBe(
      'sure exact: back, carrying bread and lamps.When',
    );
  });

  it.each([
    ['straight quotes and dashes', '"We will wait," said the ferryman'],
    ['other white space', '“We will wait,”\u00a0said\n   the ferryman'],
    ['soft hyphens and joiners', '“We will wait,” said the fer\u00adry\u200bman'],
    ['capitals', '“WE WILL WAIT,” SAID THE FERRYMAN'],
    ['an accent in two characters', '“We will wait,” said the ferry\u0301man'],
  ])('through %s', (_, written) => {
    const after = BEFORE.replace(FERRYMAN, written);
    expect(found(BEFORE, FERRYMAN, after)).toBe(`sure exact: ${written}`);
  });

  it('finds a quote with all combining marks of its last character', () => {
    const before = html(['Some words about a very long voyage home 👩‍🚀️ and then more.']);
    const words = 'a very long voyage home 👩‍🚀️';
    expect(found(before, words, before)).toBe(`sure exact: ${words}`);
  });

  it('finds a quote with something inserted into its middle', () => {
    const words = 'On the third day children skated to the lighthouse and back, carrying bread';
    const after = BEFORE.replace('skated to', 'skated <img alt=""> Advertisement: buy skates. to');
    expect(found(BEFORE, words, after)).toBe(
      'sure similar: On the third day children skated  Advertisement: buy skates. to the lighthouse and back, carrying bread',
    );
  });

  it('finds a quote with changed words', () => {
    const words = 'children skated to the lighthouse and back';
    const after = BEFORE.replace('lighthouse and back', 'lighthouse & back').replace(
      'skated',
      'skied',
    );
    expect(found(BEFORE, words, after)).toBe(
      'sure similar: children skied to the lighthouse & back',
    );
  });

  it('finds a quote in a language written without spaces', () => {
    const before = html(['吾輩は猫である。名前はまだ無い。', 'どこで生れたかとんと見当がつかぬ。']);
    expect(found(before, '名前はまだ無い。どこで'.slice(0, 8), before)).toBe(
      'sure exact: 名前はまだ無い。',
    );
  });

  it('finds a quote that is short, by its context', () => {
    expect(found(BEFORE, 'bread', BEFORE)).toBe('sure exact: bread');
    const twice = html(['No bread today at the baker of our street.', ...PARAGRAPHS]);
    expect(found(BEFORE, 'bread', twice)).toBe('sure exact: bread');
  });

  it.each([
    'Oslo leaves at nine from the old pier, and the ticket is 120 euro',
    'and the ticket is 120 euro for one',
  ])('finds the intact words "%s" although a similar text has their context', (words) => {
    const oslo =
      'The ferry to Oslo leaves at nine from the old pier, and the ticket is 120 euro for one person.';
    const bergen = oslo.replace('Oslo', 'Bergen').replace('120', '140');
    const before = html(['The first words.', oslo, 'Some words after it are here.', bergen]);
    const after = html([
      bergen,
      'Some words after it are here.',
      'New things were put here by the editor.',
      oslo.replace('The', 'But the'),
    ]);
    expect(found(before, words, after)).toMatch(new RegExp(`^\\w+ exact: ${words}$`));
  });

  it('is unsure of a similar place if the words are elsewhere, without their context', () => {
    const words = 'The ferry to Oslo leaves at nine';
    const rest = 'from the old pier, and the ticket is 120 euro for one person.';
    const before = html(['The first words.', `${words} ${rest}`]);
    const after = html(['The first words.', `The ferry to Bergen leaves at nine ${rest}`, words]);
    expect(found(before, words, after)).toMatch(/^unsure /);
  });

  it('finds a quote among equal copies by its position, and reports that it is unsure', () => {
    const boilerplate = 'Subscribe to our letter and never miss a story again.';
    const before = html([boilerplate]);
    const after = html(Array.from({ length: 5 }, () => boilerplate));
    const words = 'letter and never miss a story';
    const index = indexOf(after);
    const quote = quoteFrom(indexOf(before), words);
    const anchoring = anchorHighlight(index, {
      quote: { ...quote, prefix: 'Subscribe to our ' },
      near: 0.6,
    });
    expect(anchoring).toMatchObject({ kind: 'unsure', how: 'exact' });
    expect(anchoring.kind === 'unsure' && anchoring.span.start / index.text.length).toBeCloseTo(
      0.5,
      0,
    );
  });
});

describe('anchorHighlight in a text of one repeated letter', () => {
  it('takes about as long as folding the text', () => {
    const measure = (run: () => unknown) => {
      const start = process.threadCpuUsage();
      run();
      const { user, system } = process.threadCpuUsage(start);
      return user + system;
    };
    // The shortest of three, because the garbage of other tests may be collected during a run.
    const timeOf = (run: () => unknown) => Math.min(...[1, 2, 3].map(() => measure(run)));
    const text = 'a'.repeat(1_500_000);
    const half = 'a'.repeat(45_000);
    const quote = { exact: `${half}zz${half}`, prefix: '', suffix: '' };
    const root = document.createElement('div');
    root.textContent = text;
    const index = createTextIndex(root);
    const folding = timeOf(() => foldText(text));
    // This call also folds the text.
    expect(timeOf(() => anchorHighlight(index, { quote }))).toBeLessThan(10 * folding);
  });
});

describe('anchorHighlight without a match', () => {
  it('detaches a quote when its words are gone', () => {
    const after = html(PARAGRAPHS.filter((text) => !text.includes('ferryman')));
    expect(found(BEFORE, FERRYMAN, after)).toBe('detached');
  });

  it('detaches a quote when there is only something similar elsewhere', () => {
    const after = html([...PARAGRAPHS.slice(2), 'We shall wait here, said a woman to the man.']);
    expect(found(BEFORE, FERRYMAN, after)).toBe('detached');
  });

  it('detaches a quote when it is one of many equal words and its context is gone', () => {
    const after = html(['The cat. The dog. The end.', 'The rest is silence.']);
    expect(found(BEFORE, 'the', after)).toBe('detached');
  });

  it('detaches a quote when it contains no words', () => {
    const index = indexOf(BEFORE);
    expect(
      anchorHighlight(index, { quote: { exact: ' \u00ad ', prefix: '', suffix: '' } }),
    ).toEqual({
      kind: 'detached',
    });
    expect(anchorHighlight(indexOf(''), { quote: quoteFrom(index, FERRYMAN) })).toEqual({
      kind: 'detached',
    });
  });
});

describe('anchorHighlight with a position', () => {
  const index = indexOf(BEFORE);
  const start = index.text.indexOf(FERRYMAN);
  const span = { start, end: start + FERRYMAN.length };
  const wanted = { quote: quoteOf(index, span), position: positionOf(index, span) };
  const anew = (markup: string) => anchorHighlight(indexOf(markup), wanted);
  const expected = {
    kind: 'sure',
    how: 'position',
    span,
    parts: [span],
    score: 1,
    rivals: { rivalScore: null, similarScore: null, rivalCount: 0 },
  };

  it('uses it while the text is unchanged', () => {
    expect(anew(BEFORE)).toEqual(expected);
    expect(anew(BEFORE.replaceAll('<p>', '<p><b></b>'))).toEqual(expected);
  });

  it('is sure of it among equal copies while the text is unchanged', () => {
    const copies = indexOf(html([...PARAGRAPHS, ...PARAGRAPHS, ...PARAGRAPHS]));
    const second = copies.text.indexOf(FERRYMAN, start + 1);
    const place = { start: second, end: second + FERRYMAN.length };
    const position = positionOf(copies, place);
    expect(anchorHighlight(copies, { quote: quoteOf(copies, place), position })).toMatchObject({
      kind: 'sure',
      span: place,
    });
  });

  it('follows the words when paragraphs moved', () => {
    const moved = html(['A new first paragraph, put there by an editor.', ...PARAGRAPHS]);
    const anchoring = anew(moved);
    expect(anchoring).toMatchObject({ kind: 'sure', how: 'exact' });
    const shift = indexOf(moved).text.indexOf(FERRYMAN);
    expect(anchoring).toHaveProperty('span', { start: shift, end: shift + FERRYMAN.length });
  });
});

describe('anchorHighlights with positions', () => {
  const QUOTES = [
    'froze in the second week',
    FERRYMAN,
    'skated to the lighthouse',
    'like a long breath',
  ];
  const index = indexOf(BEFORE);
  const wanted = QUOTES.map((words) => {
    const start = index.text.indexOf(words);
    const span = { start, end: start + words.length };
    return { quote: quoteOf(index, span), position: positionOf(index, span) };
  });
  const foundIn = (paragraphs: readonly string[], some: readonly WantedHighlight[]) => {
    const now = indexOf(html(paragraphs));
    return runAtOnce(anchorHighlights(now, some)).map((each) =>
      each.kind === 'detached'
        ? each.kind
        : `${each.kind}: ${now.text.slice(each.span.start, each.span.end)}`,
    );
  };

  it('finds all of them after text was inserted between them', () => {
    const [first = '', ...rest] = PARAGRAPHS;
    const longer = [first, 'A paragraph that an editor has put there.'.repeat(5), ...rest];
    expect(foundIn(longer, wanted)).toEqual(QUOTES.map((words) => `sure: ${words}`));
  });

  it('finds a changed one between the others', () => {
    const changed = PARAGRAPHS.map((text) => text.replace('the ferryman', 'a ferryman'));
    expect(foundIn(changed, wanted)).toEqual([
      `sure: ${QUOTES[0]}`,
      `sure: ${FERRYMAN.replace('the', 'a')}`,
      `sure: ${QUOTES[2]}`,
      `sure: ${QUOTES[3]}`,
    ]);
  });

  it('trusts one with half of its context that moved as far as its neighbours', () => {
    const [first = '', second = '', ...rest] = PARAGRAPHS;
    const end = second.indexOf(FERRYMAN) + FERRYMAN.length;
    const cut = `${second.slice(0, end)}. Nobody believed a word of it.`;
    const longer = ['A paragraph that an editor has put there.'.repeat(5), first, cut, ...rest];
    expect(foundIn(longer, wanted)[1]).toBe(`sure: ${FERRYMAN}`);
  });

  it('doubts one that is no longer between its neighbours, with half of its context', () => {
    const [first = '', second = '', ...rest] = PARAGRAPHS;
    const end = second.indexOf(FERRYMAN) + FERRYMAN.length;
    const moved = [first, ...rest, `${second.slice(0, end)}. Nobody believed a word of it.`];
    expect(foundIn(moved, wanted)[1]).toBe(`unsure: ${FERRYMAN}`);
    const withoutPosition = wanted.map(({ quote }) => ({ quote }));
    expect(foundIn(moved, withoutPosition)[1]).toBe(`sure: ${FERRYMAN}`);
    const others = QUOTES.filter((words) => words !== FERRYMAN);
    expect(foundIn(moved, wanted).toSpliced(1, 1)).toEqual(others.map((words) => `sure: ${words}`));
  });
});

describe('anchorHighlight with arbitrary quotes', () => {
  it('finds a quote in its own text at its position, or reports that it is unsure', () => {
    fc.assert(
      fc.property(article, places, (markup, fractions) => {
        const index = indexOf(markup);
        const span = spanBetween(index.text, fractions);
        const anchoring = anchorHighlight(index, {
          quote: quoteOf(index, span),
          near: span.start / index.text.length,
        });
        if (anchoring.kind !== 'sure') return;
        const words = (text: string) => text.replace(/[\s\u00ad\u200d]/g, '');
        const { start, end } = anchoring.span;
        const covered = words(index.text.slice(start, end));
        expect(covered).toBe(words(index.text.slice(span.start, span.end)));
      }),
    );
  });

  it('never throws and never returns a position outside of the text', () => {
    const character = fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code));
    const piece = fc.array(character, { maxLength: 40 }).map((all) => all.join(''));
    fc.assert(
      fc.property(piece, piece, piece, piece, (text, exact, prefix, suffix) => {
        const index = indexOf(`<section><p>${text}${exact}</p></section>`);
        const anchoring = anchorHighlight(index, { quote: { exact, prefix, suffix } });
        if (anchoring.kind === 'detached') return;
        expect(anchoring.span.start).toBeGreaterThanOrEqual(0);
        expect(anchoring.span.end).toBeLessThanOrEqual(index.text.length);
      }),
    );
  });
});
