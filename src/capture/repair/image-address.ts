import { absoluteImageUrl } from '../addresses';
import { CHOSEN_MARK } from '../elements';
import { isInlineName } from '../images/inline-images';
import { wordList } from '../word-list';

/** Attributes in which lazy loaders store `srcset` and `src`, most reliable first. */
const LAZY_SRCSET = ['data-srcset', 'data-lazy-srcset', 'data-original-set', 'data-src-set'];
const SRCSET = [...LAZY_SRCSET, 'srcset'];
const LAZY_SRC = wordList(
  'data-src data-lazy-src data-lazy data-original data-original-src data-actualsrc',
  'data-full-src data-hi-res-src data-large-file data-orig-file data-image-src data-img-src',
  'data-url',
);

const IMAGE_FILE_IN_VALUE = /\.(?:jpe?g|png|gif|webp|avif|svg|bmp)(?:$|[?#&!:@/,;])/i;
const FULL_ADDRESS = /^(?:https?:)?\/\/\S+$/;
const PATH_LIKE = /^[^\s{[<"']+$/;
const isImageAddress = (text: string): boolean =>
  FULL_ADDRESS.test(text) || (PATH_LIKE.test(text) && /[/.]./.test(text));

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
  isImageAddress(value.trim()) && IMAGE_FILE_IN_VALUE.test(value);

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
  const shown = shownSources(image, sources, baseUrl);
  const isLazy = image.getAttributeNames().some((name) => name.startsWith('data-'));
  const absolute = (address: string | null | false): string | null =>
    address ? absoluteImageUrl(address, baseUrl) : null;
  return (
    absolute(isLazy && fromSets([image], LAZY_SRCSET)) ??
    absolute(fromSets(shown, SRCSET)) ??
    absolute(isLazy && lazySource(image)) ??
    absolute(fromSets([image], ['srcset'])) ??
    absolute(!isPlaceholder(src) && src) ??
    absolute(isLazy && anyImageFile(image)) ??
    // Those for other screens are better than a placeholder.
    absolute(fromSets(sources, SRCSET)) ??
    absolute(src)
  );
}

/** Returns the sources that the page has chosen, otherwise those for a light screen of `SCREEN` px. */
function shownSources(
  image: Element,
  sources: readonly Element[],
  baseUrl: string,
): readonly Element[] {
  const chosen = image.getAttribute(CHOSEN_MARK);
  // The window may be dark.
  if (chosen !== null && !sources.some((source) => mediaOf(source).includes('scheme'))) {
    const source = sources.find((each) =>
      [...candidatesIn(each.getAttribute('srcset') ?? '')].some(
        ({ address }) => absoluteImageUrl(address, baseUrl) === chosen,
      ),
    );
    // For the same picture a dense screen may have a source of its own.
    if (source !== undefined)
      return sources.filter((each) => pictureOf(each) === pictureOf(source));
  }
  return sources.filter((source) => queriesOf(source).some((query) => query.every(isOnScreen)));
}

const mediaOf = (source: Element): string => source.getAttribute('media') ?? '';

/** The media queries of a source, each as its conditions. */
const queriesOf = (source: Element): readonly (readonly string[])[] =>
  mediaOf(source)
    .toLowerCase()
    .replace(/\s/g, '')
    .split(',')
    .map((query) => query.split(/and(?=\()/));

/** The type and the media of a source, whatever the density of the screen. */
const pictureOf = (source: Element): string => {
  const queries = queriesOf(source).map((query) =>
    query.filter((part) => !DENSE_SCREEN.test(part)),
  );
  return [source.getAttribute('type'), ...new Set(queries.map(String))].join();
};

/** The width of the screen, in px. Its density is `WANTED_DENSITY`. */
const SCREEN = 1280;
const ON_SCREEN =
  /^(?:|(?:only)?(?:all|screen)|notprint|\(orientation:landscape\)|\(prefers-color-scheme:light\))$/;
/** For a screen of up to `WANTED_DENSITY`. */
const DENSE_SCREEN =
  /^\((?:-webkit-)?min-(?:device-pixel-ratio|resolution):(?:[12](?:\.\d+)?(?:dppx|x)?|1?\d\d(?:\.\d+)?dpi)\)$/;

/** Evaluates a condition. What it does not know is false. */
const isOnScreen = (part: string): boolean =>
  ON_SCREEN.test(part) || DENSE_SCREEN.test(part) || holdsWidth(part);

/** Compares widths, as in `(min-width:600px)` or `(600px<=width<900px)`. */
function holdsWidth(part: string): boolean {
  const [, range = ''] = /^\(([^()]+)\)$/.exec(part) ?? [];
  const compared = range
    .replace(/^min-(?:device-)?width:/, 'width>')
    .replace(/^max-(?:device-)?width:/, 'width<');
  const signs = compared.match(/[<>]/g) ?? [];
  const sizes = compared.split(/[<>]=?/).map(pixels);
  return (
    signs.length > 0 &&
    signs.every((sign, at) => {
      const [left = 0, right = 0] = sizes.slice(at);
      return sign === '<' ? left <= right : left >= right;
    })
  );
}

const pixels = (size: string): number =>
  size === 'width' ? SCREEN : Number.parseFloat(size) * (size.endsWith('em') ? 16 : 1);

/** Types that some current browsers don't display. */
const UNSHOWN_TYPE = /image\/(?:jxl|jp2|jpx|vnd\.ms-photo|heic)/i;

function fromSets(elements: readonly Element[], attributes: readonly string[]): string | null {
  for (const element of elements) {
    if (UNSHOWN_TYPE.test(element.getAttribute('type') ?? '')) continue;
    const sets = attributes.map((name) => element.getAttribute(name)?.trim()).filter(Boolean);
    const best = bestCandidate(sets.join(', '));
    if (best !== null && !isPlaceholder(best)) return best;
  }
  return null;
}

function lazySource(image: Element): string | null {
  for (const name of LAZY_SRC) {
    const value = image.getAttribute(name);
    if (value !== null && isImageAddress(value.trim()) && !isPlaceholder(value)) return value;
  }
  return null;
}

/** Words by which attributes name the largest version of an image. */
const LARGEST_VERSION_NAME = /large|full|orig|big|max|hi-?res|retina|2x/i;

function anyImageFile(image: Element): string | null {
  let found: string | null = null;
  for (const { name, value } of image.attributes) {
    if (!/^(?:data-|content$)/.test(name) || !isImageFile(value)) continue;
    if (LARGEST_VERSION_NAME.test(name)) return value;
    found ??= value;
  }
  return found;
}

/** In px: the width of a full column on a high-density display. Larger images add only weight. */
const WANTED_WIDTH = 1600;
const WANTED_DENSITY = 2;

/** In UTF-16 code units. A longer value is not a list of sizes but contains data addresses. */
const MAX_SRCSET_LENGTH = 20_000;

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
  if (srcset.length > MAX_SRCSET_LENGTH) return null;
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
