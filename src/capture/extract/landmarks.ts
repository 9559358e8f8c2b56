import { isBeacon } from '../beacons';
import { isHeadingElement, isSmallerThan, LANDMARK_MARK } from '../elements';
import { lineOf, SENTENCE_AT_END, textLength } from '../normal-text';
import { isPlaceholder } from '../repair/image-address';

/** If more text than this was dropped together with an image, the text was the reason. */
const MAX_TEXT_AROUND = 80;

/** In px. Smaller images are portraits, badges and buttons. */
const MIN_IMAGE_SIZE = 100;

/** Names are compared with a space at each end, which takes half the time of `^` and `$`. */
const NOT_OF_THE_ARTICLE =
  /[\s_-](?:ads?|advert\w*|promo\w*|sponsor\w*|related|recommend\w*|newsletter|subscri\w*|share|sharing|social|avatar|author|byline|logo|icon|emoji|sidebar|comments?|nav|menu|footer|widget|paywall|cookie|popup|modal)[\s_-]/i;

/** The number of ancestors of a block that are checked. */
const MAX_ANCESTORS_OF_BLOCK = 5;

/**
 * True if a block is hidden or in a box whose class or id indicates unrelated content: an
 * advertisement, a list of other articles, the author's portrait. The block is checked before
 * Readability runs. `known` has the elements that were checked for a block before.
 */
function isInUnrelatedBox(block: Element, known: Map<Element, boolean>): boolean {
  let element: Element | null = block;
  for (
    let up = 0;
    up <= MAX_ANCESTORS_OF_BLOCK && element !== null && !isContentRoot(element);
    up += 1
  ) {
    let isUnrelated = known.get(element);
    if (isUnrelated === undefined) {
      const names = ` ${element.getAttribute('class') ?? ''} ${element.id} `;
      isUnrelated = NOT_OF_THE_ARTICLE.test(names) || isHiddenBlock(element);
      known.set(element, isUnrelated);
    }
    if (isUnrelated) return true;
    element = element.parentElement;
  }
  return false;
}

/** The class of an ancestor of these elements describes the page rather than the block. */
const isContentRoot = ({ localName }: Element): boolean =>
  localName === 'article' || localName === 'main' || localName === 'body';

/**
 * True if a dropped block belongs to the article: it was not dropped because of the text around it,
 * does not link elsewhere, and is large enough to be visible.
 */
export function belongsToArticle(dropped: Element): boolean {
  const wrapper = outermost(dropped);
  const box = topOf(wrapper);
  const around = textLength(box) - textLength(wrapper);
  if (around > MAX_TEXT_AROUND) return false;
  if (isPromo(wrapper)) return false;
  if (isHeadingElement(dropped)) return around === 0 && textLength(dropped) > 0;
  return [...imagesOf(dropped)].every(isShownImage);
}

/**
 * Returns the element that is restored with a block: the figure of an image, which includes its
 * caption.
 */
export const outermost = (dropped: Element): Element => dropped.closest('figure') ?? dropped;

/** Returns the root of the detached tree that Readability dropped. */
function topOf(element: Element): Element {
  let top = element;
  while (top.parentElement !== null) top = top.parentElement;
  return top;
}

const isHiddenBlock = (element: Element): boolean =>
  element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true';

const imagesOf = (element: Element): Iterable<Element> =>
  element.localName === 'img' ? [element] : element.querySelectorAll('img');

function isShownImage(image: Element): boolean {
  const src = image.getAttribute('src') ?? '';
  return !isPlaceholder(src) && !isSmallerThan(MIN_IMAGE_SIZE, image) && !isBeacon(image);
}

const IMAGE_FILE_IN_BLOCK = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])/i;

/**
 * True for an image or a heading that links to another page, but not to a larger image or a video.
 */
function isPromo(wrapper: Element): boolean {
  if (wrapper.localName === 'table' || wrapper.querySelector('figcaption') !== null) return false;
  const links = [wrapper.closest('a[href]'), ...wrapper.querySelectorAll('a[href]')];
  return links.some((link) => {
    const href = link?.getAttribute('href') ?? '#';
    return (
      !href.startsWith('#') && !IMAGE_FILE_IN_BLOCK.test(href) && !link?.hasAttribute('data-embed')
    );
  });
}

/** The blocks of an article, in the order of the page. */
const LANDMARKS = 'p,h1,h2,h3,h4,h5,h6,li,dd,blockquote,pre,table,figure,img,math';

/** The blocks that are restored. Readability decides about longer text. */
const RESTORED: ReadonlySet<string> = new Set(
  'img figure pre table math h2 h3 h4 h5 h6'.split(' '),
);

/** A page with fewer `h1` has them for its title and the name of its site. */
const MIN_SECTIONS = 3;

/** In UTF-16 code units. Readability drops a short text for its length, and a longer one for its place. */
const MAX_SHORT_SENTENCE_LENGTH = 90;

/** In each direction. */
const MAX_SIBLINGS_EACH_WAY = 5;

/** True for a short sentence or quote in a box without a link near it. */
const isPlainText = (element: Element): boolean =>
  /^(?:p|blockquote)$/.test(element.localName) &&
  textLength(element) <= MAX_SHORT_SENTENCE_LENGTH &&
  SENTENCE_AT_END.test(lineOf(element)) &&
  element.closest('aside,nav,footer,form,header') === null &&
  [...siblings(element)].every(hasNoControl);

const CONTROLS_IN_BLOCK = 'a,input,button';

const hasNoControl = (element: Element): boolean =>
  !element.matches(CONTROLS_IN_BLOCK) && element.querySelector(CONTROLS_IN_BLOCK) === null;

/** The blocks beside one, as many as a box of one thought has. */
function* siblings(element: Element): Generator<Element> {
  yield element;
  let [before, after] = [element.previousElementSibling, element.nextElementSibling];
  for (let count = 0; count < MAX_SIBLINGS_EACH_WAY; count += 1) {
    if (before !== null) yield before;
    if (after !== null) yield after;
    [before, after] = [before?.previousElementSibling ?? null, after?.nextElementSibling ?? null];
  }
}

export interface Landmark {
  readonly element: Element;
  /** True if the block should be preserved and is in no unrelated box. */
  readonly isPrecious: boolean;
}

/** The blocks of a page by their number, which is stored in an attribute. */
export type Landmarks = readonly Landmark[];

/** Numbers the blocks of a page, so that dropped ones can be located between two that were kept. */
export function markLandmarks(document: Document): Landmarks {
  const known = new Map<Element, boolean>();
  const titles = [...document.querySelectorAll('h1')];
  const sections = new Set<Element>(titles.length >= MIN_SECTIONS ? titles.slice(1) : []);
  return Array.from(document.body?.querySelectorAll(LANDMARKS) ?? [], (element, index) => {
    element.setAttribute(LANDMARK_MARK, String(index));
    const isRestored =
      RESTORED.has(element.localName) || sections.has(element) || isPlainText(element);
    return { element, isPrecious: isRestored && !isInUnrelatedBox(element, known) };
  });
}

/** Returns the blocks that the article still contains, by their number. */
export function keptLandmarks(article: Element): ReadonlyMap<number, Element> {
  const kept = new Map<number, Element>();
  for (const element of article.querySelectorAll(`[${LANDMARK_MARK}]`)) {
    kept.set(Number(element.getAttribute(LANDMARK_MARK)), element);
  }
  return kept;
}

/** Removes the numbers. This is faster than leaving it to the sanitiser. */
export function removeMarks(elements: Iterable<Element>): void {
  for (const element of elements) element.removeAttribute(LANDMARK_MARK);
}
