// The ground truth: each character of a page has an id, which its copy in the article and in a
// changed page keeps.
import { createTextIndex, type TextIndex, type TextSpan } from '../../src/anchoring';

/** The ids of the characters of text nodes, by UTF-16 unit. A unit without a truth has `NO_ID`. */
export type Ids = WeakMap<Node, Int32Array>;

export const NO_ID = -1;

/** A tree whose characters have ids. */
export interface TrueTree {
  readonly root: Node;
  readonly ids: Ids;
}

/** Gives each character of a page its id: its offset in the page's text. */
export function identify(root: Node): TrueTree {
  const index = createTextIndex(root);
  const ids: Ids = new WeakMap();
  index.nodes.forEach((node, at) => {
    const start = index.starts[at] ?? 0;
    ids.set(
      node,
      Int32Array.from({ length: node.length }, (_, unit) => start + unit),
    );
  });
  return { root, ids };
}

/** Copies a tree with its ids. */
export function copyTree({ root, ids }: TrueTree): TrueTree {
  const copy = root.cloneNode(true);
  const copied: Ids = new WeakMap();
  const [from, to] = [createTextIndex(root).nodes, createTextIndex(copy).nodes];
  from.forEach((node, at) => {
    const [known, target] = [ids.get(node), to[at]];
    if (known !== undefined && target !== undefined) copied.set(target, known.slice());
  });
  return { root: copy, ids: copied };
}

/** Private characters in two ranges: a pair marks the start of a text node. */
const MARKS = /([\ue000-\ue3ff])([\ue400-\ue7ff])/;
const [HIGH, LOW, BASE] = [0xe000, 0xe400, 0x400];

/** Puts the number of each text node at its start, so that its copy in the article is known. */
export function markNodes(root: Node): void {
  createTextIndex(root).nodes.forEach((node, at) => {
    if (node.data.trim() === '' || at >= BASE * BASE) return;
    const high = String.fromCharCode(HIGH + Math.floor(at / BASE));
    node.data = high + String.fromCharCode(LOW + (at % BASE)) + node.data;
  });
}

/** Removes the marks of `markNodes`. */
export function unmarkNodes(root: Node): void {
  for (const node of createTextIndex(root).nodes) {
    if (MARKS.test(node.data)) node.data = node.data.replace(MARKS, '');
  }
}

/** How far a character of the article is looked for in the text of its node. */
const MAX_SKIPPED = 40;

/** Removes the marks from an article and gives its characters the ids of the page's. */
export function identifyArticle(article: Node, page: TextIndex): TrueTree {
  const ids: Ids = new WeakMap();
  let [source, start, at] = ['', 0, 0];
  for (const node of createTextIndex(article).nodes) {
    const units: number[] = [];
    let plain = '';
    for (const [part, high, low] of partsOf(node.data)) {
      if (high !== '') {
        const number = (high.charCodeAt(0) - HIGH) * BASE + low.charCodeAt(0) - LOW;
        source = page.nodes[number]?.data ?? '';
        start = page.starts[number] ?? 0;
        at = 0;
      }
      for (const unit of part.split('')) {
        const found = source.slice(at, at + MAX_SKIPPED).indexOf(unit);
        units.push(found === -1 ? NO_ID : start + at + found);
        if (found !== -1) at += found + 1;
      }
      plain += part;
    }
    if (plain !== node.data) node.data = plain;
    ids.set(node, Int32Array.from(units));
  }
  return { root: article, ids };
}

/** Splits a text at its marks: each part with the two characters of the mark before it, if any. */
function partsOf(text: string): (readonly [part: string, high: string, low: string])[] {
  const pieces = text.split(MARKS);
  const parts: [string, string, string][] = [[pieces[0] ?? '', '', '']];
  for (let at = 1; at < pieces.length; at += 3) {
    parts.push([pieces[at + 2] ?? '', pieces[at] ?? '', pieces[at + 1] ?? '']);
  }
  return parts;
}

/** A tree in which highlights are looked for, and where each character of the page is in it. */
export class Target {
  readonly index: TextIndex;
  readonly #idAt: Int32Array;
  /** For each id, the last unit that has it, and for each unit the one before it with its id. */
  readonly #lastOf = new Map<number, number>();
  readonly #previous: Int32Array;

  constructor({ root, ids }: TrueTree) {
    this.index = createTextIndex(root);
    const { text, nodes, starts } = this.index;
    this.#idAt = new Int32Array(text.length).fill(NO_ID);
    this.#previous = new Int32Array(text.length).fill(-1);
    nodes.forEach((node, at) => {
      this.#idAt.set((ids.get(node) ?? []).slice(0, node.length), starts[at] ?? 0);
    });
    for (let at = 0; at < text.length; at += 1) {
      const id = this.#idAt[at] ?? NO_ID;
      if (id === NO_ID || !isRead(text[at])) continue;
      this.#previous[at] = this.#lastOf.get(id) ?? -1;
      this.#lastOf.set(id, at);
    }
  }

  idAt(offset: number): number {
    return this.#idAt[offset] ?? NO_ID;
  }

  /** Returns the ids in a span, without white space. */
  idsIn({ start, end }: TextSpan): ReadonlySet<number> {
    const found = new Set<number>();
    for (let at = start; at < end; at += 1) {
      const id = this.idAt(at);
      if (id !== NO_ID && isRead(this.index.text[at])) found.add(id);
    }
    return found;
  }

  /** Returns all units that have one of the ids. */
  unitsOf(wanted: Iterable<number>): ReadonlySet<number> {
    const units = new Set<number>();
    for (const id of wanted) {
      let at = this.#lastOf.get(id) ?? -1;
      for (; at !== -1; at = this.#previous[at] ?? -1) units.add(at);
    }
    return units;
  }

  /** The share of the characters of both that are in both, from 0 to 1. */
  overlap(truth: ReadonlySet<number>, painted: readonly TextSpan[]): number {
    let [both, only] = [0, 0];
    for (const { start, end } of painted) {
      for (let at = start; at < end; at += 1) {
        if (truth.has(at)) both += 1;
        else if (isRead(this.index.text[at])) only += 1;
      }
    }
    return both / (truth.size + only);
  }
}

/** False for what a page may add anywhere without changing its words. */
const isRead = (character = ' ') => !/\s|\u00ad|[\u0300-\u036f]/.test(character);
