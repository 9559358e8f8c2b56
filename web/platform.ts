// The parts of the browser that all modules of the web app share.
import { endedWithPage } from './leave-page';
import { createStoredArea } from './stored-area';

/** The address of the app, which ends with a slash. The server may be below a path of its host. */
export const APP_ROOT = new URL('.', location.href).href;

/** The address of the server, as accounts have it. */
export const APP_BASE = APP_ROOT.replace(/\/$/, '');

export const local = createStoredArea(() => localStorage, window);
export const session = createStoredArea(() => sessionStorage, window);

export const startTransferWorker = () =>
  endedWithPage(new Worker(new URL('./transfer-worker.ts', import.meta.url), { type: 'module' }));
