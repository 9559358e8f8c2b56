import { isBeacon } from '../beacons';
import { CANVAS_MARK } from '../elements';
import { imageAddress, isImageFile, isPlaceholder } from './image-address';
import type { RepairTools } from './repair-context';

/** What a script fills with an image, once it is seen. */
const BOXES: ReadonlySet<string> = new Set(['span', 'div', 'figure']);

/**
 * Gives every image the address that it is to show, and nothing else that Readability could take
 * for one. `<picture>` and what stands for an image become a plain `<img>`.
 */
export function repairImages({ root, find, document, baseUrl }: RepairTools): void {
  for (const picture of find('picture')) {
    const image = picture.querySelector('img') ?? document.createElement('img');
    settleImage(image, imageAddress(image, [...picture.querySelectorAll('source')], baseUrl));
    picture.replaceWith(image);
  }
  for (const stand of find('amp-img', 'amp-anim')) {
    const image = document.createElement('img');
    for (const name of ['src', 'srcset', 'alt', 'width', 'height']) {
      const value = stand.getAttribute(name);
      if (value !== null) image.setAttribute(name, value);
    }
    settleImage(image, imageAddress(image, [], baseUrl));
    stand.replaceWith(image);
  }
  for (const box of root.querySelectorAll('[data-src]')) {
    if (!BOXES.has(box.localName) || box.querySelector('img') !== null) continue;
    if (!isImageFile(box.getAttribute('data-src') ?? '')) continue;
    const image = document.createElement('img');
    settleImage(image, imageAddress(box, [], baseUrl));
    image.setAttribute('alt', box.getAttribute('data-alt') ?? box.getAttribute('aria-label') ?? '');
    box.prepend(image);
    box.removeAttribute('data-src');
  }
  for (const image of find('img')) {
    settleImage(image, imageAddress(image, [], baseUrl));
  }
}

/** Attributes of an image that still mean something once its address is known. */
const KEPT: ReadonlySet<string> = new Set([
  'src',
  'alt',
  'title',
  'width',
  'height',
  'id',
  'class',
  'itemprop',
  'style',
  'hidden',
  'aria-hidden',
  'role',
  CANVAS_MARK,
]);

const LAZY_CLASS = /lazy/i;

/** Gives an image the address that it is to show, and takes away what loaders made of the others. */
export function settleImage(image: Element, address: string | null): void {
  if (address === null) return;
  for (const name of image.getAttributeNames()) if (!KEPT.has(name)) image.removeAttribute(name);
  image.setAttribute('src', address);
  // Readability takes it as a sign that the address is not yet the true one.
  if (LAZY_CLASS.test(image.getAttribute('class') ?? '')) image.removeAttribute('class');
}

/** A longer fallback is a page of its own. */
const MAX_FALLBACK_LENGTH = 20_000;

/** Images beside the fallback that are looked at. */
const MAX_NEIGHBOURS = 6;

/**
 * Takes the image out of a `<noscript>` when the page has no other copy of it: beside it there is a
 * placeholder or a blurred preview, which it replaces, or nothing.
 */
export function repairNoscriptImages({ find, document, baseUrl }: RepairTools): void {
  for (const noscript of find('noscript')) {
    const image = fallbackImage(noscript, document);
    const address = image && imageAddress(image, [], baseUrl);
    if (image === null || address === null || isPlaceholder(address)) continue;
    settleImage(image, address);
    if (isBeacon(image)) continue;
    const neighbours = imagesBeside(noscript);
    const copies = neighbours.filter((element) => isStandIn(element, address, baseUrl));
    const [first, ...others] = copies;
    for (const element of others) element.remove();
    if (first !== undefined) first.replaceWith(image);
    else if (neighbours.length === 0) noscript.before(image);
    // Else the page shows the image by now, under a name of its own.
    noscript.remove();
  }
}

/** Whether an image only keeps the place of the one at `address`, or is a small preview of it. */
function isStandIn(element: Element, address: string, baseUrl: string): boolean {
  const own = imageAddress(element, [], baseUrl) ?? '';
  return isPlaceholder(own) || fileName(own) === fileName(address);
}

function fallbackImage(noscript: Element, document: Document): Element | null {
  // With scripting on the parser keeps the content as text, without as elements.
  const parsed = noscript.querySelector('img');
  if (parsed !== null) return parsed;
  const html = noscript.textContent ?? '';
  if (html.length > MAX_FALLBACK_LENGTH || !/<img\s/i.test(html)) return null;
  const template = document.createElement('template');
  template.innerHTML = html;
  const [image, ...others] = template.content.querySelectorAll('img');
  return image !== undefined && others.length === 0 ? document.importNode(image, true) : null;
}

/** Elements in a box that holds one image and what belongs to it. */
const MAX_IN_BOX = 6;

/** The images that could be the same one: in the box of the fallback, or beside it. */
function imagesBeside(noscript: Element): readonly Element[] {
  const { parentElement: parent } = noscript;
  const isBox = parent !== null && parent.childElementCount <= MAX_IN_BOX;
  const box = noscript.closest('figure') ?? (isBox ? parent : null);
  const places = box ? [box] : [noscript.previousElementSibling, noscript.nextElementSibling];
  return places
    .flatMap((place) => (place === null ? [] : imagesIn(place)))
    .filter((image) => !noscript.contains(image))
    .slice(0, MAX_NEIGHBOURS);
}

const imagesIn = (element: Element): readonly Element[] =>
  element.localName === 'img' ? [element] : [...element.querySelectorAll('img')];

const fileName = (address: string): string => {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return path.slice(path.lastIndexOf('/') + 1);
};
