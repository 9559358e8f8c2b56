import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addRivals,
  anchorHighlights,
  createTextIndex,
  positionOf,
  quoteOf,
  runAtOnce,
  spanOfRange,
  type TextIndex,
  type TextSpan,
} from '../../src/anchoring';
import { parseBody } from './trees';

/** So many that two blocks do not resemble each other by chance. */
const WORDS = [
  ...['harbour', 'ice', 'lamp', 'bread', 'night', 'thaw', 'boat', 'table', 'winter', 'child'],
  ...['ferryman', 'skate', 'market', 'pier', 'rope', 'bell', 'kitchen', 'letter', 'garden', 'snow'],
  ...['captain', 'window', 'street', 'coat', 'music', 'doctor', 'paper', 'island', 'horse', 'fire'],
];
const words = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom(...WORDS), { minLength, maxLength })
    .map((some) => some.map((word) => `${word} `).join(''));

/** A text of which a part may be in an inline element. */
const content = fc
  .tuple(words(6, 14), words(1, 4), words(6, 14), fc.constantFrom('', 'em', 'a', 'code'))
  .map(([before, inner, after, tag]) =>
    tag === '' ? before + inner + after : `${before}<${tag}>${inner}</${tag}>${after}`,
  );
const row = fc.tuple(content, content).map(([a, b]) => `<tr><td>${a}</td><td>${b}</td></tr>`);
const items = fc.array(content, { minLength: 2, maxLength: 4 });
const block = fc.oneof(
  { weight: 4, arbitrary: content.map((text) => `<p>${text}</p>`) },
  { weight: 2, arbitrary: items.map((all) => `<ul><li>${all.join('</li>\n<li>')}</li></ul>`) },
  { weight: 1, arbitrary: row.map((cells) => `<table><tbody>${cells}</tbody></table>`) },
  { weight: 1, arbitrary: content.map((text) => `<pre>${text.replaceAll(' ', '\n  ')}</pre>`) },
);

/** Some 70,000 characters, in which no word is twice. */
const LONG = Array.from(
  { length: 100 },
  (_, nth) =>
    `<p>${Array.from({ length: 100 }, (_, at) => Math.imul(nth * 100 + at + 1, 0x9e3779b1).toString(36)).join(' ')}</p>`,
).join('\n');

const page = fc
  .record({
    blocks: fc.array(block, { minLength: 3, maxLength: 8 }),
    rest: fc.oneof(
      { weight: 9, arbitrary: fc.constant('') },
      { weight: 1, arbitrary: fc.constant(LONG) },
    ),
  })
  .map(({ blocks, rest }) => `<section>${blocks.join('\n')}${rest}</section>`);

/** An offset in a text node. */
interface Point {
  node: Text;
  offset: number;
}

/** A highlight of whole words, and where its text is now. */
interface Mark {
  readonly start: Point;
  readonly end: Point;
}

/** The tree of a page, its highlights, and the changes of everything but their text. */
class Page {
  readonly root: HTMLElement;
  readonly marks: readonly Mark[];

  constructor(html: string, places: readonly (readonly [at: number, words: number])[]) {
    this.root = parseBody(html);
    const index = createTextIndex(this.root);
    const end = html.includes(LONG) ? index.text.length - 70_000 : index.text.length;
    const spans = [...index.text.slice(0, end).matchAll(/\S+/g)];
    this.marks = places.map(([at, count]) => {
      const first = spans[at % (spans.length - count)];
      const last = spans[(at % (spans.length - count)) + count - 1];
      const span = { start: first?.index ?? 0, end: (last?.index ?? 0) + (last?.[0].length ?? 0) };
      return { start: pointAt(index, span.start), end: pointAt(index, span.end - 1, 1) };
    });
  }

  get nodes(): readonly Text[] {
    return createTextIndex(this.root).nodes;
  }

  /** Returns the spans of the highlights. */
  spans(index: TextIndex): TextSpan[] {
    return this.marks.map(({ start, end }) => {
      const range = {
        startContainer: start.node,
        startOffset: start.offset,
        endContainer: end.node,
        endOffset: end.offset,
      };
      return spanOfRange(index, range) ?? { start: 0, end: 0 };
    });
  }

  /** True if the text of a highlight is in the node. */
  hasMark(node: Node): boolean {
    const nodes = this.nodes;
    return this.marks.some(({ start, end }) =>
      nodes.slice(nodes.indexOf(start.node), nodes.indexOf(end.node) + 1).some(isIn(node)),
    );
  }

  /** True if a highlight goes on from the text before the node to the node or what is after it. */
  isInMark(node: Node): boolean {
    const nodes = this.nodes;
    const at = nodes.findIndex(isIn(node));
    return this.marks.some(
      ({ start, end }) => nodes.indexOf(start.node) < at && at <= nodes.indexOf(end.node),
    );
  }

  /** Splits a text node at an offset. Returns the new node, which has the rest. */
  split(node: Text, offset: number): Text {
    const rest = node.splitText(offset);
    for (const { start, end } of this.marks) {
      if (start.node === node && start.offset >= offset) move(start, rest, offset);
      if (end.node === node && end.offset > offset) move(end, rest, offset);
    }
    return rest;
  }
}

const isIn = (node: Node) => (text: Node) => node.contains(text);

function move(point: Point, node: Text, offset: number): void {
  point.node = node;
  point.offset -= offset;
}

