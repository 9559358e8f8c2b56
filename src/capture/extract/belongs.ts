import { isBeacon } from '../beacons';
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
export function isForeign(block: Element): boolean {
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
