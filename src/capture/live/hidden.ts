import { SHOWING, shownIds } from '../elements';
import type { NativeDom } from '../native-dom';

/** In UTF-16 code units. Shorter texts are labels, and what hides them is often a class of their own. */
const MIN_LENGTH = 40;
/** Bounds the time for very long pages. */
const MAX_TEXTS = 5_000;

/** Elements that a person can open themselves, which count as shown. */
const OPENED = '[role="tabpanel"],[hidden="until-found"],details,dialog[open]';
/** Other vocabularies, such as MathML, are shown by other elements in their place. */
const HTML = 'http://www.w3.org/1999/xhtml';

interface Look {
  /** null in a DOM without styles. */
  readonly style: CSSStyleDeclaration | null;
  readonly isShown: boolean;
  /** The colour behind a text; null behind an image or something translucent. */
  readonly background: string | null;
}

/** Finds the elements whose text the page does not show, while a walk visits its texts. */
export interface HiddenTexts {
  /** Looks at the element around a text of that length. */
  visit(text: Text, length: number): void;
  /** Returns the outermost hidden elements; none if the page hides most of its text. */
  found(): ReadonlySet<Element>;
}

/**
 * Uses the styles of the page: `display`, `visibility`, a text in the colour of its background, and the
 * clipped boxes for screen readers. Finds nothing in a document that no window shows.
 */
export function createHiddenTexts(document: Document, native: NativeDom): HiddenTexts {
  const looks = new Map<Element, Look>();
  const hidden = new Set<Element>();
  /** Of each parent, the likeness of the children whose text is shown. Reading styles is slow. */
  const seen = new Map<Node, Set<string>>();
  const hasView = native.hasView(document);
  let controlled: ReadonlySet<string> | null = null;
  let shownLength = 0;
  let hiddenLength = 0;
  let texts = 0;

  const lookIn = (element: Element, outer: Look): Look => {
    const style = native.computedStyle(element);
    if (style === null) return outer;
    const isShown = outer.isShown && style.display !== 'none' && !isClipped(style);
    return { style, isShown, background: backgroundOf(style, outer) };
  };

  const lookOf = (element: Element): Look => {
    const unknown: Element[] = [];
    let around: Element | null = element;
    while (around !== null && !looks.has(around)) {
      unknown.push(around);
      around = parentOf(around, native);
    }
    let look = (around && looks.get(around)) ?? PAGE;
    for (const inner of unknown.reverse()) {
      look = lookIn(inner, look);
      looks.set(inner, look);
    }
    return look;
  };

  /** Siblings with the same value have the same styles; null for an element with styles of its own. */
  const likenessOf = (element: Element): string | null =>
    native.hasAttribute(element, 'style') || native.hasAttribute(element, 'id')
      ? null
      : `${native.getAttribute(element, 'class') ?? ''} ${element.localName}`;

  /** True if a control of the page opens it. */
  const isOpened = (element: Element): boolean => {
    for (let up: Element | null = element; up !== null; up = parentOf(up, native)) {
      if (native.matches(up, OPENED)) return true;
    }
    const id = native.getAttribute(element, 'id') ?? '';
    // Few hidden elements have an id, and finding the controls is a walk over the page.
    if (id === '') return false;
    controlled ??= shownIds(native.querySelectorAll(document, SHOWING), native.getAttribute);
    return controlled.has(id);
  };

  return {
    visit(text, length) {
      if (!hasView || length < MIN_LENGTH || texts >= MAX_TEXTS) return;
      const around = text.parentElement;
      if (around === null || around.namespaceURI !== HTML) return;
      const parent = native.parentNode(around);
      const key = likenessOf(around);
      if (parent !== null && key !== null && seen.get(parent)?.has(key)) {
        shownLength += length;
        return;
      }
      texts += 1;
      const { isShown, background, style } = lookOf(around);
      const isSeen = isShown && isVisible(style, background);
      if (isSeen) {
        shownLength += length;
        if (parent === null || key === null) return;
        const keys = seen.get(parent);
        if (keys === undefined) seen.set(parent, new Set([key]));
        else keys.add(key);
        return;
      }
      const outermost = isShown ? around : outermostOf(around, lookOf, native);
      if (isOpened(outermost)) shownLength += length;
      else {
        hiddenLength += length;
        hidden.add(outermost);
      }
    },
    // A page that hides most of its text has not been shown yet, or is behind something.
    found: () => (hiddenLength > shownLength ? new Set() : hidden),
  };
}

const WHITE = 'rgb(255, 255, 255)';
const PAGE: Look = { style: null, isShown: true, background: WHITE };

/** The host is around the content of its shadow root. */
function parentOf(element: Element, native: NativeDom): Element | null {
  const parent = native.parentNode(element);
  if (parent === null) return null;
  if (parent.nodeType === ELEMENT_NODE) return parent as Element;
  return (parent as Partial<ShadowRoot>).host ?? null;
}

const ELEMENT_NODE = 1;

function outermostOf(
  element: Element,
  lookOf: (element: Element) => Look,
  native: NativeDom,
): Element {
  let outermost = element;
  let up = parentOf(element, native);
  while (up !== null && !lookOf(up).isShown) {
    outermost = up;
    up = parentOf(up, native);
  }
  return outermost;
}

const CLIPPED = /^rect\((?:0|1)(?:px)?[ ,]+(?:0|1)(?:px)?[ ,]+(?:0|1)(?:px)?[ ,]+(?:0|1)(?:px)?\)$/;
/** In px. */
const OFF_PAGE = -999;

function isClipped(style: CSSStyleDeclaration): boolean {
  const { position } = style;
  if (position !== 'absolute' && position !== 'fixed') return false;
  const { clip, clipPath, left } = style;
  return (
    CLIPPED.test(clip) ||
    clipPath === 'inset(50%)' ||
    clipPath === 'inset(100%)' ||
    Number.parseFloat(left) <= OFF_PAGE
  );
}

const TRANSPARENT = /^(?:|transparent|initial|rgba\(.*, 0\))$/;
const TRANSLUCENT = /^rgba\(/;

function backgroundOf(
  { backgroundColor, backgroundImage }: CSSStyleDeclaration,
  outer: Look,
): Look['background'] {
  if (backgroundImage !== '' && backgroundImage !== 'none') return null;
  if (TRANSPARENT.test(backgroundColor)) return outer.background;
  return TRANSLUCENT.test(backgroundColor) ? null : backgroundColor;
}

function isVisible(style: CSSStyleDeclaration | null, background: string | null): boolean {
  if (style === null) return true;
  const { visibility, color, fontSize } = style;
  if (visibility === 'hidden' || visibility === 'collapse') return false;
  if (fontSize === '0px') return false;
  return color === '' || color !== background;
}
