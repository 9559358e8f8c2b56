import { isBeacon } from '../beacons';
import { LANDMARK_MARK } from '../elements';
import { isPlaceholder } from '../repair/image-address';

/** A box that is dropped with its image for other reasons than its class has text of its own. */
const MAX_TEXT_AROUND = 80;

/** Smaller images are faces, badges and buttons; in px. */
const MIN_IMAGE_SIZE = 100;

const NOT_OF_THE_ARTICLE =
  /(?:^|[\s_-])(?:ads?|advert\w*|promo\w*|sponsor\w*|related|recommend\w*|newsletter|subscri\w*|share|sharing|social|avatar|author|byline|logo|icon|emoji|sidebar|comments?|nav|menu|footer|widget|paywall|cookie|popup|modal)(?:$|[\s_-])/i;

/** Boxes around a block whose names are looked at. */
const MAX_BOXES = 5;

/**
 * Whether a block of the page, before Readability, is in a box that is named for something else: an
 * advertisement, a list of other articles, the author's portrait; or is not shown.
 */
export function isInUnrelatedBox(block: Element): boolean {
  let element: Element | null = block;
  for (let up = 0; up <= MAX_BOXES && element !== null && !isWhole(element); up += 1) {
    const names = `${element.getAttribute('class') ?? ''} ${element.id}`;
    if (NOT_OF_THE_ARTICLE.test(names) || isHidden(element)) return true;
    element = element.parentElement;
  }
  return false;
}

/** What is above has names for the page. */
const isWhole = ({ localName }: Element): boolean =>
  localName === 'article' || localName === 'main' || localName === 'body';

/**
 * Whether a block that was dropped is the article's own: it was not dropped for the text it stands
 * in, leads nowhere else, and is large enough to be seen.
 */
export function belongs(dropped: Element): boolean {
  const wrapper = outermost(dropped);
  const box = topOf(wrapper);
  const around = textLength(box) - textLength(wrapper);
  if (around > MAX_TEXT_AROUND) return false;
  if (isPromo(wrapper)) return false;
  if (isHeading(dropped)) return around === 0 && textLength(dropped) > 0;
  return [...imagesOf(dropped)].every(isShown);
}

export const isHeading = ({ localName }: Element): boolean => /^h\d$/.test(localName);

/** What goes with a block: a picture has its caption. */
export const outermost = (dropped: Element): Element => dropped.closest('figure') ?? dropped;

/** The whole of what was dropped at once. */
function topOf(element: Element): Element {
  let top = element;
  while (top.parentElement !== null) top = top.parentElement;
  return top;
}

const textLength = (element: Element): number => element.textContent?.trim().length ?? 0;

const isHidden = (element: Element): boolean =>
  element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true';

const imagesOf = (element: Element): Iterable<Element> =>
  element.localName === 'img' ? [element] : element.querySelectorAll('img');

function isShown(image: Element): boolean {
  const src = image.getAttribute('src') ?? '';
  const isSmall = ['width', 'height'].some(
    (name) => Number.parseFloat(image.getAttribute(name) ?? '') < MIN_IMAGE_SIZE,
  );
  return !isPlaceholder(src) && !isSmall && !isBeacon(image);
}

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|[?#])/i;

/** A picture or a heading that leads to another page, and not to a larger picture or a film. */
function isPromo(wrapper: Element): boolean {
  if (wrapper.localName === 'table' || wrapper.querySelector('figcaption') !== null) return false;
  const links = [wrapper.closest('a[href]'), ...wrapper.querySelectorAll('a[href]')];
  return links.some((link) => {
    const href = link?.getAttribute('href') ?? '#';
    return !href.startsWith('#') && !IMAGE_FILE.test(href) && !link?.hasAttribute('data-embed');
  });
}

/** What an article is made of, in the order of the page. */
const LANDMARKS = 'p,h1,h2,h3,h4,h5,h6,li,dd,blockquote,pre,table,figure,img,math';

/** What is put back when it was dropped. Text is Readability's to judge. */
const PRECIOUS = 'img,figure,pre,table,math,h2,h3,h4,h5,h6';

export interface Landmark {
  readonly element: Element;
  /** Something that should not get lost, and is in no box about something else. */
  readonly isPrecious: boolean;
}

/** The blocks of a page by their number, which they wear as an attribute. */
export type Landmarks = readonly Landmark[];

/** Numbers the blocks of a page, to find again what Readability has dropped between two others. */
export function markLandmarks(document: Document): Landmarks {
  return Array.from(document.body?.querySelectorAll(LANDMARKS) ?? [], (element, index) => {
    element.setAttribute(LANDMARK_MARK, String(index));
    return { element, isPrecious: element.matches(PRECIOUS) && !isInUnrelatedBox(element) };
  });
}

/** The blocks that an article has kept, by their number. */
export function keptLandmarks(article: Element): ReadonlyMap<number, Element> {
  const kept = new Map<number, Element>();
  for (const element of article.querySelectorAll(`[${LANDMARK_MARK}]`)) {
    kept.set(Number(element.getAttribute(LANDMARK_MARK)), element);
  }
  return kept;
}

/** Takes the numbers away, which costs less than to have them sanitised. */
export function removeMarks(elements: Iterable<Element>): void {
  for (const element of elements) element.removeAttribute(LANDMARK_MARK);
}
