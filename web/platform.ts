// The parts of the browser that the pages of the web app and its workers share.
import { endedWithPage } from './leave-page';

/**
 * The address of the app, which ends with a slash. The server may be below a path of its host. The scripts
 * of workers are in a folder of it.
 */
export const APP_ROOT = new URL(globalThis.window === undefined ? '..' : '.', location.href).href;

/** The address of the server, as accounts have it. */
export const APP_BASE = APP_ROOT.replace(/\/$/, '');

export const startTransferWorker = () =>
  endedWithPage(new Worker(new URL('./transfer-worker.ts', import.meta.url), { type: 'module' }));
