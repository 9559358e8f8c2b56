import { listen } from '../../tests/service/support/loopback';

/** Pages without a program, which a service worker answers from its cache. */
export interface StaticSite extends AsyncDisposable {
  readonly base: string;
}

const WORKER = `
  const paths = PATHS;
  self.addEventListener('install', (event) =>
    event.waitUntil(caches.open('pages').then((cache) => cache.addAll(paths))),
  );
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    if (event.request.mode !== 'navigate') return;
    event.respondWith(caches.match(new URL(event.request.url).pathname));
  });
`;

/** Serves `pages` by their paths. */
export async function startStaticSite(
  pages: Readonly<Record<string, string>>,
): Promise<StaticSite> {
  const { base, close } = await listen((request, response) => {
    const path = request.url ?? '/';
    if (path === '/worker.js') {
      response.setHeader('content-type', 'text/javascript');
      return void response.end(WORKER.replace('PATHS', JSON.stringify(Object.keys(pages))));
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pages[path] ?? '<!doctype html>');
  });
  return { base, [Symbol.asyncDispose]: close };
}

/** Runs in a page of the site. Resolves when the worker has stored all pages. */
export async function installWorker(): Promise<void> {
  await navigator.serviceWorker.register('/worker.js');
  await navigator.serviceWorker.ready;
}