function pointAt(index: TextIndex, offset: number, after = 0): Point {
  const at = index.starts.findLastIndex((start) => start <= offset);
  return { node: index.nodes[at]!, offset: offset - index.starts[at]! + after };
}

const pick = <T>(all: ArrayLike<T>, at: number): T | undefined => all[at % Math.max(1, all.length)];

/** The start of a word at or after an offset in a text node. */
const wordAt = ({ data }: Text, at: number): number =>
  data.indexOf(' ', at % Math.max(1, data.length)) + 1;

interface Change {
  readonly at: number;
  readonly to: number;
  readonly text: string;
}

const BLOCKS = 'p, ul, table, pre, li, tr';

const CHANGES = {
  'insert a block': (page, { at, text }) => {
    const before = pick(page.root.querySelectorAll(BLOCKS), at);
    if (before === undefined || page.isInMark(before)) return;
    const added = document.createElement(before.matches('li') ? 'li' : 'p');
    added.textContent = text;
    if (!before.matches('tr')) before.before(added);
  },
  'insert an inline element': (page, { at, to, text }) => {
    const node = pick(page.nodes, at);
    if (node === undefined || node.data.trim() === '') return;
    const rest = page.split(node, wordAt(node, to));
    const added = document.createElement('b');
    added.textContent = text;
    if (!page.isInMark(rest)) rest.before(added);
  },
  'remove an element': (page, { at }) => {
    const element = pick(page.root.querySelectorAll(`${BLOCKS}, em, a, code, b`), at);
    if (element !== undefined && !page.hasMark(element)) element.remove();
  },
  'remove a text node': (page, { at, to }) => {
    const node = pick(page.nodes, at);
    if (node === undefined || node.data.trim() === '') return;
    const rest = page.split(node, wordAt(node, to));
    if (!page.hasMark(rest)) rest.remove();
  },
  'wrap a text node': (page, { at }) => {
    const node = pick(page.nodes, at);
    const wrapper = document.createElement('span');
    node?.replaceWith(wrapper);
    if (node !== undefined) wrapper.append(node);
  },
  'unwrap an element': (page, { at }) => {
    const element = pick(page.root.querySelectorAll('em, a, code, span, b'), at);
    element?.replaceWith(...element.childNodes);
  },
  'split a text node': (page, { at, to }) => {
    const node = pick(page.nodes, at);
    if (node !== undefined) page.split(node, to % (node.length + 1));
  },
  'move a list item': (page, { at, to }) => {
    const item = pick(page.root.querySelectorAll('li'), at);
    const target = pick(item?.parentElement?.children ?? [], to);
    if (item === undefined || target === undefined || page.isInMark(target)) return;
    const next = item.nextElementSibling ?? item.closest('ul')?.nextElementSibling;
    if (page.isInMark(item) || (next && page.isInMark(next))) return;
    target.before(item);
  },
} as const satisfies Record<string, (page: Page, change: Change) => void>;

const change = fc.record({
  name: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
  at: fc.nat(),
  to: fc.nat(),
  text: words(1, 12),
});
const changes = fc.array(change, { minLength: 1, maxLength: 12 });
const places = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 3, max: 16 })), {
  minLength: 1,
  maxLength: 6,
});

/** Takes the highlights of a page, with their positions or by their quotes only. */
function takeAll(page: Page, hasPosition: boolean) {
  const index = createTextIndex(page.root);
  const taken = page
    .spans(index)
    .map((span) => ({ quote: quoteOf(index, span), position: positionOf(index, span) }));
  if (!hasPosition) return taken.map(({ quote }) => ({ quote }));
  const positions = runAtOnce(addRivals(index, taken));
  return taken.map(({ quote }, at) => ({ quote, position: positions[at]! }));
}

/**
 * Makes highlights, changes the page and finds them again. Each that is sure has to be at its place.
 * Returns the share of those.
 */
function shareOfSure(
  hasPosition: fc.Arbitrary<boolean>,
  numRuns: number,
  finish: (page: Page) => void = () => {},
): number {
  let [sure, all] = [0, 0];
  fc.assert(
    fc.property(page, places, changes, hasPosition, (html, at, list, isPlaced) => {
      const page = new Page(html, at);
      const wanted = takeAll(page, isPlaced);
      for (const { name, ...change } of list) CHANGES[name](page, change);
      finish(page);
      const index = createTextIndex(page.root);
      const spans = page.spans(index);
      const found = runAtOnce(anchorHighlights(index, wanted));
      all += found.length;
      for (const [nth, each] of found.entries()) {
        if (each.kind !== 'sure') continue;
        sure += 1;
        expect(each.span).toEqual(spans[nth]);
      }
    }),
    { numRuns },
  );
  return sure / all;
}

describe('highlights of a page that changes elsewhere', () => {
  it('are at their places or not sure, and most are sure', () => {
    expect(shareOfSure(fc.constant(true), 50)).toBeGreaterThan(0.95);
  });

  it('are at their places or not sure by their quotes alone, and most are sure', () => {
    expect(shareOfSure(fc.constant(false), 50)).toBeGreaterThan(0.95);
  });

  it('are not sure if an exact copy of their text and context is elsewhere', () => {
    const between = '1 2 3 4 5 6 7 8 9 0 '.repeat(8);
    const copyAll = ({ root }: Page) => {
      const copy = root.cloneNode(true);
      root.prepend(between);
      root.append(between, ...copy.childNodes, between);
    };
    expect(shareOfSure(fc.boolean(), 25, copyAll)).toBeLessThan(0.05);
  });
});
