import { BLOCKS } from '../elements';
import type { NativeDom } from '../native-dom';
import { copyWithin } from './bounded-copy';
import type { CopyContext, TreeCopy } from './copy-context';
import { type DocumentScope, notedOf, type Scope } from './scope';
import { CLOBBERING, unclobber } from './unclobber';

/** Copies a whole document by one call, which is twice as fast as by its root element. */
export function cloneDocument(scope: DocumentScope, native: NativeDom): TreeCopy<Document> {
  const root = native.cloneNode(scope.root, true);
  unclobber(native.querySelectorAll(root, CLOBBERING), native);
  return { root, copies: matchNoted(scope, () => native.querySelectorAll(root, '*')) };
}

/** Copies a tree's nodes; of a document, its root element. No name in it shadows a DOM method. */
export function copyTree(scope: Scope, context: CopyContext): TreeCopy<DocumentFragment> {
  const { budget, native, target } = context;
  if (budget !== null) {
    const copy = copyWithin(scope, context, budget);
    unclobber(copy.root.querySelectorAll(CLOBBERING), native);
    if (copy.cut !== null) {
      endAtBlock(copy.cut);
      context.onCut();
    }
    return copy;
  }
  const fragment = native.createDocumentFragment(target);
  for (const node of topNodes(scope, context)) {
    native.appendChild(fragment, native.importNode(target, node, true));
  }
  unclobber(fragment.querySelectorAll(CLOBBERING), native);
  return { root: fragment, copies: matchNoted(scope, () => fragment.querySelectorAll('*')) };
}

function topNodes(scope: Scope, { native }: CopyContext): readonly Node[] {
  if (scope.kind === 'shadow') return [...scope.root.childNodes];
  const element = native.documentElement(scope.root);
  return element === null ? [] : [element];
}

function matchNoted(
  scope: Scope,
  findAll: () => ArrayLike<Element>,
): ReadonlyMap<Element, Element> {
  const copies = new Map<Element, Element>();
  const noted = notedOf(scope);
  if (noted.length === 0) return copies;
  const elements = findAll();
  for (const { element, ordinal } of noted) {
    const copy = elements[ordinal];
    // A script with elements in it, which no parser makes, would have put the count out of step.
    if (copy?.localName === element.localName) copies.set(element, copy);
  }
  return copies;
}

/** In UTF-16 code units. A longer block is cut inside, at the end of a word: too much would go. */
const MAX_LOST_LENGTH = 50_000;

/** Takes the block away that a cut has left without its end. */
function endAtBlock(cut: Node): void {
  const text = cut.nodeType === 3 ? (cut as Text) : null;
  const block = (text?.parentElement ?? (cut as Partial<Element>)).closest?.(BLOCKS);
  const isLast = block && block.querySelector(BLOCKS) === null;
  if (isLast && (block.textContent?.length ?? 0) <= MAX_LOST_LENGTH) block.remove();
  else if (text !== null) text.data = wholeWords(text.data);
}

/** No word is longer. */
const MAX_WORD_LENGTH = 1_000;

/** The text without the last word, which may not be whole. */
function wholeWords(text: string): string {
  const tail = text.slice(-MAX_WORD_LENGTH);
  const end = tail.search(/[\s。！？、][^\s。！？、]*$/u);
  // Not in the middle of a pair of surrogates.
  if (end === -1) return text.replace(/[\ud800-\udbff]$/, '');
  return text.slice(0, text.length - tail.length + end + 1);
}
