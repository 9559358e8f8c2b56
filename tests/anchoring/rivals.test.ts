import { describe, expect, it } from 'vitest';
import {
  addRivals,
  anchorHighlight,
  anchorInRoots,
  createTextIndex,
  positionOf,
  quoteOf,
  runAtOnce,
  type TextIndex,
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
