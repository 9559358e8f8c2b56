import { isElement } from '../elements';
import { type CaptureLimits, depthWithin } from '../limits';
import type { NativeDom } from '../native-dom';
import { HiddenTexts } from './hidden';
import type { DocumentScope, Scope, ScopeSize, ShadowScope } from './scope';

/** NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION. */
const ELEMENTS_TEXT_AND_CDATA = 13;

/** Nesting of shadow roots and frames. A page with real components has about ten levels. */
const MAX_NESTING = 24;
const MAX_FRAMES = 50;

/**
 * Walks the live page once, without recursion, and records its size and everything that a clone
 * would lose: open shadow roots, same-origin frames and canvases. Changes nothing.
 */
export function measureDocument(document: Document, native: NativeDom): DocumentScope {
  const hidden = new HiddenTexts(document, native);
  const scope = measureTree(document, { native, document, nesting: 0, size: newSize(), hidden }, 0);
  noteHidden(scope, new Set(hidden.found()), native);
  return scope;
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
  readonly hidden: HiddenTexts;
}

const newSize = (): ScopeSize => ({ elements: 0, textLength: 0, depth: 0 });

const noNotes = (depth: number, size: ScopeSize) => ({
  depth,
  size,
  hosts: [],
  frames: [],
  canvases: [],
  images: [],
  hidden: [],
});

/** Notes the hidden elements of a scope and of those in it. Takes them out of `hidden`. */
function noteHidden(scope: Scope, hidden: Set<Element>, native: NativeDom): void {
  if (hidden.size === 0) return;
  const elements =
    scope.kind === 'document'
      ? native.querySelectorAll(scope.root, '*')
      : scope.root.querySelectorAll('*');
  let ordinal = 0;
  for (const element of elements) {
    if (hidden.delete(element)) scope.hidden.push({ element, ordinal });
    if (hidden.size === 0) return;
    ordinal += 1;
  }
  for (const { shadow } of scope.hosts) noteHidden(shadow, hidden, native);
  for (const { content } of scope.frames) noteHidden(content, hidden, native);
}

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
  const walker = around.native.createTreeWalker(
    around.document,
    scope.root,
    ELEMENTS_TEXT_AND_CDATA,
  );
  let ordinal = -1;
  let { depth } = scope;
  let node = walker.firstChild();
  while (node !== null) {
    let child: Node | null = null;
    if (!isElement(node)) {
      const { length } = node as Text;
      size.textLength += length;
      around.hidden.visit(node as Text, length);
    } else {
      ordinal += 1;
      if (depth > size.depth) size.depth = depth;
      const element = node as Element;
      const { localName } = element;
      // Scripts and styles contain no readable text and no elements.
      if (localName !== 'script' && localName !== 'style') {
        note(element, ordinal, scope, around, depth);
        child = walker.firstChild();
      }
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
  size.elements += ordinal + 1;
}

function note(
  element: Element,
  ordinal: number,
  scope: Scope,
  outer: Surroundings,
  depth: number,
): void {
  const { shadowRoot } = element;
  // `instanceof` fails for a shadow root in a frame, which belongs to another realm.
  if (shadowRoot?.host === element) {
    const around = { ...outer, nesting: outer.nesting + 1 };
    if (around.nesting <= MAX_NESTING) {
      scope.hosts.push({ element, ordinal, shadow: measureShadow(shadowRoot, around, depth) });
    } else {
      // The root is left out. An infinite depth exceeds every limit, so the report says that the
      // page was truncated.
      around.size.depth = Number.POSITIVE_INFINITY;
    }
    return;
  }
  const { localName } = element;
  if (localName === 'iframe' || localName === 'frame') {
    const around = { ...outer, nesting: outer.nesting + 1 };
    const document = scope.frames.length < MAX_FRAMES ? documentOf(element) : null;
    if (document === null || around.nesting > MAX_NESTING) return;
    const content = measureTree(document, { ...around, document, size: newSize() }, depth);
    scope.frames.push({ element, ordinal, content });
  } else if (localName === 'canvas') {
    scope.canvases.push({ element: element as HTMLCanvasElement, ordinal });
  } else if (localName === 'img' && outer.native.matches(element, 'picture>img')) {
    const { currentSrc: chosen } = element as Partial<HTMLImageElement>;
    if (chosen) scope.images.push({ element, ordinal, chosen });
  }
}

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
