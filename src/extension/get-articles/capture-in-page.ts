import type { Capture } from '../../capture/capture';
import type { SiteRule } from '../../domain/site-rules/site-rule';

/** A page that was fetched, to be captured in a page of the extension, which has a DOM. */
export interface PageToCapture {
  readonly url: string;
  readonly html: string;
  readonly siteRules: readonly SiteRule[];
}

export interface CapturedPage {
  readonly capture: Capture;
  /** The names of images that the page embeds, and their own addresses. */
  readonly inlineImages: readonly (readonly [name: string, address: string])[];
}

/** Captures a page; null if it took too long or failed. */
export type CapturePage = (page: PageToCapture) => Promise<CapturedPage | null>;

type World = typeof globalThis & { leafmarkCapturePage?: (page: PageToCapture) => CapturedPage };

/** Called by `capture-page.js`. */
export function offerCapture(capture: (page: PageToCapture) => CapturedPage): void {
  const world: World = globalThis;
  world.leafmarkCapturePage = capture;
}

let loading: Promise<void> | null = null;

/**
 * Captures in this page, the offscreen document of Chromium. The code is a file of its own that is loaded
 * when it is needed first.
 */
export const captureInPage: CapturePage = async (page) => {
  loading ??= loadScript('/capture-page.js');
  await loading;
  const world: World = globalThis;
  return world.leafmarkCapturePage?.(page) ?? null;
};

const loadScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} could not be loaded`));
    script.src = src;
    document.head.append(script);
  });
