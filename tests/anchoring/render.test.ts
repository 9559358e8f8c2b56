import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createTextIndex,
  isAnnotated,
  type PlacedAnnotation,
  placeAnnotations,
  renderAnnotations,
  spansOverlap,
} from '../../src/anchoring';
import { article, markableText, parseBody, places, spanBetween } from './trees';

const EVERYTHING = { hasNotes: true, hasAttributes: true };

/** Renders `html` with each of `marks` (words of its text) highlighted. */
function render(html: string, marks: readonly [string, string?][], options = EVERYTHING): string {
  const root = parseBody(html);
  const index = createTextIndex(root);
  const annotations = marks.map(([words, note = ''], at) => {
    const start = index.text.indexOf(words);
    const id = String.fromCharCode('A'.charCodeAt(0) + at);
    return { id, color: 'red', note, span: { start, end: start + words.length } };
  });
  renderAnnotations(index, annotations, options);
  return root.innerHTML;
}

const wrapped = (text: string, id: string, attributes = '') =>
  `<rd-annotation ${attributes}data-annotation-id-value="${id}" data-annotation-color="red">${text}</rd-annotation>`;
const first = (text: string, id: string) => wrapped(text, id, `id="annotation-${id}" `);

describe('renderAnnotations', () => {
  it('wraps the highlighted text', () => {
    expect(render('<p>One two three</p>', [['two']])).toBe(`<p>One ${first('two', 'A')} three</p>`);
  });

  it('wraps each text node, also blank ones between blocks', () => {
    expect(render('<p>One <b>two</b></p>\n<p>three</p>', [['two\nthr']])).toBe(
      `<p>One <b>${first('two', 'A')}</b></p>${wrapped('\n', 'A')}<p>${wrapped('thr', 'A')}ee</p>`,
    );
  });

  it('does not wrap white space between table cells, where no element is allowed', () => {
    const html = '<table><tbody><tr> <td>a</td> <td>b</td> </tr></tbody></table>';
    const annotated = render(html, [['a b']]);
    expect(annotated).toContain(`<td>${first('a', 'A')}</td> <td>${wrapped('b', 'A')}</td>`);
    expect(parseBody(annotated).innerHTML).toBe(annotated);
  });

  it('adds the note after the highlight', () => {
    expect(render('<p>One <b>two</b> three</p>', [['One two', 'Why "so"?']])).toBe(
      `<p>${first('One ', 'A')}<b>${wrapped('two', 'A')}<rd-annotation data-annotation-id-value="A" data-annotation-note="" title="Why &quot;so&quot;?" data-annotation-color="red"></rd-annotation></b> three</p>`,
    );
  });

  it('leaves out notes on shared pages', () => {
    const options = { hasNotes: false, hasAttributes: true };
    expect(render('<p>One two</p>', [['two', 'Mine']], options)).toBe(
      `<p>One ${first('two', 'A')}</p>`,
    );
  });

  it('can render wrappers without attributes', () => {
    const options = { hasNotes: true, hasAttributes: false };
    expect(render('<p>One two</p>', [['two', 'Mine']], options)).toBe(
      '<p>One <rd-annotation>two</rd-annotation></p>',
    );
  });

  it('renders adjacent highlights', () => {
    expect(render('<p>onetwo</p>', [['one'], ['two']])).toBe(
      `<p>${first('one', 'A')}${first('two', 'B')}</p>`,
    );
  });

  it('nests overlapping highlights with the first one outermost', () => {
    expect(render('<p>One two three</p>', [['two three'], ['One two']])).toBe(
      `<p>${first('One ', 'B')}${wrapped(first('two', 'A'), 'B')}${wrapped(' three', 'A')}</p>`,
    );
  });

  it('escapes colours and notes', () => {
    const hostile = '"><img src=x onerror=alert(1)>';
    const html = render('<p>One two</p>', [['two', hostile]]);
    expect(parseBody(html).querySelectorAll('img')).toHaveLength(0);
  });

  it('never changes the text or the tree that a parser makes of it', () => {
    fc.assert(
      fc.property(article, fc.array(places, { maxLength: 4 }), (html, all) => {
        const root = parseBody(html);
        const index = createTextIndex(root);
        const annotations = all.map((fractions, at): PlacedAnnotation => {
          const span = spanBetween(index.text, fractions);
          return { id: `${at}`, color: 'red', note: 'Note', span };
        });
        const expected = annotations.map(({ span }) => markableText(index, span));
        renderAnnotations(index, annotations, EVERYTHING);
        expect(root.textContent).toBe(index.text);
        expect(parseBody(root.innerHTML).innerHTML).toBe(root.innerHTML);
        for (const [at, { id }] of annotations.entries()) {
          const selector = `[data-annotation-id-value="${id}"]:not([data-annotation-note])`;
          const marked = [...root.querySelectorAll(selector)].map((each) => each.textContent);
          expect(marked.join('')).toBe(expected[at]);
        }
      }),
    );
  });
});

describe('placeAnnotations', () => {
  const stored = (id: string, selector: string, from: number, to: number) => ({
    id,
    color: 'red',
    note: '',
    start_selector: selector,
    start_offset: from,
    end_selector: selector,
    end_offset: to,
  });

  it('sorts annotations by position and still places the others when one is lost', () => {
    const index = createTextIndex(parseBody('<section><p>One</p><p>Two</p></section>'));
    const lost = stored('lost', 'section[1]/p[9]', 0, 1);
    const all = [stored('b', 'section[1]/p[2]', 0, 3), lost, stored('a', 'section[1]/p[1]', 0, 3)];
    const placement = placeAnnotations(index, all);
    expect(placement.placed.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(placement.lost).toEqual([
      { annotation: lost, error: { kind: 'element-not-found', selector: 'section[1]/p[9]' } },
    ]);
  });
});

describe('spansOverlap', () => {
  it.each([
    ['apart', { start: 0, end: 3 }, { start: 5, end: 9 }, false],
    ['touching', { start: 0, end: 5 }, { start: 5, end: 9 }, false],
    ['sharing a character', { start: 0, end: 6 }, { start: 5, end: 9 }, true],
    ['one within the other', { start: 0, end: 9 }, { start: 3, end: 4 }, true],
    ['an empty one within', { start: 4, end: 4 }, { start: 3, end: 9 }, true],
    ['an empty one at the edge', { start: 3, end: 3 }, { start: 3, end: 9 }, false],
  ])('handles spans that are %s', (_, a, b, isOverlap) => {
    expect(spansOverlap(a, b)).toBe(isOverlap);
    expect(spansOverlap(b, a)).toBe(isOverlap);
  });

  it('agrees with the text nodes of an annotated article', () => {
    fc.assert(
      fc.property(article, places, places, (html, marked, selected) => {
        const root = parseBody(html);
        const { text } = createTextIndex(root);
        const [span, wanted] = [spanBetween(text, marked), spanBetween(text, selected)];
        fc.pre(span.start < span.end && wanted.start < wanted.end);
        renderAnnotations(
          createTextIndex(root),
          [{ id: 'a', color: '', note: '', span }],
          EVERYTHING,
        );
        expect(isAnnotated(createTextIndex(root), wanted)).toBe(spansOverlap(span, wanted));
      }),
    );
  });
});
