import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anchorHighlight,
  createTextIndex,
  positionOf,
  quoteOf,
  rangeOfSpan,
  resolveSpan,
  serialiseSpan,
  spanOfRange,
  trimSpan,
} from '../../src/anchoring';
import { article, parseBody, places, spanBetween } from './trees';

const indexOf = (html: string) => createTextIndex(parseBody(html));

/** The characters that folding does not drop. */
const kept = (text: string) => text.replace(/[\s\u00ad\u200d]/g, '');

const WORDS = ['harbour', 'ice', 'lamp', 'bread', 'night', 'thaw', 'boat', 'table'];
const paragraph = fc
  .array(fc.constantFrom(...WORDS), { minLength: 40, maxLength: 60 })
  .map((words) => words.join(' '));
const page = fc.array(paragraph, { minLength: 1, maxLength: 5 });

const html = (paragraphs: readonly string[]) =>
  `<section>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</section>`;

/** A page with a quote in one of its paragraphs, and another page that has that paragraph. */
const changedPage = fc
  .record({ before: page, own: paragraph, after: page, from: fc.nat(20), length: fc.nat(40) })
  .chain(({ before, own, after, from, length }) => {
    const start = own.indexOf(' ', 80 + from) + 1;
    const quote = own.slice(start, own.indexOf(' ', start + 8 + length));
    const other = fc.oneof(
      paragraph,
      // Copies of the quote with its context, with a part of it, and without it.
      fc.constant(own),
      fc.constant(own.slice(start - 20)),
      paragraph.map((text) => `${text} ${quote} ${text}`),
      fc.constantFrom(...before, ...after),
    );
    const others = fc.array(other, { maxLength: 5 });
    return fc.record({
      now: fc.tuple(others, others),
      old: fc.constant([before, after] as const),
      own: fc.constant(own),
      span: fc.constant({ start, end: start + quote.length }),
    });
  });

/** A page of three parts, and the span of the quote in it. */
function pageOf(
  [before, after]: readonly [readonly string[], readonly string[]],
  own: string,
  span: { start: number; end: number },
) {
  const index = indexOf(html([...before, own, ...after]));
  const offset = before.reduce((sum, text) => sum + text.length + 1, 0);
  return { index, span: { start: offset + span.start, end: offset + span.end } };
}

describe('any range of any tree', () => {
  it('becomes selectors, a position and a quote that lead back to it', () => {
    fc.assert(
      fc.property(article, places, (markup, fractions) => {
        const index = indexOf(markup);
        const span = spanBetween(index.text, fractions);
        const range = rangeOfSpan(index, span);
        if (range === null || kept(index.text.slice(span.start, span.end)) === '') return;
        expect(spanOfRange(index, range)).toEqual(span);
        const selectors = serialiseSpan(index, span);
        if (selectors.ok)
          expect(resolveSpan(index, selectors.value)).toEqual({ ok: true, value: span });
        const found = anchorHighlight(index, {
          quote: quoteOf(index, span),
          position: positionOf(index, span),
        });
        expect(found).toMatchObject({ kind: 'sure', how: 'position' });
        const covered = found.kind === 'sure' ? found.span : span;
        expect(kept(index.text.slice(covered.start, covered.end))).toBe(
          kept(index.text.slice(span.start, span.end)),
        );
      }),
    );
  });

  it('has a position that split text nodes and wrappers do not change', () => {
    fc.assert(
      fc.property(article, places, (markup, fractions) => {
        const root = parseBody(markup);
        const before = createTextIndex(root);
        const span = spanBetween(before.text, fractions);
        const position = positionOf(before, span);
        for (const node of before.nodes) {
          if (node.length < 2) continue;
          const rest = node.splitText(1);
          const wrapper = document.createElement('span');
          rest.before(wrapper);
          wrapper.append(rest);
        }
        expect(positionOf(createTextIndex(root), span)).toEqual(position);
      }),
    );
  });
});

describe('a highlight of a page that changed elsewhere', () => {
  it('is at its place, unsure or detached, and never silently at another', () => {
    fc.assert(
      fc.property(changedPage, fc.boolean(), ({ old, now, own, span }, hasPosition) => {
        const [before, after] = [pageOf(old, own, span), pageOf(now, own, span)];
        const quote = quoteOf(before.index, before.span);
        const position = hasPosition ? positionOf(before.index, before.span) : null;
        const found = anchorHighlight(after.index, { quote, position });
        if (found.kind === 'sure') expect(found.span).toEqual(after.span);
      }),
    );
  });

  it('is detached or unsure after its words are gone', () => {
    fc.assert(
      fc.property(changedPage, ({ old, now: [first, second], own, span }) => {
        const before = pageOf(old, own, span);
        const quote = quoteOf(before.index, before.span);
        const others = [...first, ...second].filter((text) => !text.includes(quote.exact));
        const found = anchorHighlight(indexOf(html(others)), { quote });
        if (found.kind === 'sure') expect(found.how).toBe('similar');
      }),
    );
  });
});

describe('trimSpan', () => {
  it('is what a found span has', () => {
    const index = indexOf('<section><p> One \n</p><p> two. </p></section>');
    const quote = { exact: ' One two ', prefix: '', suffix: '.' };
    const found = anchorHighlight(index, { quote });
    const span = found.kind === 'detached' ? { start: 0, end: 0 } : found.span;
    expect(span).toEqual(trimSpan(index.text, span));
  });
});
