import { describe, expect, it } from 'vitest';
import {
  addRivals,
  anchorHighlights,
  anchorInRoots,
  createTextIndex,
  positionOf,
  quoteOf,
  runAtOnce,
  type TextIndex,
  type WantedHighlight,
} from '../../src/anchoring';
import { parseBody } from './trees';

const LINES = [
  'The inlet valve of the north hall was checked and found in order.',
  'The pump head of the workshop was replaced by a new one in spring.',
  'The drive belt of the boiler room was cleaned and oiled by the crew.',
];
const [VALVE = '', PUMP = '', BELT = ''] = LINES;

const indexOf = (lines: readonly string[]) =>
  createTextIndex(parseBody(`<ul>${lines.map((line) => `<li>${line}</li>`).join('\n')}</ul>`));

/** Returns the span of the nth line of a text. */
function spanOf({ text }: TextIndex, lines: readonly string[], nth: number) {
  let start = 0;
  for (const line of lines.slice(0, nth)) start = text.indexOf(line, start) + line.length;
  start = text.indexOf(lines[nth] ?? '', start);
  return { start, end: start + (lines[nth] ?? '').length };
}

/** Highlights of the lines, as another device sends them: words without a position. */
const received = (lines: readonly string[], nths: readonly number[]): WantedHighlight[] => {
  const index = indexOf(lines);
  return nths.map((nth) => ({ quote: quoteOf(index, spanOf(index, lines, nth)) }));
};

const find = (lines: readonly string[], wanted: readonly WantedHighlight[]) =>
  runAtOnce(anchorInRoots([indexOf(lines)], wanted));

describe('a received highlight of a line that is there twice', () => {
  const before = [VALVE, PUMP, BELT, 'A day of rest.', VALVE, PUMP, BELT, 'The end of the log.'];
  const changed = before.with(5, PUMP.replace('new one', 'used one'));

  it('is unsure if its own line was changed, and only the other one has its words', () => {
    const [found] = find(changed, received(before, [5]));
    expect(found).toMatchObject({ kind: 'unsure' });
  });

  it('is sure where no other line is like it', () => {
    const [found] = find(changed, received(before, [3, 7]));
    expect(found).toMatchObject({ kind: 'sure' });
  });

  it('is sure beside other highlights whose words are whole, because the text has not changed', () => {
    const like = before.with(5, PUMP.replace('spring', 'autumn'));
    const alone = find(like, received(like, [1]));
    expect(alone).toMatchObject([{ kind: 'unsure' }]);
    const together = find(like, received(like, [1, 3, 7, 6]));
    expect(together.map(({ kind }) => kind)).toEqual(['sure', 'sure', 'sure', 'sure']);
  });

  it('stays unsure if it was, also when only one of the lines is left', () => {
    const lines = [VALVE, PUMP, BELT, VALVE, PUMP, BELT, VALVE];
    const [wanted] = received(lines, [4]);
    if (wanted === undefined) return expect.unreachable();
    expect(find(lines, [wanted])).toMatchObject([{ kind: 'unsure' }]);
    const left = lines.toSpliced(4, 1, 'Nothing was done.');
    const [again] = find(left, [{ ...wanted, isDoubted: true }]);
    expect(again).toMatchObject({ kind: 'unsure' });
  });

  it('is sure where it was found by a position in the same text', () => {
    const lines = [VALVE, PUMP, BELT, VALVE, PUMP, BELT, VALVE];
    const index = indexOf(lines);
    const [wanted] = received(lines, [4]);
    if (wanted === undefined) return expect.unreachable();
    const span = spanOf(index, lines, 4);
    const found = find(lines, [{ ...wanted, position: positionOf(index, span) }]);
    expect(found).toMatchObject([{ kind: 'sure', span }]);
  });

  it('is sure without a context, although the last line is nearly the same', () => {
    const exact = 'The passage with number 199 ends.';
    const lines = [VALVE, exact, BELT, 'The passage with number 1999 ends.'];
    const found = find(lines, [{ quote: { exact, prefix: '', suffix: '' } }]);
    expect(found).toMatchObject([{ kind: 'sure' }]);
  });
});

describe('a highlight that was made here, of a line that is there several times', () => {
  /** Makes highlights of the lines with their positions, and looks for them in another text. */
  function madeAndFound(lines: readonly string[], nths: readonly number[], now: readonly string[]) {
    const index = indexOf(lines);
    const taken = nths.map((nth) => {
      const span = spanOf(index, lines, nth);
      return { quote: quoteOf(index, span), position: positionOf(index, span) };
    });
    const positions = runAtOnce(addRivals(index, taken));
    const wanted = taken.map(({ quote }, at) => ({ quote, position: positions[at] ?? null }));
    return runAtOnce(anchorHighlights(indexOf(now), wanted));
  }
  const caption = 'The long row of unsold cars beside the harbour, seen from the old lighthouse.';
  const gallery = [
    ...['The cars came in May.', 'One of three.', caption, 'One of three.', caption],
    ...['One of three.', caption, 'Nobody has bought one since, says the owner of the quay.'],
  ];

  it('is unsure if the line was deleted, and the copy beside it has its context now', () => {
    const deleted = gallery.toSpliced(2, 2);
    expect(madeAndFound(gallery, [2], deleted)).toMatchObject([{ kind: 'unsure' }]);
  });

  it('is sure if another copy was deleted, and the highlights on both sides are where they were', () => {
    const lines = [...gallery, VALVE, caption, PUMP];
    const changed = lines.with(9, 'Another picture, with other words than the one that was here.');
    const [first, , last] = madeAndFound(lines, [0, 2, 7], changed);
    expect([first?.kind, last?.kind]).toEqual(['sure', 'sure']);
    const found = madeAndFound(lines, [0, 2, 7], changed)[1];
    expect(found).toMatchObject({ kind: 'sure' });
  });
});
