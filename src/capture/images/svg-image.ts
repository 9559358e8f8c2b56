import createPurify, { type WindowLike } from 'dompurify';
import type { ImageSize } from './image-size';

/** In UTF-16 units. Larger drawings are maps or traced photographs, and slow everywhere. */
const MAX_LENGTH = 1_000_000;
/** What browsers take for a drawing that doesn't say. */
const DEFAULT_SIZE: ImageSize = { width: 300, height: 150 };

export interface SvgImage extends ImageSize {
  readonly text: string;
}

/** Gives null when the drawing is too large or nothing is left of it. */
export type SanitiseSvg = (text: string) => SvgImage | null;

/** The sanitiser of drawings of one window; it gives null for all where DOMPurify does not work. */
export function createSvgSanitiser(
  window: WindowLike & Pick<typeof globalThis, 'XMLSerializer'>,
): SanitiseSvg {
  const purify = createPurify(window);
  return (text) => {
    if (text.length > MAX_LENGTH || purify.isSupported !== true) return null;
    // As browsers read it, strictly: HTML's forgiving rules find another tree in the same text.
    const parsed = new window.DOMParser().parseFromString(text, 'image/svg+xml');
    if (parsed.documentElement.localName !== 'svg') return null;
    const fragment = purify.sanitize(parsed.documentElement, {
      USE_PROFILES: { svg: true, svgFilters: true },
      FORBID_TAGS: ['a'],
      RETURN_DOM_FRAGMENT: true,
    });
    const svg = fragment.querySelector('svg');
    if (svg === null || svg.childElementCount === 0) return null;
    return { text: new window.XMLSerializer().serializeToString(svg), ...sizeOf(svg) };
  };
}

let ofThisWindow: SanitiseSvg | undefined;

/**
 * The drawing without scripts, handlers and foreign content, as a file of its own; null when it is
 * too large or nothing is left. It is shown in `<img>`, where nothing runs or loads; what is kept
 * may be exported and opened elsewhere, so it must be harmless by itself.
 */
export function sanitiseSvg(text: string): SvgImage | null {
  ofThisWindow ??= createSvgSanitiser(window);
  return ofThisWindow(text);
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
