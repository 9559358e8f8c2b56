import DOMPurify from 'dompurify';
import type { ImageSize } from './image-size';

/** In UTF-16 units. Larger drawings are maps or traced photographs, and slow everywhere. */
const MAX_LENGTH = 1_000_000;
/** What browsers take for a drawing that doesn't say. */
const DEFAULT_SIZE: ImageSize = { width: 300, height: 150 };

export interface SvgImage extends ImageSize {
  readonly text: string;
}

/**
 * The drawing without scripts, handlers and foreign content, as a file of its own; null when it is
 * too large or nothing is left. It is shown in `<img>`, where nothing runs or loads; what is kept
 * may be exported and opened elsewhere, so it must be harmless by itself.
 */
export function sanitiseSvg(text: string): SvgImage | null {
  if (text.length > MAX_LENGTH || DOMPurify.isSupported !== true) return null;
  // As browsers read it, strictly: HTML's forgiving rules find another tree in the same text.
  const drawing = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (drawing.localName !== 'svg') return null;
  const fragment = DOMPurify.sanitize(drawing, {
    USE_PROFILES: { svg: true, svgFilters: true },
    FORBID_TAGS: ['a'],
    RETURN_DOM_FRAGMENT: true,
  });
  const svg = fragment.querySelector('svg');
  if (svg === null || svg.childElementCount === 0) return null;
  return { text: new XMLSerializer().serializeToString(svg), ...sizeOf(svg) };
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
