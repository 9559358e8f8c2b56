import { clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import type * as WorkerSync from './worker-sync';

interface LastingEvent {
  waitUntil(work: Promise<unknown>): void;
}
type Lasting = 'install' | 'sync' | 'periodicsync';

// TypeScript's library of types for workers conflicts with that for pages.
declare const self: {
  readonly __WB_MANIFEST: PrecacheEntry[];
  readonly registration: object;
  skipWaiting(): Promise<void>;
  importScripts(address: string): void;
  /** What the script of the sync defines. */
  readonly workerSync: typeof WorkerSync;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
  addEventListener(type: Lasting, listener: (event: LastingEvent) => void): void;
};

/** The addresses that show the page of the library. Shares open the second one. */
const SHELL_PATHS = new Set(['./', './save'].map((path) => new URL(path, location.href).pathname));

const manifest = self.__WB_MANIFEST;
const syncScript = manifest.find(({ url }) => url.startsWith('app/worker-sync-'))?.url ?? '';

// The files of one version are answered from the cache. No other request has a route here, so the
// API, the pages of the server, shared articles and their images go to the network.
precacheAndRoute(
  manifest.filter(({ url }) => url !== syncScript),
  { cleanURLs: false, directoryIndex: '', ignoreURLParametersMatching: [] },
);
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode === 'navigate' && SHELL_PATHS.has(url.pathname),
  createHandlerBoundToURL('library.html'),
);

// The files of the PDF viewer are stored when the first PDF is opened. The network comes first, so that all of them are
// of one version.
const PDFJS = new URL('./pdfjs/', location.href).pathname;
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(PDFJS),
  new NetworkFirst({ cacheName: 'pdfjs' }),
);

// The first page, too, has all parts without a network as soon as they are stored.
clientsClaim();

// A page sends it after a press on the button of the question (web/updates.ts).
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

/**
 * Loads the sync, which is ten times as large as the rest, so that a page need not wait for it. The
 * browser stores it with this worker, but only if it is loaded during the installation.
 */
async function loadSync(): Promise<typeof WorkerSync> {
  self.importScripts(syncScript);
  return self.workerSync;
}

if ('sync' in self.registration) {
  self.addEventListener('install', (event) => event.waitUntil(loadSync()));
  // The browser starts the worker for them, also when no page of the app is open.
  self.addEventListener('sync', (event) =>
    event.waitUntil(loadSync().then(({ sendWaiting }) => sendWaiting())),
  );
  self.addEventListener('periodicsync', (event) =>
    event.waitUntil(loadSync().then(({ syncNow }) => syncNow())),
  );
}
