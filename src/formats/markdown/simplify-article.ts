import { linkAddress } from '../article/link-address';
import {
  type ArticleElement,
  type ArticleNode,
  type ArticleRoot,
  attributeOf,
  isElement,
  isText,
} from '../article/parse-article';
import { isBlock } from '../xhtml/conversion';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements without a Markdown equivalent. Only their content is kept. */
const TRANSPARENT_INLINE = words('abbr bdi bdo cite data dfn ins rp rt ruby small span time');

/** Inline elements that are visible without text. */
const SHOWN_INLINE = words('br img math rd-annotation');

/**
 * Each nested quote or list makes every line in it longer, so deeper ones are written as blocks.
 */
const MAX_NESTED = 16;
const NESTED = words('blockquote dl ol ul');
const ITEMS = words('dd dt li');

/** Markdown's three kinds of emphasis, by element. */
const EMPHASES: Readonly<Record<string, string>> = {
  em: 'emphasis',
  i: 'emphasis',
  mark: 'emphasis',
  u: 'emphasis',
  b: 'strong',
  strong: 'strong',
  del: 'delete',
  s: 'delete',
};

/**
 * The Markdown library passes some children of these elements as arguments of one call: 120,000
 * overflow the stack. An element with more than `MAX_ARGUMENTS` of them becomes a `div`.
 */
const PASSES_CHILDREN = words('a del dl ol s ul');
const MAX_ARGUMENTS = 20_000;

interface Place {
  /** The kinds of emphasis that the text has already. */
  readonly emphases: readonly string[];
  /** The number of quotes and lists around it. */
  readonly nested: number;
  readonly isPre: boolean;
}

/**
 * Removes what Markdown does not show: comments, drawings, elements without text, emphasis within
 * emphasis of the same kind, and quotes and lists nested more than 16 deep. The Markdown library
 * compares neighbours with each other, so its time depends on this.
 */
export function simplifyArticle(root: ArticleRoot): void {
  root.childNodes = contentOf(root, { emphases: [], nested: 0, isPre: false });
}

function contentOf(parent: ArticleElement | ArticleRoot, place: Place): ArticleNode[] {
  const nodes: ArticleNode[] = [];
  const isRoot = !('tagName' in parent);
  // White space next to a block is not shown.
  const isAfterBlock = () => {
    const last = nodes.at(-1);
    return last === undefined ? isRoot || endsLine(parent) : isElement(last) && endsLine(last);
  };
  for (const child of parent.childNodes) {
    for (const node of simplify(child, place)) {
      if (place.isPre || !isBlank(node) || !isAfterBlock()) append(nodes, node);
    }
  }
  return nodes;
}

/** Returns the nodes that replace a node. */
function simplify(node: ArticleNode, place: Place): readonly ArticleNode[] {
  if (isText(node)) return [node];
  if (!isElement(node) || node.tagName === 'svg') return [];
  const tag = node.tagName;
  if (tag === 'wbr') return [text('\u200b')];
  const emphasis = EMPHASES[tag];
  const isRepeated = emphasis !== undefined && place.emphases.includes(emphasis);
  const nested = place.nested + (NESTED.has(tag) ? 1 : 0);
  if (nested > MAX_NESTED && (NESTED.has(tag) || ITEMS.has(tag))) rename(node, 'div');
  const isTex = tag === 'math' && attributeOf(node, 'alttext') !== null;
  node.childNodes = isTex
    ? []
    : contentOf(node, {
        emphases:
          emphasis === undefined || isRepeated ? place.emphases : [...place.emphases, emphasis],
        nested,
        isPre: place.isPre || tag === 'pre',
      });
  if (tag === 'q') return [text('"'), ...node.childNodes, text('"')];
  if (isTooLong(node)) rename(node, 'div');
  return isRepeated || isTransparent(node) || isEmptyNode(node) ? node.childNodes : [node];
}

const text = (value: string): ArticleNode => ({ nodeName: '#text', value, parentNode: null });

function rename(element: ArticleElement, tag: string): void {
  element.tagName = tag;
  element.nodeName = tag;
}

/**
 * Appends a node to its siblings. Adjacent texts are joined, and so is adjacent emphasis of the
 * same kind.
 */
function append(nodes: ArticleNode[], node: ArticleNode): void {
  const last = nodes.at(-1);
  if (last === undefined) nodes.push(node);
  else if (isText(last) && isText(node)) last.value += node.value;
  else if (isElement(last) && isElement(node) && isSameEmphasis(last, node)) {
    for (const child of node.childNodes) append(last.childNodes, child);
  } else nodes.push(node);
}

const isSameEmphasis = (a: ArticleElement, b: ArticleElement): boolean =>
  EMPHASES[a.tagName] !== undefined && EMPHASES[a.tagName] === EMPHASES[b.tagName];

/** White space as HTML defines it. A non-breaking space is not blank. */
const isBlank = (node: ArticleNode): boolean => isText(node) && /^[\t\n\f\r ]*$/.test(node.value);

const endsLine = ({ tagName }: ArticleElement): boolean => isBlock(tagName) || tagName === 'br';

function isTooLong({ tagName, childNodes }: ArticleElement): boolean {
  if (!PASSES_CHILDREN.has(tagName)) return false;
  const groups = tagName === 'dl' ? childNodes.filter(isElement) : [];
  const loose = childNodes.filter((node) => node.nodeName !== 'li');
  return [{ childNodes: loose }, ...groups].some((each) => each.childNodes.length > MAX_ARGUMENTS);
}

const isTransparent = (element: ArticleElement): boolean =>
  TRANSPARENT_INLINE.has(element.tagName) ||
  (element.tagName === 'a' && linkAddress(attributeOf(element, 'href') ?? '') === null);

const isEmptyNode = ({ tagName, childNodes }: ArticleElement): boolean =>
  !SHOWN_INLINE.has(tagName) &&
  (!isBlock(tagName) || tagName === 'details') &&
  childNodes.every(isBlank);
