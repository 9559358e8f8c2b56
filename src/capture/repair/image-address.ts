import { absoluteImageUrl } from '../addresses';
import { isInlineName } from '../images/inline-images';
import { wordList } from '../word-list';

/** Attributes in which lazy loaders store `srcset` and `src`, most reliable first. */
const LAZY_SRCSET = ['data-srcset', 'data-lazy-srcset', 'data-original-set', 'data-src-set'];
const LAZY_SRC = wordList(
  'data-src data-lazy-src data-lazy data-original data-original-src data-actualsrc',
  'data-full-src data-hi-res-src data-large-file data-orig-file data-image-src data-img-src',
  'data-url',
);

const IMAGE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:$|[?#&!:@/,;])/i;
const FULL_ADDRESS = /^(?:https?:)?\/\/\S+$/;
const PATH = /^[^\s{[<"']+$/;
const isAddress = (text: string): boolean =>
  FULL_ADDRESS.test(text) || (PATH.test(text) && /[/.]./.test(text));

/** Addresses are compared with a slash before them, which takes half the time of `^`. */
const PLACEHOLDER_FILE =
  /[/_-](?:blank|spacer|placeholder|transparent|pixel|1x1|lazy|lazyload|loading|loader|gr[ae]y|empty)(?:[_-][\w-]{0,80}|\d{0,80})\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])/i;

/** In characters. Shorter data addresses contain a dot, a tint or nothing. */
const MAX_PLACEHOLDER_DATA = 400;

/** True if `src` is a placeholder for an image that a script loads. */
export function isPlaceholder(src: string): boolean {
  const address = src.trim();
  if (address === '' || address.startsWith('about:') || address === '#') return true;
  if (/^data:/i.test(address)) {
    if (isInlineName(address)) return false;
    return address.length < MAX_PLACEHOLDER_DATA && !/%3Cpath|<path/i.test(address);
  }
  return PLACEHOLDER_FILE.test(`/${address}`);
}

/** True if `value` looks like the address of an image file. */
export const isImageFile = (value: string): boolean =>
  isAddress(value.trim()) && IMAGE_FILE.test(value);

/**
 * Returns the absolute address of the image that the page displays once it is loaded, or null if it
 * can't be determined. `sources` are the `<source>` elements of its `<picture>`.
 */
export function imageAddress(
  image: Element,
  sources: readonly Element[],
  baseUrl: string,
): string | null {
  const src = image.getAttribute('src') ?? '';
  const isLazy = image.getAttributeNames().some((name) => name.startsWith('data-'));
  const absolute = (address: string | null | false): string | null =>
    address ? absoluteImageUrl(address, baseUrl) : null;
  return (
    absolute(isLazy && fromSets([image], LAZY_SRCSET)) ??
    absolute(fromSets(sources, [...LAZY_SRCSET, 'srcset'])) ??
    absolute(isLazy && lazySource(image)) ??
    absolute(fromSets([image], ['srcset'])) ??
    absolute(!isPlaceholder(src) && src) ??
    absolute(isLazy && anyImageFile(image)) ??
    absolute(src)
  );
}

/** Types that some current browsers don't display. */
const UNSHOWN_TYPE = /image\/(?:jxl|jp2|jpx|vnd\.ms-photo|heic)/i;

function fromSets(elements: readonly Element[], attributes: readonly string[]): string | null {
  const sets: string[] = [];
  for (const element of elements) {
    if (UNSHOWN_TYPE.test(element.getAttribute('type') ?? '')) continue;
    for (const name of attributes) {
      const set = element.getAttribute(name)?.trim() ?? '';
      if (set !== '') sets.push(set);
    }
  }
  const best = sets.length === 0 ? null : bestCandidate(sets.join(', '));
  return best === null || isPlaceholder(best) ? null : best;
}

function lazySource(image: Element): string | null {
  for (const name of LAZY_SRC) {
    const value = image.getAttribute(name);
    if (value !== null && isAddress(value.trim()) && !isPlaceholder(value)) return value;
  }
  return null;
}

/** Words by which attributes name the largest version of an image. */
const LARGE = /large|full|orig|big|max|hi-?res|retina|2x/i;

function anyImageFile(image: Element): string | null {
  let found: string | null = null;
  for (const { name, value } of image.attributes) {
    if (!name.startsWith('data-') || !isImageFile(value)) continue;
    if (LARGE.test(name)) return value;
    found ??= value;
  }
  return found;
}

/** In px: the width of a full column on a high-density display. Larger images add only weight. */
const WANTED_WIDTH = 1600;
const WANTED_DENSITY = 2;

/** In UTF-16 code units. A longer value is not a list of sizes but contains data addresses. */
const MAX_LENGTH = 20_000;

interface Candidate {
  readonly address: string;
  readonly width: number | null;
  readonly density: number | null;
}

/**
 * Returns the address of the candidate with sufficient quality and the least size, or null if there
 * is none.
 * @see https://html.spec.whatwg.org/multipage/images.html#srcset-attributes
 */
export function bestCandidate(srcset: string): string | null {
  if (srcset.length > MAX_LENGTH) return null;
  const candidates = [...candidatesIn(srcset)];
  const byWidth = nearest(candidates, ({ width }) => width, WANTED_WIDTH);
  const byDensity = nearest(candidates, ({ density }) => density, WANTED_DENSITY);
  return (byWidth ?? byDensity ?? candidates[0])?.address ?? null;
}

/** An address ends at white space or before trailing commas. The text up to the next comma describes it. */
function* candidatesIn(srcset: string): Generator<Candidate> {
  const word = /[\s,]*([^\s,]\S*)/y;
  for (let found = word.exec(srcset); found !== null; found = word.exec(srcset)) {
    const address = found[1]?.replace(/(?<!,),+$/, '') ?? '';
    let descriptors = '';
    if (!found[0].endsWith(',')) {
      const comma = srcset.indexOf(',', word.lastIndex);
      const end = comma === -1 ? srcset.length : comma;
      descriptors = srcset.slice(word.lastIndex, end);
      word.lastIndex = end;
    }
    if (!/^\s*(?:\d[\d.]*[wxh]\s*)*$/.test(descriptors)) continue;
    yield {
      address,
      width: numberBefore('w', descriptors),
      density: numberBefore('x', descriptors),
    };
  }
}

function numberBefore(unit: 'w' | 'x', descriptors: string): number | null {
  const descriptor = descriptors.split(/\s+/).find((word) => word.endsWith(unit));
  return descriptor === undefined ? null : Number.parseFloat(descriptor);
}

/** Returns the smallest candidate of at least `wanted`, otherwise the largest. */
function nearest(
  candidates: readonly Candidate[],
  sizeOf: (candidate: Candidate) => number | null,
  wanted: number,
): Candidate | null {
  let best: Candidate | null = null;
  let bestSize = 0;
  for (const candidate of candidates) {
    const size = sizeOf(candidate);
    if (size === null) continue;
    const isBetter = bestSize < wanted ? size > bestSize : size >= wanted && size < bestSize;
    if (best === null || isBetter) {
      best = candidate;
      bestSize = size;
    }
  }
  return best;
}
