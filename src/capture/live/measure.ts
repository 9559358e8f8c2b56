import { type CaptureLimits, depthWithin } from '../limits';
import type { NativeDom } from '../native-dom';
import type { DocumentScope, Noted, Scope, ScopeSize, ShadowScope } from './scope';

/** NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT. */
const ELEMENTS_AND_TEXT = 5;
const TEXT_NODE = 3;

/** Shadow roots in shadow roots and frames in frames: a page of real components has about ten. */
const MAX_NESTING = 24;
const MAX_FRAMES = 50;

/**
 * Walks the page as it is, once and without recursion into depth, and notes its size and what a
 * clone would lose: open shadow roots, same-origin frames, canvases. Changes nothing.
 */
export function measureDocument(document: Document, native: NativeDom): DocumentScope {
  return measureTree(document, { native, document, nesting: 0, size: newSize() }, 0);
}

/** Whether a scope can be cloned and parsed as it is. */
export function fitsLimits({ size }: Scope, limits: CaptureLimits): boolean {
  return (
    size.elements <= limits.elements &&
    size.textLength <= limits.textLength &&
    size.depth <= depthWithin(limits, size.textLength)
  );
}

interface Surroundings {
  readonly native: NativeDom;
  readonly document: Document;
  readonly nesting: number;
  readonly size: ScopeSize;
}

const newSize = (): ScopeSize => ({ elements: 0, textLength: 0, depth: 0 });

const noNotes = (depth: number, size: ScopeSize) => ({
  depth,
  size,
  hosts: [],
  frames: [],
  canvases: [],
});

function measureTree(root: Document, around: Surroundings, depth: number): DocumentScope {
  const scope: DocumentScope = { kind: 'document', root, ...noNotes(depth, around.size) };
  walk(scope, around);
  return scope;
}

function measureShadow(root: ShadowRoot, around: Surroundings, depth: number): ShadowScope {
  const scope: ShadowScope = { kind: 'shadow', root, ...noNotes(depth, around.size) };
  walk(scope, around);
  return scope;
}

function walk(scope: Scope, around: Surroundings): void {
  const { size } = scope;
  // A walker, because its methods can't be shadowed by a form control that is named like them.
  const walker = around.native.createTreeWalker(around.document, scope.root, ELEMENTS_AND_TEXT);
  let ordinal = -1;
  let depth = scope.depth;
  let node = walker.firstChild();
  while (node !== null) {
    let child: Node | null = null;
    if (node.nodeType === TEXT_NODE) {
      size.textLength += (node as Text).length;
    } else {
      const element = node as Element;
      ordinal += 1;
      size.elements += 1;
      size.depth = Math.max(size.depth, depth);
      note({ element, ordinal }, scope, around, depth);
      child = isCode(element) ? null : walker.firstChild();
    }
    if (child !== null) {
      depth += 1;
      node = child;
      continue;
    }
    node = walker.nextSibling();
    while (node === null && walker.parentNode() !== null) {
      depth -= 1;
      node = walker.nextSibling();
    }
  }
}

/** Scripts and styles have no text that is read, and no elements. */
const isCode = ({ localName }: Element): boolean => localName === 'script' || localName === 'style';

function note({ element, ordinal }: Noted, scope: Scope, outer: Surroundings, depth: number): void {
  const around = { ...outer, nesting: outer.nesting + 1 };
  const { shadowRoot } = element;
  // Not `instanceof`: the shadow root of an element in a frame is of another realm.
  if (shadowRoot?.host === element) {
    if (around.nesting <= MAX_NESTING) {
      scope.hosts.push({ element, ordinal, shadow: measureShadow(shadowRoot, around, depth) });
    } else {
      // Left out: so the page is deeper than any limit, and the report says that it was cut.
      around.size.depth = Number.POSITIVE_INFINITY;
    }
  } else if (isFrame(element)) {
    const document = scope.frames.length < MAX_FRAMES ? documentOf(element) : null;
    if (document === null || around.nesting > MAX_NESTING) return;
    const content = measureTree(document, { ...around, document, size: newSize() }, depth);
    scope.frames.push({ element, ordinal, content });
  } else if (element.localName === 'canvas') {
    scope.canvases.push({ element: element as HTMLCanvasElement, ordinal });
  }
}

const isFrame = ({ localName }: Element): boolean =>
  localName === 'iframe' || localName === 'frame';

/** The document of a frame of the page's own origin; null for all others. */
function documentOf(frame: Element): Document | null {
  try {
    // In SVG, an element of that name has no such property.
    return (frame as Partial<HTMLIFrameElement>).contentDocument ?? null;
  } catch {
    // Some browsers throw where others give null.
    return null;
  }
}
