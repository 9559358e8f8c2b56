import { captureDocument } from '../../capture/capture-document';
import type { CaptureOptions } from '../../capture/capture-page';
import { type InlineImages, imageUrls } from '../../capture/images/inline-images';
import { isWebAddress } from '../../domain/web-address';
import type { CapturedPage, PageToCapture } from './capture-in-page';
import type { WorkerRequest } from './capture-in-worker';

/** A page that was parsed. */
interface Parsed extends Pick<CaptureOptions, 'window' | 'cutNote'> {
  readonly document: Document;
}

/**
 * Makes the capture of a page that was fetched, with the code that captures pages in tabs. No script
 * of the page runs, and nothing is loaded.
 */
export function capturePage(
  { url, siteRules }: PageToCapture,
  { document, ...options }: Parsed,
): CapturedPage {
  const stated = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  const base = URL.parse(stated, url)?.href ?? url;
  const inlineImages: InlineImages = new Map();
  const outcome = captureDocument(document, {
    place: { url, baseUrl: isWebAddress(base) ? base : url },
    inlineImages,
    ...options,
    siteRules,
  });
  // The document is always HTML.
  if (outcome.kind !== 'captured') throw new Error(outcome.reason);
  const wanted = new Set(imageUrls(outcome.capture));
  return {
    capture: outcome.capture,
    inlineImages: [...inlineImages].filter(([name]) => wanted.has(name)),
  };
}

/** Answers the background, in its worker. `open` parses without a browser's DOM. */
export function captureForBackground(
  { cutNote, ...page }: WorkerRequest,
  open: (html: string, url: string) => Parsed,
): CapturedPage | null {
  try {
    return capturePage(page, { ...open(page.html, page.url), cutNote: () => cutNote });
  } catch (error) {
    console.error('A page could not be captured', error);
    return null;
  }
}
