import { escapeMarkup, legalXml } from '../../domain/markup';
import { createMarkupParser } from '../../domain/markup-parser';
import { wordSet } from '../word-list';
import type { ImageSize } from './image-bytes';

/**
 * In UTF-16 code units. Larger drawings are maps or traced photographs, which are slow in every
 * browser.
 */
const MAX_SVG_LENGTH = 1_000_000;
/** Browsers stop reading XML at a few hundred nested elements. */
const MAX_SVG_DEPTH = 200;
/** The size that browsers use for a drawing without one. */
const DEFAULT_SIZE: ImageSize = { width: 300, height: 150 };

export interface SvgImage extends ImageSize {
  readonly text: string;
}

/**
 * Returns the drawing as a file of its own, without scripts, handlers, foreign content and references
 * to anything outside it; null when it is too large, nests too deeply, or nothing is left. In `<img>`
 * nothing of it would run or load, but an exported drawing may be opened elsewhere, so it must be
 * harmless by itself.
 *
 * The result is written anew, with known elements only. It needs no DOM, because drawings
 * also come to workers and to the server, and the result of a result is the same text, because images
 * are identified by their bytes.
 */
export function sanitiseSvg(svg: string): SvgImage | null {
  if (svg.length > MAX_SVG_LENGTH) return null;
  const drawing = new Drawing();
  const parser = createMarkupParser(
    {
      onopentag: (name, attributes) => {
        // A paused parser reads nothing more: its time grows with the square of the depth.
        if (!drawing.open(name, attributes)) parser.pause();
      },
      ontext: (text) => drawing.addText(text),
      onclosetag: () => drawing.close(),
    },
    { xmlMode: true },
  );
  parser.end(svg);
  return drawing.finish();
}

const ELEMENTS = wordSet(
  'svg g defs symbol marker mask pattern clipPath switch view title desc style',
  'path rect circle ellipse line polyline polygon image',
  'text tspan textPath linearGradient radialGradient stop',
  'filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting',
  'feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR',
  'feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting',
  'feSpotLight feTile feTurbulence animateMotion animateTransform mpath',
);
/** Elements that are left out and whose content stays. All others are left out with their content. */
const TRANSPARENT_IN_SVG = wordSet('a');
/** Elements whose text counts. Elsewhere it is only white space. */
const WITH_TEXT = wordSet('text tspan textPath title desc style');

const ADDRESSES = wordSet('href xlink:href');

type Attributes = Readonly<Record<string, string>>;

/** The drawing that is written while another is parsed. */
class Drawing {
  /** The prefix of the root, which its elements have in common: `svg:` in `<svg:svg>`. */
  #prefix = '';
  /** Open elements: the name that is written, empty for one whose content only is written. */
  readonly #open: string[] = [];
  /** The number of open elements inside the outermost one that is left out, with itself. */
  #skipped = 0;
  #style = '';
  #size: ImageSize | null = null;
  #elements = 0;
  #isRefused = false;
  readonly #written: string[] = [];

