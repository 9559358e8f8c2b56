import { imageAddress, isImageFile } from './image-address';
import type { RepairTools } from './repair-context';
import { settleImage } from './settle-image';

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
