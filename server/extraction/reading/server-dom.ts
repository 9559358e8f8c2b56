import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom';
import type { NativeWindow } from '../../../src/capture';
import {
  createSanitiser,
  createSvgSanitiser,
  type SanitiseArticle,
  type SanitiseSvg,
} from '../../../src/capture';

/** A window in which nothing runs and nothing loads. */
export type ServerWindow = DOMWindow & NativeWindow;

/** A window with the page that `html` is. Close it when the page was read. */
export function openWindow(html: string, url: string): ServerWindow {
  // jsdom says what it makes of a page's styles and scripts; nobody here wants to know.
  const { window } = new JSDOM(html, { url, virtualConsole: new VirtualConsole() });
  // It has the constructors of `NativeWindow`, which its types leave out.
  return window as ServerWindow;
}

/** What makes pages harmless. */
export interface Sanitisers {
  readonly article: SanitiseArticle;
  readonly svg: SanitiseSvg;
}

/**
 * The sanitisers of a window of their own, which no page is in.
 * @throws when DOMPurify does not work on this DOM: it would let everything through.
 */
export function createSanitisers(): Sanitisers {
  const window = openWindow('<!doctype html>', 'about:blank');
  return { article: createSanitiser(window), svg: createSvgSanitiser(window) };
}
