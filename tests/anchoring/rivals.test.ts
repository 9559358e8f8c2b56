import { describe, expect, it } from 'vitest';
import {
  addRivals,
  anchorHighlight,
  anchorHighlights,
  anchorInRoots,
  createTextIndex,
  positionOf,
  quoteOf,
  quoteOfParts,
  runAtOnce,
  type TextIndex,
  type TextSpan,
  type WantedHighlight,
} from '../../src/anchoring';
import { parseBody } from './trees';

const PARAGRAPHS = [
  'The harbour froze in the second week of January, and nobody alive could remember that.',
  'Boats stood in the ice like chairs around a table; “We will wait,” said the ferryman — and sat.',
];

const html = (paragraphs: readonly string[]) =>
  `<section>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</section>`;

const indexOf = (markup: string) => createTextIndex(parseBody(markup));

/** Returns the quote of `words`, and their position with the scores of other places. */
function takenFrom(index: TextIndex, words: string, others: readonly TextIndex[] = []) {
  const start = index.text.indexOf(words);
  const span = { start, end: start + words.length };
  const taken = { quote: quoteOf(index, span), position: positionOf(index, span) };
  const [position = taken.position] = runAtOnce(addRivals(index, [taken], others));
  return { ...taken, position };
}

const textsOf = ({ text }: TextIndex, parts: readonly TextSpan[]) =>
  parts.map(({ start, end }) => text.slice(start, end));

describe('a place with inserted text that a person has confirmed', () => {
  const [one = '', two = ''] = PARAGRAPHS;
  const changed =
    'Ships lay in the ice behind seats. Sponsored: the best skates of the town, at half of their ' +
    'price. Around a table; “We will wait,” said the captain — and ate.';
  const { quote } = takenFrom(indexOf(html([one, two, one])), two);

  /** Returns the position that is stored when a person confirms the place. */
  function confirmed(paragraphs: readonly string[]) {
    const index = indexOf(html(paragraphs));
    const asked = anchorHighlight(index, { quote });
    if (asked.kind !== 'unsure') throw new Error(`The place is ${asked.kind}.`);
    const taken = { quote, position: positionOf(index, asked.span) };
    return runAtOnce(addRivals(index, [taken]))[0] ?? null;
  }

  it('is sure after each change of the page elsewhere', () => {
    let position = confirmed([one, changed, one]);
    for (const news of ['News.', 'News. More news.', 'News. More news. And more.']) {
      const index = indexOf(html([news, one, changed, one]));
      const found = anchorHighlight(index, { quote, position });
      expect(found).toMatchObject({ kind: 'sure', how: 'similar' });
      if (found.kind === 'detached') return;
      position = { ...positionOf(index, found.span), ...found.rivals };
    }
  });

  it('is asked about again if its words have changed, or if there is another place like it', () => {
    const position = confirmed([one, changed, one]);
    const other = changed.replace('skates', 'sledges');
    const texts = [
      ['News.', one, other, one],
      ['News.', one, changed, one, changed, one],
    ];
    for (const text of texts) {
      expect(anchorHighlight(indexOf(html(text)), { quote, position }).kind).toBe('unsure');
    }
    const hadTwo = confirmed([one, changed, one, changed, one]);
    const left = indexOf(html(['News.', one, changed, one]));
    expect(anchorHighlight(left, { quote, position: hadTwo }).kind).toBe('unsure');
  });
});

