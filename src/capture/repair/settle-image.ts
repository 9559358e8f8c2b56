import { CANVAS_MARK } from '../marks';

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
