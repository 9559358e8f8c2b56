import { isElement, OPENED, SHOWING, shownIds } from '../elements';
import type { NativeDom } from '../native-dom';

/** In UTF-16 code units. Shorter texts are labels, and what hides them is often a class of their own. */
const MIN_MEASURED_LENGTH = 40;
/** Bounds the time for very long pages. */
const MAX_MEASURED_TEXTS = 5_000;

/** Elements that a person can open themselves, or has opened, which count as shown. */
const COUNTED_HIDDEN = `${OPENED},details,dialog[open]`;
/** Other vocabularies, such as MathML, are shown by other elements in their place. */
const HTML = 'http://www.w3.org/1999/xhtml';

/** Menus count neither as shown nor as hidden: a page may show little else. */
const MENU = 'a,nav,header,footer,[role="navigation"]';

interface Look {
  /** null in a DOM without styles. */
  readonly style: CSSStyleDeclaration | null;
  readonly isShown: boolean;
  readonly isMenu: boolean;
  /** The colour behind a text; null behind an image or something translucent. */
  readonly background: string | null;
}

/**
 * Finds the elements whose text the page does not show, while a walk visits its texts. It uses the styles
 * of the page: `display`, `visibility`, a text in the colour of its background, and the clipped boxes for
 * screen readers. It finds nothing in a document that no window shows.
 */
export class HiddenTexts {
  readonly #document: Document;
  readonly #native: NativeDom;
  readonly #hasView: boolean;
  readonly #looks = new Map<Element, Look>();
  readonly #hidden = new Set<Element>();
  /** Of each parent, the likeness of the children whose text is shown. Reading styles is slow. */
  readonly #seen = new Map<Node, Set<string>>();
  #controlled: ReadonlySet<string> | null = null;
  #shownLength = 0;
  #hiddenLength = 0;
  #texts = 0;

  constructor(document: Document, native: NativeDom) {
    this.#document = document;
    this.#native = native;
    this.#hasView = native.hasView(document);
  }

  /** Looks at the element around a text of that length. */
  visit(text: Text, length: number): void {
    if (!this.#hasView || length < MIN_MEASURED_LENGTH || this.#texts >= MAX_MEASURED_TEXTS) return;
    const around = text.parentElement;
    if (around === null || around.namespaceURI !== HTML) return;
    const parent = this.#native.parentNode(around);
    const likeness = this.#likenessOf(around);
    if (parent !== null && likeness !== null && this.#seen.get(parent)?.has(likeness)) {
      this.#shownLength += length;
      return;
    }
    this.#texts += 1;
    const { isShown, isMenu, background, style } = this.#lookOf(around);
    const counted = isMenu ? 0 : length;
    if (isShown && isVisible(style, background)) {
      this.#shownLength += counted;
      if (!isMenu && parent !== null && likeness !== null) this.#remember(parent, likeness);
      return;
    }
    const outermost = isShown ? around : this.#outermostOf(around);
    // `#isOpened` looks at all ancestors, and a hidden element often has many texts.
    if (!this.#hidden.has(outermost) && this.#isOpened(outermost)) this.#shownLength += counted;
    else {
      this.#hiddenLength += counted;
      this.#hidden.add(outermost);
    }
  }

  /** Returns the outermost hidden elements; none if the page hides most of its text. */
  found(): ReadonlySet<Element> {
    // A page that hides most of its text has not been shown yet, or is behind something.
    return this.#hiddenLength >= this.#shownLength ? new Set() : this.#hidden;
  }

  #remember(parent: Node, likeness: string): void {
    const known = this.#seen.get(parent);
    if (known === undefined) this.#seen.set(parent, new Set([likeness]));
    else known.add(likeness);
  }

  /** Siblings with the same value have the same styles; null for an element with styles of its own. */
  #likenessOf(element: Element): string | null {
    const native = this.#native;
    const isOwn = native.hasAttribute(element, 'style') || native.hasAttribute(element, 'id');
    return isOwn ? null : `${native.getAttribute(element, 'class') ?? ''} ${element.localName}`;
  }

  #lookOf(element: Element): Look {
    const unknown: Element[] = [];
    let around: Element | null = element;
    while (around !== null && !this.#looks.has(around)) {
      unknown.push(around);
      around = this.#parentOf(around);
    }
    let look = (around && this.#looks.get(around)) ?? LOOK_OF_PAGE;
    for (const inner of unknown.reverse()) {
      look = this.#lookIn(inner, look);
      this.#looks.set(inner, look);
    }
    return look;
  }

  #lookIn(element: Element, outer: Look): Look {
    const style = this.#native.computedStyle(element);
    if (style === null) return outer;
    const isShown = outer.isShown && style.display !== 'none' && !isClipped(style);
    const isMenu = outer.isMenu || this.#native.matches(element, MENU);
    return { style, isShown, isMenu, background: backgroundOf(style, outer) };
  }

  #outermostOf(element: Element): Element {
    let outermost = element;
    let up = this.#parentOf(element);
    while (up !== null && !this.#lookOf(up).isShown) {
      outermost = up;
      up = this.#parentOf(up);
    }
    return outermost;
  }

  /** True if a control of the page opens it. */
  #isOpened(element: Element): boolean {
    const native = this.#native;
    for (let up: Element | null = element; up !== null; up = this.#parentOf(up)) {
      if (native.matches(up, COUNTED_HIDDEN)) return true;
    }
    const id = native.getAttribute(element, 'id') ?? '';
    // Few hidden elements have an id, and finding the controls is a walk over the page.
    if (id === '') return false;
    this.#controlled ??= shownIds(
      native.querySelectorAll(this.#document, SHOWING),
      native.getAttribute,
    );
    return this.#controlled.has(id);
  }

  /** The host is around the content of its shadow root. */
  #parentOf(element: Element): Element | null {
    const parent: Node | null = this.#native.parentNode(element);
    if (parent === null) return null;
    return isElement(parent) ? parent : ((parent as Partial<ShadowRoot>).host ?? null);
  }
}

const WHITE = 'rgb(255, 255, 255)';
const LOOK_OF_PAGE: Look = { style: null, isShown: true, isMenu: false, background: WHITE };

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

const TRANSPARENT_COLOR = /^(?:|transparent|initial|rgba\(.*, 0\))$/;
const TRANSLUCENT = /^rgba\(/;

function backgroundOf(
  { backgroundColor, backgroundImage }: CSSStyleDeclaration,
  outer: Look,
): Look['background'] {
  if (backgroundImage !== '' && backgroundImage !== 'none') return null;
  if (TRANSPARENT_COLOR.test(backgroundColor)) return outer.background;
  return TRANSLUCENT.test(backgroundColor) ? null : backgroundColor;
}

function isVisible(style: CSSStyleDeclaration | null, background: string | null): boolean {
  if (style === null) return true;
  const { visibility, color, fontSize } = style;
  if (visibility === 'hidden' || visibility === 'collapse') return false;
  if (fontSize === '0px') return false;
  return color === '' || color !== background;
}
