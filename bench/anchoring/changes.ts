// The ways in which a page changes between two visits.
import { createTextIndex } from '../../src/anchoring';
import type { Random } from '../random';
import { NO_ID, type TrueTree } from './truth';

/** The tree to change, with random numbers, words to insert, and the text nodes of quotes. */
export interface Changing extends TrueTree {
  readonly random: Random;
  readonly words: readonly string[];
  /** The text nodes of each quote. */
  readonly quoted: readonly (readonly Text[])[];
}

type Change = (page: Changing) => void;

/** Replaces the text of each node by what `rewrite` makes of it. */
function rewrite(page: Changing, edit: (text: string, write: Writer) => void): void {
  for (const node of createTextIndex(page.root).nodes) {
    const known = page.ids.get(node) ?? new Int32Array(node.length).fill(NO_ID);
    const writer = new Writer(known);
    edit(node.data, writer);
    node.data = writer.text;
    page.ids.set(node, Int32Array.from(writer.ids));
  }
}

class Writer {
  text = '';
  readonly ids: number[] = [];
  readonly #known: Int32Array;

  constructor(known: Int32Array) {
    this.#known = known;
  }

  /** Writes `text` with the id of the unit at `from`, and those after it if `isSame`. */
  write(text: string, from: number, isSame = false): void {
    this.text += text;
    for (let at = 0; at < text.length; at += 1) {
      this.ids.push(this.#known[isSame ? from + at : from] ?? NO_ID);
    }
  }
}

/** Rewrites each match of a pattern; the rest stays. */
const replaceMatches =
  (pattern: RegExp, replace: (match: string, page: Changing) => string): Change =>
  (page) =>
    rewrite(page, (text, writer) => {
      let done = 0;
      for (const match of text.matchAll(pattern)) {
        writer.write(text.slice(done, match.index), done, true);
        writer.write(replace(match[0], page), match.index);
        done = match.index + match[0].length;
      }
      writer.write(text.slice(done), done, true);
    });

const someWords = ({ random, words }: Changing, count: number) =>
  Array.from({ length: count }, () => words[random.below(words.length)] ?? 'word').join(' ');

const elementsOf = (root: Node): Element[] => {
  const found: Element[] = [];
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.nodeType === 1 && node !== root) found.push(node as Element);
    open.push(...[...node.childNodes].reverse());
  }
  return found;
};

const insertParagraphs: Change = (page) => {
  const kept = new Set<Node>();
  for (const node of page.quoted.flat()) {
    for (let at: Node | null = node; at !== null; at = at.parentNode) kept.add(at);
  }
  for (const element of elementsOf(page.root)) {
    if (element.localName !== 'p' && element.localName !== 'li') continue;
    if (page.random.happens(0.15)) {
      const added = element.ownerDocument.createElement(element.localName);
      added.appendChild(element.ownerDocument.createTextNode(someWords(page, 30)));
      element.parentNode?.insertBefore(added, element);
    }
    if (page.random.happens(0.1) && !kept.has(element)) element.parentNode?.removeChild(element);
  }
};

const LINES = new Set(['li', 'tr', 'p', 'dd']);

/**
 * Of the lines of a list, a table or a dialogue, a tenth is inserted again elsewhere, a tenth is deleted, a
 * twentieth is moved, and in a tenth a word is changed.
 */
const changeLines: Change = (page) => {
  const { random, quoted, ids } = page;
  const lines = elementsOf(page.root).filter(({ localName }) => LINES.has(localName));
  const kept = new Set(quoted.flat().map((node) => lines.findLast((line) => line.contains(node))));
  const other = () => lines[random.below(lines.length)];
  for (const line of lines) {
    const place = other();
    if (random.happens(0.1)) line.parentNode?.insertBefore((place ?? line).cloneNode(true), line);
    if (random.happens(0.1) && !kept.has(line)) line.parentNode?.removeChild(line);
    else if (random.happens(0.05) && place && !place.contains(line) && !line.contains(place)) {
      place.parentNode?.insertBefore(line, place);
    } else if (random.happens(0.1)) {
      const root = line as Node;
      replaceWords(0.1)({ ...page, root, ids });
    }
  }
};

