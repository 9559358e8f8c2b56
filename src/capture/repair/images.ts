import { imageAddress, isImageFile } from './image-address';
import type { RepairContext } from './repair-context';

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
]);

const LAZY_CLASS = /lazy/i;

/**
 * Gives every image the address that it is to show, and nothing else that Readability could take
 * for one. `<picture>` and what stands for an image become a plain `<img>`.
 */
export function repairImages({ root, document, baseUrl }: RepairContext): void {
  for (const picture of root.querySelectorAll('picture')) {
    const image = picture.querySelector('img') ?? document.createElement('img');
    settle(image, imageAddress(image, [...picture.querySelectorAll('source')], baseUrl));
    picture.replaceWith(image);
  }
  for (const stand of root.querySelectorAll('amp-img,amp-anim')) {
    const image = document.createElement('img');
    for (const name of ['src', 'srcset', 'alt', 'width', 'height']) {
      const value = stand.getAttribute(name);
      if (value !== null) image.setAttribute(name, value);
    }
    stand.replaceWith(image);
  }
  for (const box of root.querySelectorAll('span[data-src],div[data-src],figure[data-src]')) {
    if (!isImageFile(box.getAttribute('data-src') ?? '') || box.querySelector('img')) continue;
    const image = document.createElement('img');
    settle(image, imageAddress(box, [], baseUrl));
    image.alt = box.getAttribute('data-alt') ?? box.getAttribute('aria-label') ?? '';
    box.prepend(image);
    box.removeAttribute('data-src');
  }
  for (const image of root.querySelectorAll('img')) {
    settle(image, imageAddress(image, [], baseUrl));
  }
}

function settle(image: Element, address: string | null): void {
  if (address === null) return;
  for (const name of image.getAttributeNames()) if (!KEPT.has(name)) image.removeAttribute(name);
  image.setAttribute('src', address);
  // Readability takes it as a sign that the address is not yet the true one.
  if (LAZY_CLASS.test(image.getAttribute('class') ?? '')) image.removeAttribute('class');
}
