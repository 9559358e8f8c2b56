import { wordList } from './word-list';

/** Node types. `Node` is not a global in every environment. */
const [ELEMENT_NODE, TEXT_NODE] = [1, 3];

export const isElement = (node: Node): node is Element => node.nodeType === ELEMENT_NODE;
export const isText = (node: Node): node is Text => node.nodeType === TEXT_NODE;

export const BLOCK_NAMES = wordList(
  'address article aside blockquote dd details div dl dt fieldset figcaption figure footer form',
  'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul',
);

/** A selector that matches all block-level elements. */
export const BLOCKS = BLOCK_NAMES.join(',');

/** A selector that matches elements that a site marks as its article. */
export const MARKED_UP = 'article,main,[role="main"],[itemprop~="articleBody"]';

/** Visits the elements that match. The iterator of a list of nodes would take longer than most visits. */
export function visitEach(
  root: ParentNode,
  selector: string,
  visit: (element: Element) => void,
): void {
  const elements = root.querySelectorAll(selector);
  for (let at = 0; at < elements.length; at += 1) visit(elements[at] as Element);
}

/** True for `h1` to `h6`. */
export const isHeadingElement = ({ localName }: Element): boolean => /^h[1-6]$/.test(localName);

/** The first class of an element, which its template gives to all elements of its kind; or empty. */
export const firstClassOf = (element: Element): string =>
  (element.getAttribute('class') ?? '').trim().split(/\s+/, 1)[0] ?? '';

/** True for an image that declares a width or a height below `side`, in px. */
export const isSmallerThan = (side: number, image: Element): boolean =>
  ['width', 'height'].some((name) => Number.parseFloat(image.getAttribute(name) ?? '') < side);

/**
 * Attributes that link elements of the copy to the original ones. A page may contain them too, but
 * they only refer to its own canvases and blocks, and the sanitiser removes them.
 */
export const CANVAS_MARK = 'data-leafmark-canvas';
export const LANDMARK_MARK = 'data-leafmark-landmark';
/** The address that the page has chosen for an image of a `<picture>`. */
export const CHOSEN_MARK = 'data-leafmark-chosen';
/** The names of an element that was replaced by this one. */
export const NAMES_MARK = 'data-leafmark-names';
/** A part of the text that a person opens by a tab. */
export const PANEL_MARK = 'data-leafmark-panel';

const CONTROL = ':is(button,a,[role="button"])[aria-expanded]';
/** A selector that matches the panels of tabs. */
export const PANELS = '[role="tabpanel"],.tab-pane,.tab-panel,.w-tab-pane';
/** A selector that matches elements that a person can open: panels, and the box below a control. */
export const OPENED = `${PANELS},[hidden="until-found"],${CONTROL}+*,:has(>${CONTROL})+*`;

/** Attributes with the ids of what a control or a link within the page shows. */
const TARGET_ATTRIBUTES = ['aria-controls', 'href', 'data-target', 'data-bs-target'];
/** A selector that matches elements with such attributes. */
export const SHOWING = '[aria-controls],a[href^="#"],[data-target^="#"],[data-bs-target^="#"]';

/** Returns the ids of the elements that these controls show. */
export function shownIds(
  controls: Iterable<Element>,
  getAttribute: (element: Element, name: string) => string | null,
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const control of controls) {
    for (const name of TARGET_ATTRIBUTES) {
      const value = getAttribute(control, name) ?? '';
      for (const id of value.split(/\s+/)) if (id !== '') ids.add(id.replace(/^#/, ''));
    }
  }
  return ids;
}
