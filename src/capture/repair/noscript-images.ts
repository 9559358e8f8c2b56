import { isBeacon } from '../beacons';
import { imageAddress, isPlaceholder } from './image-address';
import type { RepairTools } from './repair-context';
import { settleImage } from './settle-image';

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
    const neighbours = imagesBeside(noscript).map((element) => ({
      element,
      address: imageAddress(element, [], baseUrl) ?? '',
    }));
    const copies = neighbours.filter(
      (neighbour) => isPlaceholder(neighbour.address) || isSameFile(neighbour.address, address),
    );
    if (copies.length < neighbours.length) continue;
    const [first, ...others] = copies;
    for (const { element } of others) element.remove();
    if (first === undefined) noscript.before(image);
    else first.element.replaceWith(image);
    noscript.remove();
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
  const [image, ...others] = template.content.querySelectorAll('img');
  return image !== undefined && others.length === 0 ? document.importNode(image, true) : null;
}

/** The images that could be the same one: in what is beside the fallback, or in its figure. */
function imagesBeside(noscript: Element): readonly Element[] {
  const figure = noscript.closest('figure');
  const places =
    figure === null ? [noscript.previousElementSibling, noscript.nextElementSibling] : [figure];
  return places
    .flatMap((place) => (place === null ? [] : imagesIn(place)))
    .filter((image) => !noscript.contains(image))
    .slice(0, MAX_NEIGHBOURS);
}

const imagesIn = (element: Element): readonly Element[] =>
  element.localName === 'img' ? [element] : [...element.querySelectorAll('img')];

const isSameFile = (a: string, b: string): boolean => fileName(a) === fileName(b);

const fileName = (address: string): string => {
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return path.slice(path.lastIndexOf('/') + 1);
};
