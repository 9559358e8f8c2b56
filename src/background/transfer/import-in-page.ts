import type { AccountKey } from '../../library';
import { importedArticle } from '../../transfer/import-article';
import {
  IMPORT_LOCK,
  type StartWorker,
  startTransferWorker,
  transferInWorker,
} from './transfer-in-worker';

/**
 * Works on the imports of a library until none waits, or until `signal` is aborted. It needs a page,
 * which can start a worker and has the DOM for articles: the background of Firefox, or the offscreen
 * document of Chromium.
 */
export async function importInPage(
  account: AccountKey,
  signal: AbortSignal,
  startWorker: StartWorker = startTransferWorker,
): Promise<void> {
  const request = { kind: 'work', account } as const;
  await navigator.locks.request(IMPORT_LOCK, () =>
    transferInWorker(startWorker, request, { signal, makeArticle: importedArticle }),
  );
}
