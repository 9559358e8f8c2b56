import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  annotationErrorMessage,
  type Boundaries,
  createTextIndex,
  rangeOfSpan,
  renderAnnotations,
  resolveSpan,
  type Selectors,
  serialiseSpan,
  spanOfRange,
  textOfSpan,
} from '../../src/anchoring';
import { article, parseBody, places, spanBetween } from './trees';

const at = (start: string, from: number, end: string, to: number): Selectors => ({
  start_selector: start,
  start_offset: from,
  end_selector: end,
  end_offset: to,
});

const HTML = '<section><p>One <b>two</b> three</p><p>🚀 four <a href="#">five</a></p></section>';

function covered(html: string, selectors: Selectors): string {
  const index = createTextIndex(parseBody(html));
  const span = resolveSpan(index, selectors);
  return span.ok ? textOfSpan(index, span.value) : annotationErrorMessage(span.error);
}

function serialised(root: Node, range: Boundaries) {
  const index = createTextIndex(root);
  return serialiseSpan(index, spanOfRange(index, range)!);
}

describe('resolveSpan', () => {
  it.each<[string, Selectors, string]>([
    ['within one element', at('section[1]/p[1]/b[1]', 0, 'section[1]/p[1]/b[1]', 3), 'two'],
    ['over inline elements', at('section[1]/p[1]', 2, 'section[1]/p[1]', 7), 'e two'],
    [
      'from the whole text of the element',
      at('section[1]/p[1]', 8, 'section[1]/p[1]', 13),
      'three',
    ],
    ['across blocks', at('section[1]/p[1]', 8, 'section[1]/p[2]', 6), 'three🚀 four'],
    ['in code points, not UTF-16', at('section[1]/p[2]', 2, 'section[1]/p[2]', 6), 'four'],
    ['from a step with no number', at('section/p[2]/a', 0, 'section/p[2]/a', 4), 'five'],
    ['from a slash at the start', at('/section[1]/p[1]', 0, '/section[1]/p[1]', 3), 'One'],
    ['from tags in capitals', at('SECTION[1]/P[1]', 0, 'SECTION[1]/P[1]', 3), 'One'],
    ['of an empty highlight', at('section[1]/p[1]', 3, 'section[1]/p[1]', 3), ''],
    ['up to the end of an element', at('section[1]/p[2]/a[1]', 0, 'section[1]/p[2]', 11), 'five'],
  ])('finds the text %s', (_, selectors, text) => {
    expect(covered(HTML, selectors)).toBe(text);
  });

  it.each<[Selectors, string]>([
    [at('section[1]/p[3]', 0, 'section[1]/p[1]', 1), 'element "section[1]/p[3]" not found'],
    [at('section[1]/p[1]', 0, 'section[1]/i[1]', 1), 'element "section[1]/i[1]" not found'],
    [at('', 0, 'section[1]/p[1]', 1), 'element "" not found'],
    [at('//p[1]/..', 0, 'section[1]/p[1]', 1), 'element "//p[1]/.." not found'],
    [at('section[1]/p[1]', 14, 'section[1]/p[2]', 1), 'index "14" is out of range'],
    [at('section[1]/p[1]', 0, 'section[1]/p[2]', 12), 'index "12" is out of range'],
    [at('section[1]/p[1]', -1, 'section[1]/p[2]', 1), 'index "-1" is out of range'],
    [at('section[1]/p[1]', 0.5, 'section[1]/p[2]', 1), 'index "0.5" is out of range'],
    [at('section[1]/p[2]', 0, 'section[1]/p[1]', 1), 'invalid range'],
  ])('rejects %j with the message of the service', (selectors, message) => {
    expect(covered(HTML, selectors)).toBe(message);
  });

  it('rejects a range between elements without text', () => {
    const html = '<section><p></p><p></p></section>';
    expect(covered(html, at('section[1]/p[1]', 0, 'section[1]/p[2]', 0))).toBe(
      'no text nodes in range',
    );
    expect(covered('', at('section[1]', 0, 'section[1]', 0))).toBe(
      'element "section[1]" not found',
    );
  });

  it('starts before the first character and ends after the last one', () => {
    const root = parseBody(HTML);
    const index = createTextIndex(root);
    const span = resolveSpan(index, at('section[1]/p[1]', 4, 'section[1]/p[1]', 7));
    const two = root.querySelector('b')?.firstChild;
    expect(span.ok && rangeOfSpan(index, span.value)).toEqual({
      startContainer: two,
      startOffset: 0,
      endContainer: two,
      endOffset: 3,
    });
  });
});

