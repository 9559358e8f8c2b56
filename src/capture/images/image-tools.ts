import { type ShrunkImage, shrinkImage } from './shrink-image';
import { type SvgImage, sanitiseSvg } from './svg-image';

/** What of the browser is needed to read images: given by whoever reads, made up by tests. */
export interface ImageTools {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Rejects when the picture can't be decoded or not be read. */
  readonly shrink: (picture: Blob | HTMLImageElement, maxSide: number) => Promise<ShrunkImage>;
  /** null where there is no DOM to do it with (a worker): drawings are then dropped. */
  readonly sanitiseSvg: ((text: string) => SvgImage | null) | null;
  /** The element that shows the image now, decoded; null when none does. */
  readonly findShown: (url: string) => HTMLImageElement | null;
}

/** The tools of the page that `document` is. */
export function pageImageTools(document: Document): ImageTools {
  return {
    // Not `fetch` itself: it must be called on its global.
    fetch: (url, init) => fetch(url, init),
    shrink: shrinkImage,
    sanitiseSvg,
    findShown: (url) =>
      [...document.images].find(
        (image) => (image.currentSrc === url || image.src === url) && image.naturalWidth > 0,
      ) ?? null,
  };
}
