import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArticle } from '../../server/articles/article-tree';
import { annotateArticle } from '../../server/articles/render-article';
import { resolveSpan, runAtOnce, serialiseSpan, type TextIndex } from '../../src/anchoring';
import { indexArticle } from '../../src/sync/highlights/article-text';
import { anyArticle } from '../support/any-article';

const text = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom('\n', ' word ', '🚢', '\u00a0', 'a&b', '"', "<'>", '\n\nlines\n', 'ة'),
);

const TAGS = [
  ...['p', 'div', 'section', 'a', 'b', 'em', 'ul', 'li', 'pre', 'code', 'blockquote', 'h2', 'td'],
  ...['table', 'tr', 'figure', 'sup', 'dl', 'dt', 'dd', 'br', 'img', 'hr'],
];

const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const markup = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    text.map(escaped),
    fc.constant('<ruby>漢<rt>kan</rt></ruby>'),
    fc
      .tuple(fc.constantFrom(...TAGS), fc.array(tie('node'), { maxLength: 4 }))
      .map(
        ([tag, children]) => `<${tag} title="a > b &amp; &quot;c">${children.join('')}</${tag}>`,
      ),
  ),
})).node;

/** Articles as a server sends them: parsed and serialised until this changes nothing. */
const storedArticle = fc
  .array(markup, { minLength: 1, maxLength: 5 })
  .map((nodes) => parseArticle(parseArticle(nodes.join('')).toHtml()).toHtml())
  .filter((html) => parseArticle(html).toHtml() === html);

const indexed = async (html: string): Promise<TextIndex> => runAtOnce(await indexArticle(html));

/** The places of the characters of a text, as selectors. */
const placesIn = (index: TextIndex) =>
  Array.from({ length: Math.min(index.text.length, 40) }, (_, start) =>
    serialiseSpan(index, { start, end: index.text.length }),
  );

describe('the text of an article without a DOM', () => {
  it('is the same as that of the server, and so are the places in it', async () => {
    await fc.assert(
      fc.asyncProperty(storedArticle, async (html) => {
        const [own, theirs] = [await indexed(html), parseArticle(html).index];
        expect(own.text).toBe(theirs.text);
        expect(placesIn(own)).toEqual(placesIn(theirs));
      }),
      { numRuns: 300 },
    );
  });

  it('is the same wherever a step of the parser ends', async () => {
    const tail = '<pre>\n\nlines</pre><p title="a">One &amp; 🚢 <b>two</b></p>';
    for (let before = 0; before <= tail.length; before += 1) {
      const html = `<p>${'x'.repeat(4096 - 7 - before)}</p>${tail}`;
      expect((await indexed(html)).text).toBe(parseArticle(html).index.text);
    }
  });

  it('does not change when the server adds highlights to it', async () => {
    const html = '<p>One <b>two</b> three.</p><p>Four.</p>';
    const selectors = serialiseSpan(await indexed(html), { start: 2, end: 18 });
    if (!selectors.ok) throw new Error(selectors.error.kind);
    const { start_selector, start_offset, end_selector, end_offset } = selectors.value;
    const row = {
      id: 'a',
      color: 'red',
      note: 'Why?',
      quote: null,
      position: 2,
      text: 'e two three.Four',
      startSelector: start_selector,
      startOffset: start_offset,
      endSelector: end_selector,
      endOffset: end_offset,
    };
    const annotated = annotateArticle(html, [row as never]);
    expect(annotated).toContain('rd-annotation');
    expect(resolveSpan(await indexed(annotated), selectors.value)).toEqual({
      ok: true,
      value: { start: 2, end: 18 },
    });
  });

  it('is read from any markup, however deep', async () => {
    await fc.assert(
      fc.asyncProperty(anyArticle, async (html) => {
        const index = await indexed(html);
        expect(() => placesIn(index)).not.toThrow();
      }),
    );
    expect((await indexed(`${'<div>'.repeat(100_000)}deep`)).text).toBe('deep');
  });
});
