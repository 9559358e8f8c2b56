import { describe, expect, it } from 'vitest';
import {
  anchorInRoots,
  createTextIndex,
  quoteOf,
  type Steps,
  type WantedHighlight,
} from '../../src/anchoring';
import { findMatches } from '../../src/anchoring/quote/find-matches';
import { foldQuote } from '../../src/anchoring/quote/folded-quote';
import { parseBody } from './trees';

const words = Array.from({ length: 4000 }, (_, at) => `word${(at * 7919) % 4001}`);
const index = createTextIndex(parseBody(`<p>${words.join(' ')}</p>`));

/** Returns quotes of about 90 characters with their context. */
const quotes = Array.from({ length: 300 }, (_, at) => {
  const exact = words.slice(at * 12, at * 12 + 10).join(' ');
  const start = index.text.indexOf(exact);
  return quoteOf(index, { start, end: start + exact.length });
});

/** Calls `afterStep` after each step. */
function inSteps<T>(steps: Steps<T>, afterStep: () => void): T {
  for (;;) {
    const { done, value } = steps.next();
    afterStep();
    if (done) return value;
  }
}

describe('the search for many highlights at once', () => {
  it('reads few of them in one step, also for the first positions of received ones', () => {
    const read = new Set<number>();
    const wanted = quotes.map(
      (quote, at): WantedHighlight => ({
        get quote() {
          read.add(at);
          return quote;
        },
        get position() {
          read.add(at);
          return null;
        },
      }),
    );
    let most = 0;
    const found = inSteps(anchorInRoots([index], wanted), () => {
      most = Math.max(most, read.size);
      read.clear();
    });
    expect(found.every(({ kind }) => kind === 'sure')).toBe(true);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('prepares one quote in one step', () => {
    const folded = quotes.map((quote) => foldQuote(quote));
    let steps = 0;
    // The text is too short for any other work.
    inSteps(findMatches(new Uint16Array(8), folded), () => {
      steps += 1;
    });
    expect(steps).toBeGreaterThan(quotes.length);
  });
});
