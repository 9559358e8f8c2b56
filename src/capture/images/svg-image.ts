import createPurify, { type WindowLike } from 'dompurify';
import type { ImageSize } from './image-bytes';

/**
 * In UTF-16 code units. Larger drawings are maps or traced photographs, which are slow in every
 * browser.
 */
const MAX_LENGTH = 1_000_000;
/** The size that browsers use for a drawing without one. */
const DEFAULT_SIZE: ImageSize = { width: 300, height: 150 };

export interface SvgImage extends ImageSize {
  readonly text: string;
}

/** Returns null when the drawing is too large or nothing is left of it. */
export type SanitiseSvg = (text: string) => SvgImage | null;

/**
 * Creates the SVG sanitiser of one window. It returns null for every drawing if DOMPurify does not
 * work in that window.
 */
export function createSvgSanitiser(
  window: WindowLike & Pick<typeof globalThis, 'XMLSerializer'>,
): SanitiseSvg {
  const purify = createPurify(window);
  return (text) => {
    if (text.length > MAX_LENGTH || purify.isSupported !== true) return null;
    // Browsers parse SVG files as XML. The rules of HTML would produce a different tree from the
    // same text.
    const parsed = new window.DOMParser().parseFromString(text, 'image/svg+xml');
    if (parsed.documentElement.localName !== 'svg') return null;
    const fragment = purify.sanitize(parsed.documentElement, {
      USE_PROFILES: { svg: true, svgFilters: true },
      FORBID_TAGS: ['a'],
      ALLOW_DATA_ATTR: false,
      RETURN_DOM_FRAGMENT: true,
    });
    const svg = fragment.querySelector('svg');
    if (svg !== null)
      for (const element of [svg, ...svg.querySelectorAll('*')]) removeExternalReferences(element);
    if (svg === null || svg.childElementCount === 0) return null;
    return { text: new window.XMLSerializer().serializeToString(svg), ...sizeOf(svg) };
  };
}

/** Removes references from an element to anything outside its drawing, or the element itself. */
function removeExternalReferences(element: Element): void {
  const tag = element.localName.toLowerCase();
  // An animation sets its value after this check, and the value may be an address.
  const isAnimation = tag.startsWith('animate') || tag === 'set';
  const isMove = tag === 'animatemotion' || element.getAttribute('attributeName') === 'transform';
  const isForeignStyle = tag === 'style' && !isSelfContained(element.textContent ?? '');
  if (isForeignStyle || (isAnimation && !isMove)) {
    element.remove();
    return;
  }
  for (const { name, localName, value } of [...element.attributes]) {
    const isAddress = localName.toLowerCase() === 'href';
    const isKept = isAddress
      ? isLocalAddress(value) || (tag.endsWith('image') && RASTER_DATA.test(value))
      : name !== 'xml:base' && isSelfContained(value);
    if (!isKept) element.removeAttribute(name);
  }
}

const isLocalAddress = (address: string): boolean => address.trim().startsWith('#');
/** Raster images only: a drawing in a drawing would have to be cleaned as well. */
const RASTER_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,/i;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Functions of CSS and of selectors that load nothing. */
const FUNCTIONS = words(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var not is where ' +
    'nth-child nth-last-child nth-of-type first-child lang matrix matrix3d translate translatex ' +
    'translatey translate3d scale scalex scaley rotate rotatex rotatey rotatez skewx skewy blur ' +
    'brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia ' +
    'cubic-bezier steps circle ellipse inset polygon rect',
);
/** At-rules that load nothing. */
const AT_RULES = words('media supports keyframes -webkit-keyframes layer');
const LOCAL_REFERENCE = /^url\(\s{0,9}(["']?)#[\w.:-]{1,200}\1\s{0,9}\)/i;
const MAX_NAME_LENGTH = 30;

/**
 * True when CSS, or a value that is read as CSS, refers to nothing outside its document: it uses only
 * functions and rules that are known to load nothing, and each `url()` names a fragment. Escapes are
 * refused, because they could spell any name.
 */
function isSelfContained(css: string): boolean {
  if (css.includes('\\')) return false;
  for (let at = css.indexOf('@'); at !== -1; at = css.indexOf('@', at + 1)) {
    const rule = /^[\w-]{1,30}/.exec(css.slice(at + 1, at + 1 + MAX_NAME_LENGTH))?.[0] ?? '';
    if (!AT_RULES.has(rule.toLowerCase())) return false;
  }
  for (let at = css.indexOf('('); at !== -1; at = css.indexOf('(', at + 1)) {
    const name = nameBefore(css, at);
    const start = at - name.length;
    const isLocal = name === 'url' && LOCAL_REFERENCE.test(css.slice(start, start + 250));
    // Brackets without a name before them call nothing.
    if (!isLocal && name !== '' && !FUNCTIONS.has(name)) return false;
  }
  return true;
}

/** The name, in lower case, of the function whose bracket is at `end`; empty when there is none. */
function nameBefore(css: string, end: number): string {
  let start = end;
  while (
    start > 0 &&
    end - start < MAX_NAME_LENGTH &&
    /[^\s,;:(){}'"/*+#.%!<>=~|&@]/.test(css[start - 1] ?? '')
  ) {
    start -= 1;
  }
  return css.slice(start, end).toLowerCase();
}

let defaultSanitiser: SanitiseSvg | undefined;

/**
 * Returns the drawing as a file of its own, without scripts, handlers, foreign content and references
 * to anything outside it; null when it is too large or nothing is left. In `<img>` nothing of it would
 * run or load, but an exported drawing may be opened elsewhere, so it must be harmless by itself.
 */
export function sanitiseSvg(text: string): SvgImage | null {
  defaultSanitiser ??= createSvgSanitiser(window);
  return defaultSanitiser(text);
}

function sizeOf(svg: Element): ImageSize {
  const box = (svg.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const length = (name: 'width' | 'height', fallback: number | undefined, standard: number) => {
    const value = /^[\d.]+(?=px|$)/.exec(svg.getAttribute(name)?.trim() ?? '')?.[0];
    return Math.round(Number(value) || fallback || standard);
  };
  return {
    width: length('width', box[2], DEFAULT_SIZE.width),
    height: length('height', box[3], DEFAULT_SIZE.height),
  };
}
