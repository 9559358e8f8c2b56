import { BLOCKS } from '../elements';
import { lineOf, SENTENCE_AT_END } from '../normal-text';
import { once } from '../once';
import { findOpened, sizesOf } from './panels';
import type { RepairTools } from './repair-context';

/** Conventions of frameworks for texts that only screen readers or printers get. */
const NAMED_HIDDEN = [
  '.sr-only,.visually-hidden,.visuallyhidden,.u-visually-hidden,.screen-reader-text,.screen-reader-only',
  '.element-invisible,.hidden-accessible,.print-only,.only-print,.visible-print,.show-for-print',
].join(',');
const STYLED =
  '[style*="display" i],[style*="visibility" i],[style*="color" i],[style*="-999"],[style*="font-size" i]';
/** Elements without the attribute are left out before they are compared with the longer lists. */
const HIDDEN_CANDIDATES = `[hidden],[style]:is(${STYLED}),[class]:is(${NAMED_HIDDEN})`;

/** The name of a speaker in a dialogue, which only screen readers get where the page shows it by a colour. */
const SAID_LINE = /^.{1,40} said:$/;

/** Elements that other rules need although they are hidden. */
const SEEN_OTHERWISE = 'math,noscript,script,svg,img,picture,source';
const HOLDS_KEPT = 'math,noscript,[data-embed]';
/** Bounds the time for pages that hide most of their elements. */
const MAX_HIDDEN_CANDIDATES = 2_000;
/**
 * The share of the page's text that one element may hide, with its links and without them: a page that
 * has not been shown yet may show its menus.
 */
const MAX_HIDDEN = 0.5;
/** The same of all hidden elements together. */
const MAX_ALL_HIDDEN = 0.75;
/** In UTF-16 code units: a page with more of it is not measured, if the hidden texts are short. */
const ENOUGH_TEXT = 4_000;
/** In UTF-16 code units, of a text that only a class says to be hidden. */
const MAX_NAMED_HIDDEN_LENGTH = 300;

/**
 * Removes texts that the page does not show, as far as `hidden`, inline styles and common names say it.
 * In a browser the elements that its styles hide have `hidden` in the copy. Images that wait to be shown
 * stay.
 */
export function repairHidden({ root }: RepairTools): void {
  const body = root.querySelector('body') ?? root;
  // One query for both, because each is a walk. The styles of one are among those of the other.
  const marked = [...root.querySelectorAll(`[aria-hidden="true"],${HIDDEN_CANDIDATES}`)];
  const candidates = marked
    .filter((each) => each !== body && body.contains(each) && each.matches(HIDDEN_CANDIDATES))
    .slice(0, MAX_HIDDEN_CANDIDATES);
  const isOpened = findOpened(body);
  const page = once(() => sizesOf(body));
  // Measuring a page takes long, and most hidden texts are short.
  const least = once(() => textOfParagraphs(body));
  const found: Element[] = [];
  let hidden = 0;
  for (const element of candidates) {
    // In document order, all that is in an element follows it.
    if (found.at(-1)?.contains(element)) continue;
    if (
      !isHiddenElement(element) ||
      SAID_LINE.test(lineOf(element)) ||
      element.matches(SEEN_OTHERWISE) ||
      isOpened(element)
    )
      continue;
    const { all, own } = sizesOf(element);
    if (all === 0 || element.querySelector(HOLDS_KEPT)) continue;
    const isMost = () => all > page().all * MAX_HIDDEN || own > page().own * MAX_HIDDEN;
    if (all > least() * MAX_HIDDEN && isMost()) continue;
    if (own > MAX_NAMED_HIDDEN_LENGTH && !element.matches('[hidden],[style]')) continue;
    found.push(element);
    hidden += own;
  }
  if (hidden > least() * MAX_ALL_HIDDEN && hidden > page().own * MAX_ALL_HIDDEN) hidden = 0;
  else for (const element of found) element.remove();
  const shown = once(() => sizesOf(body).own);
  const isMostOfShown = (length: number) =>
    length > (least() - hidden) * MAX_HIDDEN && length > shown() * MAX_HIDDEN;
  for (const box of root.querySelectorAll(OVER)) {
    if (isReader(box, isMostOfShown)) box.removeAttribute('role');
  }
  const kept = marked.filter((each) => root.contains(each) && each.matches(MARKED_HIDDEN));
  showKept(kept, isMostOfShown, isOpened);
}

