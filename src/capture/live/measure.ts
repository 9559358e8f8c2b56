import { type CaptureLimits, depthWithin } from '../limits';
import type { NativeDom } from '../native-dom';
import type { DocumentScope, Noted, Scope, ScopeSize, ShadowScope } from './scope';

/** NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION. */
const ELEMENTS_AND_TEXT = 13;
const ELEMENT_NODE = 1;

/** Nesting of shadow roots and frames. A page with real components has about ten levels. */
const MAX_NESTING = 24;
const MAX_FRAMES = 50;

/**
 * Walks the live page once, without recursion, and records its size and everything that a clone
 * would lose: open shadow roots, same-origin frames and canvases. Changes nothing.
 */
export function measureDocument(document: Document, native: NativeDom): DocumentScope {
  return measureTree(document, { native, document, nesting: 0, size: newSize() }, 0);
}

/** True if a scope can be cloned and parsed without truncation. */
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
  // The methods of a tree walker can't be shadowed by form controls with the same name.
  const walker = around.native.createTreeWalker(around.document, scope.root, ELEMENTS_AND_TEXT);
  let ordinal = -1;
  let depth = scope.depth;
  let node = walker.firstChild();
  while (node !== null) {
    let child: Node | null = null;
    if (node.nodeType !== ELEMENT_NODE) {
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

/** Scripts and styles contain no readable text and no elements. */
const isCode = ({ localName }: Element): boolean => localName === 'script' || localName === 'style';

function note({ element, ordinal }: Noted, scope: Scope, outer: Surroundings, depth: number): void {
  const around = { ...outer, nesting: outer.nesting + 1 };
  const { shadowRoot } = element;
  // `instanceof` fails for a shadow root in a frame, which belongs to another realm.
  if (shadowRoot?.host === element) {
    if (around.nesting <= MAX_NESTING) {
      scope.hosts.push({ element, ordinal, shadow: measureShadow(shadowRoot, around, depth) });
    } else {
      // The root is left out. An infinite depth exceeds every limit, so the report says that the
      // page was truncated.
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

/** Returns the document of a same-origin frame, or null. */
function documentOf(frame: Element): Document | null {
  try {
    // In SVG, an element of that name has no such property.
    return (frame as Partial<HTMLIFrameElement>).contentDocument ?? null;
  } catch {
    // Some browsers throw instead of returning null.
    return null;
  }
}