describe('a highlight whose own text was deleted', () => {
  it('is unsure of the other copy of a caption when its own was deleted', () => {
    const caption = 'Photo: the ferry at the landing stage.';
    const share = 'Share this picture with your friends and your family.';
    const [one = '', two = ''] = PARAGRAPHS;
    const twice = (first: string) => indexOf(html([one, first, share, two, caption, share]));
    const text = twice(caption);
    const { quote, position } = takenFrom(text, caption);
    expect(position.rivalScore).toBeGreaterThan(0);
    expect(anchorHighlight(twice(caption), { quote, position }).kind).toBe('sure');
    const changed = twice('Nothing is left of it.');
    expect(anchorHighlight(changed, { quote, position }).kind).not.toBe('sure');
  });

  it('is unsure of a similar text that was there before when its own was deleted', () => {
    const oslo = 'Price of the ticket to Oslo is 120 euro per person in summer.';
    const bergen = oslo.replace('Oslo', 'Bergen').replace('120', '140');
    const [one = '', two = ''] = PARAGRAPHS;
    const text = indexOf(html([one, oslo, two, one, bergen, two]));
    for (const words of ['ticket to Oslo is 120 euro', oslo]) {
      const { quote, position } = takenFrom(text, words);
      const kindIn = (paragraphs: readonly string[]) =>
        anchorHighlight(indexOf(html(paragraphs)), { quote, position }).kind;
      expect(kindIn([one, two, one, bergen, two])).not.toBe('sure');
      expect(kindIn([one, oslo, two, one, bergen, two, 'The end of it.'])).toBe('sure');
    }
  });

  it('is unsure of a similar text also if it was received without a position', () => {
    const oslo = 'Price of the ticket to Oslo is 120 euro per person in summer.';
    const bergen = oslo.replace('Oslo', 'Bergen').replace('120', '140');
    const [one = '', two = ''] = PARAGRAPHS;
    const before = indexOf(html([one, oslo, two, one, bergen, two]));
    const after = indexOf(html([one, two, one, bergen, two]));
    for (const words of ['ticket to Oslo is 120 euro', oslo]) {
      const { quote, position: made } = takenFrom(before, words);
      const [found] = runAtOnce(anchorInRoots([before], [{ quote }]));
      if (found === undefined || found.kind === 'detached') throw new Error('Nothing was found.');
      const position = { ...positionOf(before, found.span), ...found.rivals };
      expect(position).toEqual(made);
      expect(anchorHighlight(after, { quote, position }).kind).not.toBe('sure');
    }
  });

  it('is unsure of a copy in the page when the frame with its own text is gone', () => {
    const text = '<p>The ferryman waited for the thaw in his boat until the ice was gone.</p>';
    const frame = indexOf(`<div>News of the day</div>${text}`);
    const page = indexOf(`${text}<p>Other words stand here that are not in the frame.</p>`);
    const made = takenFrom(frame, 'waited for the thaw in his boat', [page]);
    expect(runAtOnce(anchorInRoots([page, frame], [made]))).toMatchObject([
      { kind: 'sure', index: frame },
    ]);
    expect(runAtOnce(anchorInRoots([page], [made]))).toMatchObject([{ kind: 'unsure' }]);
    const received = { quote: made.quote, position: null };
    const [found] = runAtOnce(anchorInRoots([frame, page], [received]));
    expect(found).toMatchObject({ index: frame, rivals: { rivalScore: expect.any(Number) } });
  });

  it('is unsure of an exact copy of its text and context elsewhere', () => {
    const [one = '', two = ''] = PARAGRAPHS;
    const other = 'A new paragraph stands between the copies now.';
    const made = takenFrom(indexOf(html([one, two])), two);
    const copied = indexOf(html([one, two, other, one, two]));
    expect(anchorHighlight(copied, made)).toMatchObject({ kind: 'unsure', how: 'exact' });
  });
});

describe('a place with inserted text that a person confirmed', () => {
  const words = 'The children skated to the lighthouse and back home before it was dark.';
  const advertisement = 'Sponsored: the best skates of the town, now at half of their price.';
  const broken = words.replace('lighthouse', `lighthouse ${advertisement}`);
  const [one = '', two = ''] = PARAGRAPHS;
  const { quote } = takenFrom(indexOf(html([one, words, two])), words);
  const now = indexOf(html([one, broken, two, one, broken, two]));

  /** Returns the second of two equal places, and its parts. */
  function second() {
    const found = anchorHighlight(now, { quote });
    if (found.kind !== 'unsure') throw new Error('The place was expected to be unsure.');
    const [from, to] = [now.text.indexOf('The children'), now.text.lastIndexOf('The children')];
    const move = found.span.start === from ? to - from : 0;
    const moved = (span: TextSpan) => ({ start: span.start + move, end: span.end + move });
    return { span: moved(found.span), parts: found.parts.map(moved) };
  }

  it('is sure, without the inserted text, as long as the text is unchanged', () => {
    const { span, parts } = second();
    const position = positionOf(now, span);
    expect(anchorHighlight(now, { quote, position })).toMatchObject({ kind: 'sure', span, parts });
    expect(textsOf(now, parts)).toEqual([words.slice(0, 37), words.slice(38)]);
    const other = indexOf(html([one, broken, two, one, broken, two, 'More.']));
    expect(anchorHighlight(other, { quote, position })).toMatchObject({ kind: 'unsure' });
  });

  it('is not sure if the position is that of other words', () => {
    const start = now.text.indexOf(two.slice(0, 20));
    const position = positionOf(now, { start, end: start + broken.length });
    expect(anchorHighlight(now, { quote, position })).toMatchObject({ kind: 'unsure' });
  });

  it('is not found again after it was refused, whatever was inserted', () => {
    const { span, parts } = second();
    const refused = [quoteOfParts(now, parts)];
    expect(refused[0]?.exact).toBe(words);
    const wanted = { quote, position: positionOf(now, span), refused };
    expect(anchorHighlight(now, wanted)).toMatchObject({ kind: 'detached' });
    const other = broken.replace('best skates of the town', 'fastest boats at this coast');
    expect(anchorHighlight(indexOf(html([one, other, two])), wanted).kind).toBe('detached');
  });
});