/** Returns how much text the first paragraphs of a page have in no link. The page has no less. */
function textOfParagraphs(body: ParentNode): number {
  let length = 0;
  for (const paragraph of body.querySelectorAll('p')) {
    if (length >= ENOUGH_TEXT) break;
    if (paragraph.closest('a') === null) length += sizesOf(paragraph).own;
  }
  return length;
}

const MARKED_HIDDEN =
  '[aria-hidden="true"],[hidden],[style]:is([style*="display" i],[style*="visibility" i])';
/**
 * In letters. A shorter text that only screen readers do not get is a sign beside another text, unless it
 * is a sentence right below one.
 */
const MIN_UNHEARD_LETTERS = 40;
const BELOW = `:is(p,h2,h3,h4,dt)+:is(${BLOCKS})`;
/** An open box over the page. Readability drops it. */
const OVER = '[aria-modal="true"]:not([aria-hidden="true"],[aria-modal] *)';
/** A box that asks a person for something. */
const ASKING_INPUT = 'input:not([type="number"],[type="radio"],[type="hidden"])';
const COOKIE_WORD = /cookie|クッキー|쿠키|куки/i;

/** Menus, and boxes over the page that wait for a person. */
const MENU_OR_OVERLAY =
  'nav,dialog,[role="navigation"],[role="menu"],[role="dialog"],[role="alertdialog"],[aria-modal="true"]';

/** True for a box over the page that is what the page shows: a text, and no question. */
const isReader = (box: Element, isMost: (length: number) => boolean): boolean =>
  isMost(sizesOf(box).own) &&
  box.querySelector(ASKING_INPUT) === null &&
  !COOKIE_WORD.test(lineOf(box));

/**
 * Removes the marks of hidden elements from those that stay, because Readability drops what has one. A
 * page hides all of its text from screen readers while a dialog is open, and an answer until a person
 * opens it.
 */
function showKept(
  marked: readonly Element[],
  isMost: (length: number) => boolean,
  isOpened: (element: Element) => boolean,
): void {
  for (const element of marked.slice(0, MAX_HIDDEN_CANDIDATES)) {
    if (element.matches(SEEN_OTHERWISE) || element.closest(MENU_OR_OVERLAY) !== null) continue;
    const { own } = sizesOf(element);
    const isText =
      own >= MIN_UNHEARD_LETTERS ||
      (element.matches(BELOW) && SENTENCE_AT_END.test(lineOf(element)));
    if (isText) element.removeAttribute('aria-hidden');
    if (!isOpened(element) && !(isText && isMost(own))) continue;
    element.removeAttribute('aria-hidden');
    element.removeAttribute('hidden');
    element.removeAttribute('style');
    const names = (element.getAttribute('class') ?? '').split(/\s+/);
    if (names.some(isHiding))
      element.setAttribute('class', names.filter((name) => !isHiding(name)).join(' '));
  }
}

/** Names for which Readability drops a text that is not hidden any longer. */
const isHiding = (name: string): boolean => /hidden|^hid$/i.test(name);

function isHiddenElement(element: Element): boolean {
  if (element.hasAttribute('hidden') || element.matches(NAMED_HIDDEN)) return true;
  // MathML elements of older browsers have no `style` property.
  const { style } = element as Partial<ElementCSSInlineStyle>;
  if (style?.display === 'none' || style?.visibility === 'hidden') return true;
  return isUnseen(element.getAttribute('style') ?? '');
}

/** In px. */
const OFF_PAGE = -999;
const MAX_STYLE = 2_000;

/** True for a text in the colour of its background, without a size, or outside of the page. */
function isUnseen(style: string): boolean {
  if (style.length > MAX_STYLE) return false;
  const values = new Map<string, string>();
  for (const declaration of style.toLowerCase().split(';')) {
    const [name = '', value = ''] = declaration.split(':', 2);
    values.set(name.trim(), value.trim());
  }
  const of = (name: string) => values.get(name) ?? '';
  const colour = of('color');
  if (colour !== '' && colour === (of('background-color') || of('background'))) return true;
  if (/^0(?:px|em|rem|pt|%)?$/.test(of('font-size'))) return true;
  const isOut = ['left', 'top', 'text-indent'].some(
    (name) => Number.parseFloat(of(name)) <= OFF_PAGE,
  );
  return (
    isOut &&
    (of('position') === 'absolute' || of('position') === 'fixed' || of('text-indent') !== '')
  );
}
