import { captureDocument } from '../../capture/capture-document';
import { type InlineImages, imageUrls } from '../../capture/images/inline-images';
import { isWebAddress } from '../../domain/web-address';
import { cutNote } from '../capture/injected-capture';
import type { CapturedPage, PageToCapture } from './capture-in-page';

/**
 * Makes the capture of a page that was fetched, with the code that captures pages in tabs. No script
 * of the page runs, and nothing is loaded.
 */
export function capturePage({ url, html, siteRules }: PageToCapture): CapturedPage {
  const document = new DOMParser().parseFromString(html, 'text/html');
  const stated = document.querySelector('base[href]')?.getAttribute('href') ?? '';
  const base = URL.parse(stated, url)?.href ?? url;
  const inlineImages: InlineImages = new Map();
  const outcome = captureDocument(document, {
    place: { url, baseUrl: isWebAddress(base) ? base : url },
    inlineImages,
    cutNote,
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
