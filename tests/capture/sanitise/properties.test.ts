import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitiseArticle } from '../../../src/capture/index';
import { anyArticle } from '../../support/any-article';
import { htmlOf } from '../../support/article-html';
import { dangersIn } from '../../support/dangers';

describe('the sanitiser with arbitrary markup', () => {
  it('never returns anything that could run, load or mislead', () => {
    fc.assert(
      fc.property(anyArticle, (html) => {
        const once = sanitiseArticle(html);
        expect(dangersIn(once)).toEqual([]);
        expect(dangersIn(sanitiseArticle(htmlOf(once)))).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('changes nothing when it is applied twice', () => {
    fc.assert(
      fc.property(anyArticle, (html) => {
        const once = htmlOf(sanitiseArticle(html));
        expect(htmlOf(sanitiseArticle(once))).toBe(once);
      }),
      { numRuns: 400 },
    );
  });
});
