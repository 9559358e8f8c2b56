import { proxy } from 'comlink';
import { importInPage } from '../src/background/transfer/import-in-page';
import type { AccountKey } from '../src/library';
import { currentPerson, endSession } from './entry';
import { APP_ROOT, startTransferWorker } from './platform';
import { continueRedirect, createRedirectWindow } from './redirect-window';
import { local, session } from './stored-area';

/** What the background in a worker needs of its page: its storage, cookies, address and DOM. */
export type PageParts = ReturnType<typeof createPageParts>;

/** Creates the page's end, whose functions the worker calls. */
export const createPageParts = () =>
  proxy({
    readLocal: local.get,
    writeLocal: local.set,
    watchLocal: local.onChanged.addListener,
    writeSession: session.set,
    currentPerson,
    endSession,
    signInOn: createRedirectWindow(APP_ROOT, sessionStorage, (to) => location.assign(to)).open,
    continueRedirect: (use: Parameters<typeof continueRedirect>[1]) =>
      continueRedirect(sessionStorage, use),
    /** Begins to work on the imports of a library, because a worker has no DOM for their articles. */
    beginImports(account: AccountKey) {
      const stopped = new AbortController();
      const work = importInPage(account, stopped.signal, startTransferWorker);
      return proxy({ ended: () => work, stop: () => stopped.abort() });
    },
  });
