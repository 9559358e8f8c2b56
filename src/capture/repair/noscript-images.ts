import { absoluteImageUrl } from '../addresses';
import { isBeacon } from '../beacons';
import { imageAddress, isPlaceholder } from './image-address';
import type { RepairTools } from './repair-context';
import { settleImage } from './settle-image';

/** A longer fallback is a page of its own. */
const MAX_FALLBACK_LENGTH = 20_000;

/**
 * Takes the image out of a `<noscript>` when the page has no other copy of it: next to it there is
 * only a placeholder, which it replaces, or nothing.
 */
export function repairNoscriptImages({ find, document, baseUrl }: RepairTools): void {
  for (const noscript of find('noscript')) {
    const image = fallbackImage(noscript, document);
    if (image === null) continue;
    const address = imageAddress(image, [], baseUrl);
    if (address === null || isBeacon(image)) continue;
    settleImage(image, address);
    const shown = neighbours(noscript).map((neighbour) => ({
      neighbour,
      address: ownAddress(neighbour, baseUrl),
    }));
    if (shown.some((other) => other.address !== null)) continue;
    const placeholder = shown[0]?.neighbour;
    if (placeholder === undefined) noscript.replaceWith(image);
    else {
      placeholder.replaceWith(image);
      noscript.remove();
    }
  }
}

function fallbackImage(noscript: Element, document: Document): Element | null {
  // With scripting on the parser keeps the content as text, without as elements.
  const parsed = noscript.querySelector('img');
  if (parsed !== null) return parsed;
  const html = noscript.textContent ?? '';
  if (html.length > MAX_FALLBACK_LENGTH || !/<img\s/i.test(html)) return null;
  const template = document.createElement('template');
  template.innerHTML = html;
  const images = template.content.querySelectorAll('img');
  return images.length === 1 ? document.importNode(images[0] as Element, true) : null;
}

/** The images that could be the same one: beside the fallback, or in what holds both. */
function neighbours(noscript: Element): readonly Element[] {
  const beside = [noscript.previousElementSibling, noscript.nextElementSibling].flatMap(
    (sibling) => (sibling === null ? [] : imagesIn(sibling)),
  );
  if (beside.length > 0) return beside;
  const parent = noscript.parentElement;
  return parent !== null && parent.children.length <= 3 ? imagesIn(parent) : [];
}

const imagesIn = (element: Element): readonly Element[] =>
  element.localName === 'img' ? [element] : [...element.querySelectorAll('img')].slice(0, 3);

/** What a neighbour shows by itself; null for a placeholder. */
function ownAddress(image: Element, baseUrl: string): string | null {
  const address = imageAddress(image, [], baseUrl);
  const src = absoluteImageUrl(image.getAttribute('src') ?? '', baseUrl);
  const isOnlyPlaceholder = address !== null && address === src && isPlaceholder(address);
  return isOnlyPlaceholder ? null : address;
}
