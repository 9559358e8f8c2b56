import { clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';

// TypeScript's library of types for workers conflicts with that for pages.
declare const self: {
  readonly __WB_MANIFEST: PrecacheEntry[];
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
};

/** The addresses that show the page of the library. Shares open the second one. */
const SHELL_PATHS = new Set(['./', './save'].map((path) => new URL(path, location.href).pathname));

// The files of one version are answered from the cache. No other request has a route here, so the
// API, the pages of the server, shared articles and their images go to the network.
precacheAndRoute(self.__WB_MANIFEST, {
  cleanURLs: false,
  directoryIndex: '',
  ignoreURLParametersMatching: [],
});
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && SHELL_PATHS.has(url.pathname),
  createHandlerBoundToURL('library.html'),
);

// The first page, too, has all parts without a network as soon as they are stored.
clientsClaim();

// A page sends it after a press on the button of the question (web/updates.ts).
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
