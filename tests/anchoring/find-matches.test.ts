import { describe, expect, it } from 'vitest';
import { runAtOnce } from '../../src/anchoring';
import { findMatches } from '../../src/anchoring/quote/find-matches';
import { foldText } from '../../src/anchoring/quote/fold-text';
import { foldQuote } from '../../src/anchoring/quote/folded-quote';

describe('findMatches', () => {
  // Only every third n-gram of a quote of this length is searched.
  it('begins a match before the first n-gram that it searches', () => {
    const words = Array.from({ length: 400 }, (_, at) => (at * 7919 + 1000).toString(36));
    const exact = words.join('').slice(0, 1200);
    const quote = foldQuote({ exact, prefix: '', suffix: '' });
    const text = foldText(`#${exact.slice(1)}`);
    expect(runAtOnce(findMatches(text, [quote]))).toEqual([[{ text: 1, quote: 1, length: 1199 }]]);
  });
});