describe('serialiseSpan', () => {
  it("counts code points from the start of each end's element", () => {
    const root = parseBody(HTML);
    const [first, link] = [root.querySelector('p')!, root.querySelector('a')!];
    const range = document.createRange();
    range.setStart(first.lastChild!, 1);
    range.setEnd(link.firstChild!, 2);
    expect(serialised(root, range)).toEqual({
      ok: true,
      value: at('section[1]/p[1]', 8, 'section[1]/p[2]/a[1]', 2),
    });
  });

  it('accepts boundaries between elements, as after a triple click', () => {
    const root = parseBody(HTML);
    const [first, second] = root.querySelectorAll('p');
    const range = { startContainer: first!, startOffset: 0, endContainer: second!, endOffset: 0 };
    expect(serialised(root, range)).toEqual({
      ok: true,
      value: at('section[1]/p[1]', 0, 'section[1]/p[1]', 13),
    });
  });

  it('uses an ancestor when the selector would be too long', () => {
    const deep = `${'<blockquote>'.repeat(40)}deep text${'</blockquote>'.repeat(40)}`;
    const root = parseBody(`<section><p>Before.</p>${deep}</section>`);
    const index = createTextIndex(root);
    const start = index.text.indexOf('text');
    const selectors = serialiseSpan(index, { start, end: start + 4 });
    expect(selectors.ok && selectors.value.start_selector.length).toBeLessThanOrEqual(256);
    expect(selectors.ok && covered(root.innerHTML, selectors.value)).toBe('text');
  });

  it("reports why a range has no span or can't be serialised", () => {
    const root = parseBody('bare <section><p>text</p><script>no</script></section>');
    const bare = root.firstChild!;
    const script = root.querySelector('script')!.firstChild!;
    const of = (
      startContainer: Node,
      startOffset: number,
      endContainer: Node,
      endOffset: number,
    ) => ({
      startContainer,
      startOffset,
      endContainer,
      endOffset,
    });
    const notAddressable = { ok: false, error: { kind: 'not-addressable' } };
    expect(serialised(root, of(bare, 0, bare, 4))).toEqual(notAddressable);
    expect(serialised(root, of(root, 1, root, 1))).toEqual({ ok: false, error: { kind: 'empty' } });
    const index = createTextIndex(root);
    expect(spanOfRange(index, of(document.body, 0, bare, 2))).toBeNull();
    expect(spanOfRange(index, of(bare, 0, script, 1))).toBeNull();
  });
});

describe('selectors on arbitrary articles', () => {
  it('resolve to the span that was serialised', () => {
    fc.assert(
      fc.property(article, places, (html, fractions) => {
        const root = parseBody(html);
        const index = createTextIndex(root);
        const span = spanBetween(index.text, fractions);
        const selectors = serialiseSpan(index, span);
        if (span.start === span.end) {
          expect(selectors).toEqual({ ok: false, error: { kind: 'empty' } });
          return;
        }
        if (!selectors.ok) expect.fail(selectors.error.kind);
        expect(resolveSpan(createTextIndex(root), selectors.value)).toEqual({
          ok: true,
          value: span,
        });
      }),
    );
  });

  it('are equal with and without highlights in the article', () => {
    fc.assert(
      fc.property(article, places, places, (html, marked, selected) => {
        const [plain, annotated] = [parseBody(html), parseBody(html)];
        const span = spanBetween(createTextIndex(plain).text, marked);
        const placed = { id: 'a', color: 'red', note: 'A note', span };
        const options = { hasNotes: true, hasAttributes: true };
        renderAnnotations(createTextIndex(annotated), [placed], options);
        const [before, after] = [createTextIndex(plain), createTextIndex(annotated)];
        const wanted = spanBetween(before.text, selected);
        const selectors = serialiseSpan(before, wanted);
        expect(serialiseSpan(after, wanted)).toEqual(selectors);
        expect(selectors.ok).toBe(wanted.start < wanted.end);
        if (selectors.ok)
          expect(resolveSpan(after, selectors.value)).toEqual({ ok: true, value: wanted });
      }),
    );
  });

  it('never make resolving throw, even with invalid values', () => {
    const selector = fc.oneof(
      fc.string(),
      fc.stringMatching(/^(section|p|\*|b|em)(\[\d{1,3}\])?(\/(p|\*|b)(\[\d\])?){0,4}$/),
    );
    const offset = fc.oneof(fc.integer(), fc.double());
    fc.assert(
      fc.property(article, selector, offset, selector, offset, (html, start, from, end, to) => {
        const index = createTextIndex(parseBody(html));
        expect(resolveSpan(index, at(start, from, end, to))).toHaveProperty('ok');
      }),
    );
  });
});
