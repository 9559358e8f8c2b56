// @vitest-environment jsdom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArticle } from '../../../server/articles/article-tree';
import { findMoves, placeAt } from '../../../server/articles/place-highlights';
import { annotateArticle } from '../../../server/articles/render-article';
import type { AnnotationRow, BookmarkKey } from '../../../server/storage';
import {
  countCodePoints,
  createTextIndex,
  resolveSpan,
  serialiseSpan,
  type TextSpan,
} from '../../../src/anchoring';
import { unixMs } from '../../../src/domain/time';
import {
  article,
  parseBody as body,
  markableText,
  places,
  spanBetween,
} from '../../anchoring/trees';

/** Returns an annotation of `span`, or null when one of its ends is in no element. */
function rowOf(html: string, span: TextSpan, id: string, note = ''): AnnotationRow | null {
  const { index } = parseArticle(html);
  const selectors = serialiseSpan(index, span);
  if (!selectors.ok) return null;
  const key = 1 as BookmarkKey;
  const place = placeAt(index, selectors.value, span);
  return {
    ...place,
    id,
    bookmarkKey: key,
    color: 'red',
    note,
    review: '',
    quote: null,
    created: unixMs(0),
  };
}

describe('an article with annotations', () => {
  it('has the same text, selectors and elements as a browser makes of it', () => {
    fc.assert(
      fc.property(article, fc.array(places, { maxLength: 4 }), (html, all) => {
        const { index } = parseArticle(html);
        const rows = all.flatMap(
          (two, at) =>
            rowOf(html, spanBetween(index.text, two), `a${at}`, at % 2 ? 'Note' : '') ?? [],
        );
        const root = body(annotateArticle(html, rows));
        expect(root.textContent).toBe(body(html).textContent);
        const shown = createTextIndex(root);
        for (const row of rows) {
          const selectors = {
            start_selector: row.startSelector,
            start_offset: row.startOffset,
            end_selector: row.endSelector,
            end_offset: row.endOffset,
          };
          const span = resolveSpan(shown, selectors);
          if (!span.ok) throw new Error(span.error.kind);
          expect(countCodePoints(shown.text.slice(0, span.value.start))).toBe(row.position);
          const marked = [...root.querySelectorAll(`[data-annotation-id-value="${row.id}"]`)];
          const text = marked.map(({ textContent }) => textContent).join('');
          expect(text).toBe(markableText(shown, span.value));
        }
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['entities', '<p>a &amp; b &lt;i&gt; c\u00a0d</p>'],
    ['attributes with all quotes', '<p title="&quot;it\'s&quot; &amp;amp; &lt;b&gt;">words</p>'],
    ['a line break at the start of code', '<pre>\n\nfirst</pre><pre>plain</pre>'],
    ['elements without an end tag', '<p>a<br/>b<img src="x" alt=""/><wbr/>c</p><hr/>'],
    ['formulas', '<p><math display="block"><mi mathvariant="bold">x</mi></math> more</p>'],
    ['comments', '<p>a<!-- b -->c</p>'],
    ['tables', '<table><caption>a</caption><tbody><tr> <td>b</td> </tr></tbody></table>'],
  ])('is written as it was read, with %s', (_, html) => {
    expect(parseArticle(html).toHtml()).toBe(html);
    expect(body(parseArticle(html).toHtml()).innerHTML).toBe(body(html).innerHTML);
  });

  it('may be nested deeper than the call stack allows', () => {
    const depth = 20_000;
    const html = `${'<div>'.repeat(depth)}deep${'</div>'.repeat(depth)}`;
    expect(parseArticle(html).toHtml()).toBe(html);
  });

  it('does not show an annotation whose selectors lead to other words now', () => {
    const html = '<section><p>One two three</p></section>';
    const row = rowOf(html, { start: 4, end: 7 }, 'a')!;
    const changed = '<section><p>One and three</p></section>';
    expect(annotateArticle(changed, [row])).toBe(changed);
    expect(annotateArticle(html, [row])).toContain('>two</rd-annotation>');
  });
});

describe('an article that replaces another', () => {
  it('is not parsed when there are no highlights to find again', () => {
    const unread = {
      get length(): number {
        throw new Error('The article was read.');
      },
    } as unknown as string;
    expect(findMoves({ before: unread, after: unread, rows: [] })).toEqual([]);
  });
});
