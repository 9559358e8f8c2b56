import { type ShrunkImage, shrinkImage } from './shrink-image';

/**
 * The browser features needed to load images. They are passed in, so that tests can replace them.
 */
export interface ImageTools {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Rejects when the picture can't be decoded or read. */
  readonly shrink: (picture: Blob | HTMLImageElement, maxSide: number) => Promise<ShrunkImage>;
  /** Returns the element that displays the image now and has decoded it, or null. */
  readonly findShown: (url: string) => HTMLImageElement | null;
}

/** Returns the tools for the page of `document`. */
export function pageImageTools(document: Document): ImageTools {
  return {
    // A wrapper, because `fetch` must be called on its global object.
    fetch: (url, init) => fetch(url, init),
    shrink: shrinkImage,
    findShown: (url) =>
      [...document.images].find(
        (image) => (image.currentSrc === url || image.src === url) && image.naturalWidth > 0,
      ) ?? null,
  };
}
