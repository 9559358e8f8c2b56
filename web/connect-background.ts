import { type Endpoint, expose, type Remote, wrap } from 'comlink';
import type { startPageBackground } from './background';
import { endedWithPage, isKeptWhenLeft } from './leave-page';
import { createPageParts, type PageParts } from './page-parts';

type Start = (page: Remote<PageParts>) => ReturnType<typeof startPageBackground>;

/**
 * Starts the background of this page in a worker, so that the page's own thread only draws. In Safari it runs in
 * the page: the transactions of a worker that is ended go on for ever there, and would block all later pages.
 */
export async function connectBackground() {
  const background: EventTarget & Endpoint = isKeptWhenLeft() ? await startInPage() : startWorker();
  // A worker whose script cannot be loaded answers nothing.
  const failed = new Promise<never>((_, reject) => {
    background.addEventListener('error', () => reject(new Error('The background does not start.')));
  });
  return Promise.race([wrap<Start>(background)(createPageParts()), failed]);
}

const startWorker = () =>
  endedWithPage(new Worker(new URL('./background-worker.ts', import.meta.url), { type: 'module' }));

const startSearchWorker = () =>
  endedWithPage(new Worker(new URL('./search-worker.ts', import.meta.url), { type: 'module' }));

async function startInPage(): Promise<MessagePort> {
  const background = await import('./background');
  const { port1, port2 } = new MessageChannel();
  const start: Start = (page) => background.startPageBackground(page, startSearchWorker);
  expose(start, port1);
  return port2;
}
