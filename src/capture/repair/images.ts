import { isBeacon } from '../beacons';
import { CANVAS_MARK } from '../elements';
import { wordList } from '../word-list';
import { imageAddress, isImageFile, isPlaceholder } from './image-address';
import type { RepairTools } from './repair-context';

/** Elements that scripts fill with an image when they become visible. */
const IMAGE_BOXES: ReadonlySet<string> = new Set(['span', 'div', 'figure']);

/**
 * Sets the address of every image and removes other attributes that Readability might take for one.
 * `<picture>` and image substitutes become a plain `<img>`.
 */
export function repairImages({ root, find, document, baseUrl }: RepairTools): void {
  for (const picture of find('picture')) {
    const image = picture.querySelector('img') ?? document.createElement('img');
    setImageAddress(image, imageAddress(image, [...picture.querySelectorAll('source')], baseUrl));
    picture.replaceWith(image);
  }
  for (const stand of find('amp-img', 'amp-anim')) {
    const image = document.createElement('img');
    for (const name of ['src', 'srcset', 'alt', 'width', 'height']) {
      const value = stand.getAttribute(name);
      if (value !== null) image.setAttribute(name, value);
    }
    setImageAddress(image, imageAddress(image, [], baseUrl));
    stand.replaceWith(image);
  }
  for (const box of root.querySelectorAll('[data-src],figure[itemid]')) {
    if (!IMAGE_BOXES.has(box.localName) || box.querySelector('img') !== null) continue;
    const address = box.getAttribute('data-src') ?? box.getAttribute('itemid') ?? '';
    if (!isImageFile(address)) continue;
    const image = document.createElement('img');
    box.setAttribute('data-src', address);
    setImageAddress(image, imageAddress(box, [], baseUrl));
    image.setAttribute('alt', box.getAttribute('data-alt') ?? box.getAttribute('aria-label') ?? '');
    box.prepend(image);
    box.removeAttribute('data-src');
  }
  for (const image of find('img')) {
    setImageAddress(image, imageAddress(image, [], baseUrl));
  }
}

/** Attributes that are still meaningful when the address is known. */
const KEPT_IMAGE_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...wordList('src alt title width height id class itemprop style hidden aria-hidden role'),
  CANVAS_MARK,
]);

const LAZY_CLASS = /lazy/i;

/** Sets the address of an image and removes the attributes of lazy loaders. */
function setImageAddress(image: Element, address: string | null): void {
  if (address === null) return;
  for (const name of image.getAttributeNames())
    if (!KEPT_IMAGE_ATTRIBUTES.has(name)) image.removeAttribute(name);
  image.setAttribute('src', address);
  // Readability would assume that the address is not the final one.
  if (LAZY_CLASS.test(image.getAttribute('class') ?? '')) image.removeAttribute('class');
}

/** In UTF-16 code units. A longer fallback is a whole page. */
const MAX_FALLBACK_LENGTH = 20_000;

/** The number of images next to the fallback that are compared. */
const MAX_NEIGHBOURS = 6;

/**
 * Takes the image out of a `<noscript>` if the page has no other copy of it. It replaces a
 * placeholder or a blurred preview next to it, if there is one.
 */
export function repairNoscriptImages({ find, document, baseUrl }: RepairTools): void {
  for (const noscript of find('noscript')) {
    const image = fallbackImage(noscript, document);
    const address = image && imageAddress(image, [], baseUrl);
    if (image === null || address === null || isPlaceholder(address)) continue;
    setImageAddress(image, address);
    if (isBeacon(image)) continue;
    const neighbours = imagesBeside(noscript);
    const copies = neighbours.filter((element) => isPlaceholderFor(element, address, baseUrl));
    const [first, ...others] = copies;
    for (const element of others) element.remove();
    if (first !== undefined) first.replaceWith(image);
    else if (neighbours.length === 0) noscript.before(image);
    // Otherwise the page already displays the image under another name.
    noscript.remove();
  }
}

/** True if an image is a placeholder or a small preview of the image at `address`. */
function isPlaceholderFor(element: Element, address: string, baseUrl: string): boolean {
  const own = imageAddress(element, [], baseUrl) ?? '';
  return isPlaceholder(own) || fileName(own) === fileName(address);
}

function fallbackImage(noscript: Element, document: Document): Element | null {
  // The parser stores the content as text when scripts are enabled, otherwise as elements.
  const parsed = noscript.querySelector('img');
  if (parsed !== null) return parsed;
  const html = noscript.textContent ?? '';
  if (html.length > MAX_FALLBACK_LENGTH || !/<img\s/i.test(html)) return null;
  const template = document.createElement('template');
  template.innerHTML = html;
  const [image, ...others] = template.content.querySelectorAll('img');
  return image !== undefined && others.length === 0 ? document.importNode(image, true) : null;
}

/** The number of elements in a box with a single image and its accessories. */
const MAX_IN_BOX = 6;

/** Returns the images that could be the same one: in the box of the fallback, or next to it. */
function imagesBeside(noscript: Element): readonly Element[] {
  const { parentElement: parent } = noscript;
  const isBox = parent !== null && isSmall(parent);
  const box = noscript.closest('figure') ?? (isBox ? parent : null);
  const places = box ? [box] : [noscript.previousElementSibling, noscript.nextElementSibling];
  return places
    .flatMap((place) => (place === null ? [] : imagesIn(place)))
    .filter((image) => !noscript.contains(image))
    .slice(0, MAX_NEIGHBOURS);
}

/** Counts no further than it must, because a box with all images of a page is asked for each. */
function isSmall(box: Element): boolean {
  let child = box.firstElementChild;
  for (let at = 0; at < MAX_IN_BOX && child !== null; at += 1) child = child.nextElementSibling;
  return child === null;
}

const imagesIn = (element: Element): readonly Element[] =>
  element.localName === 'img' ? [element] : [...element.querySelectorAll('img')];

const fileName = (address: string): string => {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return path.slice(path.lastIndexOf('/') + 1);
};
