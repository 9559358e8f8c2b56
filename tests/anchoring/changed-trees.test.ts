import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addRivals,
  anchorHighlight,
  createTextIndex,
  positionOf,
  quoteOf,
  rangeOfSpan,
  resolveSpan,
  runAtOnce,
  serialiseSpan,
  spanOfRange,
} from '../../src/anchoring';
import { article, parseBody, places, spanBetween } from './trees';

const indexOf = (html: string) => createTextIndex(parseBody(html));

/** The characters that folding does not drop. */
const kept = (text: string) => text.replace(/[\s\u00ad\u200d]/g, '');

/** So many that two paragraphs do not resemble each other by chance. */
const WORDS = [
  ...['harbour', 'ice', 'lamp', 'bread', 'night', 'thaw', 'boat', 'table', 'winter', 'child'],
  ...['ferryman', 'skate', 'market', 'pier', 'rope', 'bell', 'kitchen', 'letter', 'garden', 'snow'],
  ...['captain', 'window', 'street', 'coat', 'music', 'doctor', 'paper', 'island', 'horse', 'fire'],
];
const paragraph = fc
  .array(fc.constantFrom(...WORDS), { minLength: 40, maxLength: 60 })
  .map((words) => words.join(' '));
const page = fc.array(paragraph, { minLength: 1, maxLength: 5 });

const html = (paragraphs: readonly string[]) =>
  `<section>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}</section>`;

/** The paragraph of a quote with one word of the quote changed. */
const nearCopyOf = (own: string, start: number, quote: string) =>
  fc.tuple(fc.nat(), fc.constantFrom(...WORDS)).map(([at, word]) => {
    const words = quote.split(' ');
    words[at % words.length] = word;
    return `${own.slice(0, start)}${words.join(' ')}${own.slice(start + quote.length)}`;
  });

/**
 * A page with a quote in one of its paragraphs, and paragraphs of another page. A new near copy is
 * not among them, because the quote itself may have changed to it.
 */
const changedPage = fc
  .record({ before: page, own: paragraph, after: page, from: fc.nat(20), length: fc.nat(80) })
  .chain(({ before, own, after, from, length }) => {
    const start = own.indexOf(' ', 80 + from) + 1;
    const quote = own.slice(start, own.indexOf(' ', start + 8 + length));
    const nearCopies = fc.array(nearCopyOf(own, start, quote), { maxLength: 2 });
    const old = fc.tuple(nearCopies, nearCopies).map(
      ([first, second]) =>
        [
          [...before, ...first],
          [...second, ...after],
        ] as const,
    );
    return fc.record({
      old,
      own: fc.constant(own),
      start: fc.constant(start),
      quote: fc.constant(quote),
    });
  })
  .chain(({ old, own, start, quote }) => {
    const other = fc.oneof(
      paragraph,
      // Copies of the quote with its context, with a part of it, and without it.
      fc.constant(own),
      fc.constant(own.slice(start - 20)),
      paragraph.map((text) => `${text} ${quote} ${text}`),
      fc.constantFrom(...old.flat()),
    );
    const others = fc.array(other, { maxLength: 5 });
    return fc.record({
      now: fc.tuple(others, others),
      old: fc.constant(old),
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

/** Returns the quote of a span, and its position with the scores of other places. */
function takenAt({ index, span }: ReturnType<typeof pageOf>) {
  const taken = { quote: quoteOf(index, span), position: positionOf(index, span) };
  const [position = taken.position] = runAtOnce(addRivals(index, [taken]));
  return { ...taken, position };
}

describe('any range of any tree', () => {
  it('becomes selectors, a position and a quote that lead back to it', () => {
    fc.assert(
      fc.property(article, places, (markup, fractions) => {
        const index = indexOf(markup);
        const span = spanBetween(index.text, fractions);
        const range = rangeOfSpan(index, span);
        fc.pre(range !== null && kept(index.text.slice(span.start, span.end)) !== '');
        expect(spanOfRange(index, range)).toEqual(span);
        const selectors = serialiseSpan(index, span);
        if (!selectors.ok) expect.fail(selectors.error.kind);
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
        const { quote, position } = takenAt(before);
        const wanted = { quote, position: hasPosition ? position : null };
        const found = anchorHighlight(after.index, wanted);
        if (found.kind === 'sure') expect(found.span).toEqual(after.span);
      }),
    );
  });

  it('is detached or unsure after its words are gone', () => {
    fc.assert(
      fc.property(changedPage, ({ old, now: [first, second], own, span }) => {
        const taken = takenAt(pageOf(old, own, span));
        const { exact } = taken.quote;
        const others = [...first, ...second].filter((text) => !text.includes(exact));
        const now = indexOf(html(others));
        if (kept(now.text).includes(kept(exact))) return;
        expect(anchorHighlight(now, taken).kind).not.toBe('sure');
      }),
    );
  });
});

describe('a found span', () => {
  it('starts and ends with a character that is no white space', () => {
    const index = indexOf('<section><p> One \n</p><p> two. </p></section>');
    const quote = { exact: ' One two ', prefix: '', suffix: '.' };
    const found = anchorHighlight(index, { quote });
    const span = found.kind === 'detached' ? { start: 0, end: 0 } : found.span;
    expect(index.text.slice(span.start, span.end)).toBe('One \n two');
  });
});
