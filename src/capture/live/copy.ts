import type { NativeDom } from '../native-dom';
import { copyWithin } from './bounded-copy';
import type { CopyContext, TreeCopy } from './copy-context';
import { notedOf, type Scope } from './scope';
import { unclobber } from './unclobber';

/** Copies a tree's nodes; of a document, its root element. No name in it shadows a DOM method. */
export function copyTree(scope: Scope, context: CopyContext): TreeCopy {
  const { budget } = context;
  const copy = budget === null ? copyWhole(scope, context) : copyWithin(scope, context, budget);
  unclobber(copy.fragment, context.native);
  return copy;
}

function copyWhole(scope: Scope, { native, target }: CopyContext): TreeCopy {
  const fragment = native.createDocumentFragment(target);
  for (const node of topNodes(scope, native)) {
    native.appendChild(fragment, native.importNode(target, node, true));
  }
  const copies = new Map<Element, Element>();
  const noted = notedOf(scope);
  const elements = noted.length > 0 ? fragment.querySelectorAll('*') : [];
  for (const { element, ordinal } of noted) {
    const copy = elements[ordinal];
    // A script with elements in it, which no parser makes, would have put the count out of step.
    if (copy?.localName === element.localName) copies.set(element, copy);
  }
  return { fragment, copies };
}

function topNodes(scope: Scope, native: NativeDom): readonly Node[] {
  if (scope.kind === 'shadow') return [...scope.root.childNodes];
  const element = native.documentElement(scope.root);
  return element === null ? [] : [element];
}