describe('a changed highlight beside another one that is at its place', () => {
  const [one = '', two = ''] = PARAGRAPHS;
  const middle = 'On the third day children skated to the lighthouse and back, carrying lamps.';
  const oslo = 'Price of the ticket to Oslo is 120 euro per person in summer.';
  const bergen = oslo.replace('Oslo', 'Bergen').replace('120', '140');
  const changed = oslo.replace('120', '130');
  const made = takenTogether([one, oslo, two, middle, one, bergen, two], oslo);

  /** Returns the highlight of some words after another one. */
  function takenTogether(paragraphs: readonly string[], words: string) {
    const index = indexOf(html(paragraphs));
    return [takenFrom(index, 'children skated to the lighthouse'), takenFrom(index, words)];
  }

  /** Returns what is found for the words in changed paragraphs. */
  function foundIn(paragraphs: readonly string[], wanted: readonly WantedHighlight[] = made) {
    const index = indexOf(html(paragraphs));
    const found = runAtOnce(anchorHighlights(index, wanted))[1];
    if (found === undefined || found.kind === 'detached') return 'detached';
    return `${found.kind}: ${index.text.slice(found.span.start, found.span.end)}`;
  }

  it('is sure while the similar text is still there', () => {
    expect(made[1]?.position.rivalCount).toBe(1);
    expect(foundIn([one, changed, two, middle, one, bergen, two])).toBe(`sure: ${changed}`);
  });

  it.each<[string, string[]]>([
    ['the similar text is gone', [one, changed, two, middle, one, two]],
    ['its own text is gone', [one, two, middle, one, bergen, two]],
    ['a similar text is new', [one, changed, two, middle, one, bergen, two, one, changed, two]],
    ['a copy of its words is new', [one, changed, two, middle, one, bergen, two, oslo]],
    ['it has moved', [one, two, middle, one, bergen, two, one, changed, two]],
  ])('is not sure if %s', (_, paragraphs) => {
    expect(foundIn(paragraphs)).not.toMatch(/^sure: .*(130|Bergen)/);
  });

  it('is asked about if words like its own are at its place and its own are elsewhere', () => {
    const taken = takenTogether([middle, one, oslo, two], oslo);
    const now = [middle, one, changed, two, one, 'The news of the day follow here.', oslo];
    expect(foundIn(now, taken)).toBe(`unsure: ${oslo}`);
    const unplaced = taken.map(({ quote }) => ({ quote }));
    expect(foundIn(now, unplaced)).toBe(`sure: ${oslo}`);
  });

  it('is sure of half of the words if nothing in the text was like them', () => {
    const changes = [
      'Boats stood in the ice like chairs',
      'Ships lay in the ice behind seats',
    ] as const;
    const taken = takenTogether([one, two, middle], 'like chairs around a table');
    const now = [one, two.replace(...changes), middle];
    expect(foundIn(now, taken)).toBe('sure: behind seats around a table');
    const unplaced = taken.map(({ quote }) => ({ quote }));
    expect(foundIn(now, unplaced)).toBe('unsure: behind seats around a table');
  });
});

describe('a highlight of a page in its article', () => {
  const passage =
    'Nobody alive could remember that the harbour had ever been frozen before that winter.';

  it('is sure of the rest of its words if the article lacks some of them', () => {
    const [one = '', two = ''] = PARAGRAPHS;
    const share =
      '<p>Share this story with your friends: by mail, by letter or by telephone now.</p>';
    const page = indexOf(`<section><p>${one} ${passage}</p>${share}<p>${two}</p></section>`);
    const start = page.text.indexOf('remember that the');
    const span = { start, end: page.text.indexOf(' like chairs') };
    const article = indexOf(html([`${one} ${passage}`, two]));
    const found = anchorHighlight(article, { quote: quoteOf(page, span) });
    const exact =
      'remember that the harbour had ever been frozen before that winter.\nBoats stood in the ice';
    expect(found.kind !== 'detached' && article.text.slice(found.span.start, found.span.end)).toBe(
      exact,
    );
    expect(found.kind).toBe('sure');
  });

  it('is sure of a long text that is there once, even without its context', () => {
    const page = indexOf(html(['By one of our writers', passage, 'More of the news of today']));
    const quote = quoteOf(page, {
      start: page.text.indexOf(passage),
      end: page.text.indexOf('More'),
    });
    const once = indexOf(html(['Über 77', passage, '1234567 xyz']));
    expect(anchorHighlight(once, { quote })).toMatchObject({ kind: 'sure', how: 'exact' });
    const twice = indexOf(html(['Über 77', passage, '1234567 xyz', passage, 'uvw']));
    expect(anchorHighlight(twice, { quote }).kind).not.toBe('sure');
  });
});