  /** Returns false when the rest cannot matter. */
  open(qualifiedName: string, attributes: Attributes): boolean {
    const isRoot = this.#size === null;
    if (isRoot) this.#prefix = /^.*:/.exec(qualifiedName)?.[0] ?? '';
    const name = qualifiedName.startsWith(this.#prefix)
      ? qualifiedName.slice(this.#prefix.length)
      : '';
    this.#isRefused ||= isRoot ? name !== 'svg' : this.#open.length === 0;
    if (this.#isRefused || this.#open.length + this.#skipped >= MAX_SVG_DEPTH) {
      this.#isRefused = true;
      return false;
    }
    if (this.#skipped > 0 || !this.#isKept(name, attributes)) {
      this.#skipped += 1;
      return true;
    }
    this.#open.push(TRANSPARENT_IN_SVG.has(name) ? '' : name);
    if (TRANSPARENT_IN_SVG.has(name)) return true;
    const own = isRoot ? NAMESPACES : '';
    this.#size ??= sizeOfSvg(attributes);
    this.#elements += 1;
    this.#written.push(`<${name}${own}${attributesOf(name, attributes)}>`);
    return true;
  }

  #isKept(name: string, { attributeName }: Attributes): boolean {
    // A style sheet has only text.
    if (this.#open.at(-1) === 'style') return false;
    // An animation sets its value after this check, and the value may be an address.
    if (name === 'animateTransform') return attributeName === 'transform';
    return ELEMENTS.has(name) || TRANSPARENT_IN_SVG.has(name);
  }

  addText(text: string): void {
    if (this.#skipped > 0) return;
    const name = this.#open.findLast((open) => open !== '') ?? '';
    if (name === 'style') this.#style += text;
    else if (WITH_TEXT.has(name)) this.#written.push(escapeXml(text));
  }

  close(): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    const name = this.#open.pop() ?? '';
    if (name === 'style') {
      if (isSelfContained(this.#style)) this.#written.push(escapeXml(this.#style));
      this.#style = '';
    }
    if (name !== '') this.#written.push(`</${name}>`);
  }

  finish(): SvgImage | null {
    if (this.#isRefused || this.#size === null || this.#elements < 2) return null;
    return { text: this.#written.join(''), ...this.#size };
  }
}

const NAMESPACES = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

const attributesOf = (element: string, attributes: Attributes): string =>
  Object.entries(attributes)
    .filter(([name, value]) => isKeptAttribute(element, name, value))
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');

/** True for an attribute that neither runs nor loads anything, whatever it means to its element. */
function isKeptAttribute(element: string, name: string, value: string): boolean {
  if (ADDRESSES.has(name)) {
    if (value.trim().startsWith('#')) return true;
    return (element === 'image' || element === 'feImage') && RASTER_DATA_IN_SVG.test(value);
  }
  const isHarmless = name === 'xml:space' || (PLAIN_NAME.test(name) && !HANDLER.test(name));
  return (
    isHarmless && (name === 'style' || !EXTERNAL_REFERENCE.test(value)) && isSelfContained(value)
  );
}

/** A name without a prefix; `xml:base` and the attributes of editors have one. */
const PLAIN_NAME = /^[a-z][\w-]*$/i;
/** Handlers, and the namespace, which is written anew. */
const HANDLER = /^on|^xmlns$/i;
const EXTERNAL_REFERENCE = /^\s*[a-z][\w+.-]*:|\/\//i;
/** Raster images only: a drawing in a drawing would have to be cleaned as well. */
const RASTER_DATA_IN_SVG = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,/i;

const escapeXml = (text: string): string => escapeMarkup(legalXml(text));

/** Functions of CSS and of selectors that load nothing. */
const FUNCTIONS = wordSet(
  'rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix calc min max clamp var not is where',
  'nth-child nth-last-child nth-of-type first-child lang matrix matrix3d translate translatex',
  'translatey translate3d scale scalex scaley rotate rotatex rotatey rotatez skewx skewy blur',
  'brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia',
  'cubic-bezier steps circle ellipse inset polygon rect',
);
/** At-rules that load nothing. */
const AT_RULES = wordSet('media supports keyframes -webkit-keyframes layer');
const LOCAL_REFERENCE_IN_CSS = /^url\(\s{0,9}(["']?)#[\w.:-]{1,200}\1\s{0,9}\)/i;
const MAX_CSS_NAME_LENGTH = 30;

/**
 * True when CSS, or a value that is read as CSS, refers to nothing outside its document: it uses only
 * functions and rules that are known to load nothing, and each `url()` names a fragment. Escapes are
 * refused, because they could spell any name.
 */
function isSelfContained(css: string): boolean {
  if (css.includes('\\')) return false;
  for (let at = css.indexOf('@'); at !== -1; at = css.indexOf('@', at + 1)) {
    const rule = /^[\w-]{1,30}/.exec(css.slice(at + 1, at + 1 + MAX_CSS_NAME_LENGTH))?.[0] ?? '';
    if (!AT_RULES.has(rule.toLowerCase())) return false;
  }
  for (let at = css.indexOf('('); at !== -1; at = css.indexOf('(', at + 1)) {
    const name = nameBefore(css, at);
    const start = at - name.length;
    const isLocal = name === 'url' && LOCAL_REFERENCE_IN_CSS.test(css.slice(start, start + 250));
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
    end - start < MAX_CSS_NAME_LENGTH &&
    /[^\s,;:(){}'"/*+#.%!<>=~|&@]/.test(css[start - 1] ?? '')
  ) {
    start -= 1;
  }
  return css.slice(start, end).toLowerCase();
}

function sizeOfSvg({ viewBox = '', ...size }: Attributes): ImageSize {
  const box = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const length = (name: 'width' | 'height', fallback: number | undefined, standard: number) => {
    const value = /^[\d.]+(?=px|$)/.exec(size[name]?.trim() ?? '')?.[0];
    return Math.round(Number(value) || fallback || standard);
  };
  return {
    width: length('width', box[2], DEFAULT_SIZE.width),
    height: length('height', box[3], DEFAULT_SIZE.height),
  };
}
