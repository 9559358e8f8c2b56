import {
  type OriginBlock,
  type OriginNode,
  type PageStructure,
  type RemovedPart,
  STRUCTURE_LIMITS,
  textKey,
} from '../../domain/site-rules/page-structure';
import { isElement } from '../elements';
import { ruleTagOf, stableNamesOf } from './element-names';
import { copyTraced, type PageTrace, type RuledPage } from './page-trace';
import { textBlocks } from './text-blocks';

/**
 * Makes parts of a page safe and their addresses complete. Returns the HTML of each; empty: nothing is
 * left of it.
 */
export type FinishParts = (parts: readonly Node[]) => readonly string[];

/** Parts of a page that no article has. */
const FRAME_PARTS =
  'nav,form,dialog,button,input,label,[role="navigation"],[role="search"],[role="banner"],[role="contentinfo"],[hidden],[aria-hidden="true"],body>header,body>footer';
/** In letters. */
const MIN_PART = 20;
const MAX_PART = 8_000;
const MAX_STRUCTURE_PARTS = 40_000;
/** The share of a part's letters that may be in links. */
const MAX_LINKED_PART = 0.7;

/** Records where the blocks of an article were in its page, and what the article does not have of it. */
export function makeStructure(
  article: Element,
  page: RuledPage,
  copies: ReadonlyMap<Node, number>,
  finishParts: FinishParts,
): PageStructure {
  const { trace } = page;
  const nodes = createNodes(trace);
  const isKept = new Uint8Array(trace.nodes.length);
  const keys = new Map<number, number>();
  const blocks: OriginBlock[] = [];
  for (const { text, letters, nodes: own } of textBlocks(article)) {
    const numbers = own.flatMap((node) => trace.numbers.get(node) ?? copies.get(node) ?? []);
    const [first] = numbers;
    if (first === undefined) continue;
    const key = textKey(text);
    for (const number of numbers) {
      isKept[number] = 1;
      keys.set(number, key);
    }
    if (blocks.length >= STRUCTURE_LIMITS.blocks) continue;
    const node = nodes.add(parentOf(trace, first));
    if (node !== null) blocks.push({ node, key, letters });
  }
  const removed = removedParts(page, isKept, keys, nodes, finishParts);
  return { nodes: nodes.list, blocks, removed };
}

interface Nodes {
  readonly list: OriginNode[];
  /** Adds an element of the page and its ancestors. Returns its number; null: there are too many. */
  add(number: number): number | null;
}

function createNodes(trace: PageTrace): Nodes {
  const list: OriginNode[] = [];
  const known = new Map<number, number>();
  const add = (number: number): number | null => {
    if (number < 0) return -1;
    const before = known.get(number);
    if (before !== undefined) return before;
    const parent = add(parentOf(trace, number));
    if (parent === null || list.length >= STRUCTURE_LIMITS.nodes) return null;
    const element = trace.nodes[number] as Element;
    list.push({ parent, tag: ruleTagOf(element), names: stableNamesOf(element) });
    known.set(number, list.length - 1);
    return list.length - 1;
  };
  return { list, add };
}

const parentOf = ({ parents }: PageTrace, number: number): number => parents[number] ?? -1;

/** Returns the outermost elements of which nothing is in the article. */
function removedParts(
  page: RuledPage,
  isKept: Uint8Array,
  keys: ReadonlyMap<number, number>,
  nodes: Nodes,
  finishParts: FinishParts,
): readonly RemovedPart[] {
  const { trace, removed } = page;
  const found = findParts(page, isKept, keys);
  const texts = finishParts(found.map(({ at }) => copyTraced(trace, at)));
  let room: number = STRUCTURE_LIMITS.removedHtml;
  return found.flatMap(({ at, letters, after }, place) => {
    const html = texts[place] ?? '';
    if (html === '' || html.length > Math.min(room, STRUCTURE_LIMITS.removedPartHtml)) return [];
    room -= html.length;
    const rule = removed.get(at)?.id ?? null;
    const by = rule === null ? 'page' : 'rule';
    return [{ node: nodes.add(at) ?? -1, html, letters, by, rule, after }];
  });
}

/** A part by the number of its element. */
interface FoundPart extends Pick<RemovedPart, 'letters' | 'after'> {
  readonly at: number;
}

function findParts(
  { trace, removed }: RuledPage,
  isKept: Uint8Array,
  keys: ReadonlyMap<number, number>,
): readonly FoundPart[] {
  const keptBefore = new Uint32Array(trace.nodes.length + 1);
  for (let at = 0; at < isKept.length; at += 1) {
    // An element that a rule removed is a part of its own.
    const isOther = isKept[at] === 1 || removed.has(at);
    keptBefore[at + 1] = (keptBefore[at] ?? 0) + (isOther ? 1 : 0);
  }
  const parts: FoundPart[] = [];
  let room = MAX_STRUCTURE_PARTS;
  let after: number | null = null;
  for (let at = 0; at < trace.nodes.length && parts.length < STRUCTURE_LIMITS.removed; ) {
    const end = trace.ends[at] ?? at;
    const isRuled = removed.has(at);
    after = keys.get(at) ?? after;
    const hasKept = (keptBefore[end + 1] ?? 0) > (keptBefore[at] ?? 0);
    if (!isRuled && (hasKept || !isElement(trace.nodes[at] as Node))) {
      at += 1;
      continue;
    }
    const { letters, isPart } = measure(trace, at, end, isRuled);
    if (isPart && letters > Math.min(room, MAX_PART) && !isRuled) {
      // Something inside of it may be small enough.
      at += 1;
      continue;
    }
    if (isPart) {
      room -= letters;
      parts.push({ at, letters, after });
    }
    at = end + 1;
  }
  return parts;
}

function measure(trace: PageTrace, at: number, end: number, isRuled: boolean) {
  let [letters, linked, images] = [0, 0, 0];
  for (let inner = at; inner <= end; inner += 1) {
    const node = trace.nodes[inner] as Node;
    if (!isElement(node)) {
      const { length } = (node.nodeValue ?? '').replace(/\s+/g, ' ').trim();
      letters += length;
      if (trace.linked[inner]) linked += length;
    } else if ((node as Element).localName === 'img') images += 1;
  }
  if (isRuled) return { letters, isPart: letters + images > 0 };
  const isText = letters >= MIN_PART && linked <= letters * MAX_LINKED_PART;
  const isShown = isText || (images > 0 && letters < MIN_PART && linked === 0);
  return { letters, isPart: isShown && !(trace.nodes[at] as Element).matches(FRAME_PARTS) };
}
