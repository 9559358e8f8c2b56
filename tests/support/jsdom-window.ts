import { type DOMWindow, JSDOM, VirtualConsole } from 'jsdom';

/** Parses `html` into a window that runs no scripts and loads nothing. */
export const openWindow = (html: string, url: string): DOMWindow =>
  // The console is not connected, so problems with a page's styles are not logged.
  new JSDOM(html, { url, virtualConsole: new VirtualConsole() }).window;