const replaceWords = (share: number) =>
  replaceMatches(/[\p{L}\p{N}]+/gu, (word, page) =>
    page.random.happens(share) ? someWords(page, 1) : word,
  );

const changeSpaces: Change = (page) => {
  replaceMatches(/ /g, (space, { random }) => {
    if (random.happens(0.1)) return '\u00a0';
    return random.happens(0.05) ? '\n        ' : space;
  })(page);
  replaceMatches(/(?<=\p{L}{3})\p{L}/gu, (letter, { random }) =>
    random.happens(0.03) ? `\u00ad${letter}` : letter,
  )(page);
};

const TYPOGRAPHY: Readonly<Record<string, string>> = {
  '"': '”',
  "'": '’',
  '-': '–',
  '...': '…',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
};

const changeTypography = replaceMatches(
  /\.\.\.|["'\u2010-\u2015\u2018-\u201d\u2026-]/g,
  (found) => TYPOGRAPHY[found] ?? found,
);

const decompose = replaceMatches(/[^\0-\u007f]/gu, (character) => character.normalize('NFD'));

/** Splits a text node before the unit at `at`, and returns the new node, which has the rest. */
function split({ ids }: Changing, node: Text, at: number): Text {
  const rest = node.ownerDocument.createTextNode(node.data.slice(at));
  const known = ids.get(node);
  node.data = node.data.slice(0, at);
  node.parentNode?.insertBefore(rest, node.nextSibling);
  if (known !== undefined) {
    ids.set(node, known.slice(0, at));
    ids.set(rest, known.slice(at));
  }
  return rest;
}

const insertAdvertisements: Change = (page) => {
  for (const node of createTextIndex(page.root).nodes) {
    const spaces = [...node.data.matchAll(/\s/g)].map(({ index }) => index);
    const place = spaces[page.random.below(spaces.length)];
    if (node.length < 60 || place === undefined || !page.random.happens(0.35)) continue;
    const rest = split(page, node, place);
    const added = node.ownerDocument.createElement(page.random.happens(0.5) ? 'figure' : 'span');
    added.appendChild(node.ownerDocument.createElement('img'));
    added.appendChild(
      node.ownerDocument.createTextNode(`Advertisement: ${someWords(page, 4)}, from 9.99.`),
    );
    rest.parentNode?.insertBefore(added, rest);
  }
};

const wrapNodes: Change = (page) => {
  for (const node of createTextIndex(page.root).nodes) {
    if (node.length < 30 || !page.random.happens(0.5)) continue;
    const rest = split(page, node, 1 + page.random.below(node.length - 2));
    const wrapper = node.ownerDocument.createElement('span');
    rest.parentNode?.insertBefore(wrapper, rest);
    wrapper.appendChild(node);
  }
  const box = page.root.ownerDocument?.createElement('div');
  if (box === undefined) return;
  while (page.root.firstChild !== null) box.appendChild(page.root.firstChild);
  page.root.appendChild(box);
};

const deleteQuotes: Change = (page) => {
  for (const node of page.quoted.filter((_, at) => at % 2 === 1).flat()) {
    node.data = '';
    page.ids.set(node, new Int32Array());
  }
};

const mixed: readonly Change[] = [
  insertParagraphs,
  replaceWords(0.03),
  changeTypography,
  decompose,
  changeSpaces,
  wrapNodes,
];

/** The changes by their names. */
export const CHANGES = {
  P1: insertParagraphs,
  P2: replaceWords(0.05),
  P3: changeSpaces,
  P4: changeTypography,
  P5: decompose,
  P6: insertAdvertisements,
  P7: wrapNodes,
  P8: (page) => {
    for (const change of mixed) change(page);
  },
  P9: deleteQuotes,
  P10: changeLines,
} as const satisfies Readonly<Record<string, Change>>;

export type ChangeName = keyof typeof CHANGES;
