import type { AccountKey } from '../../library';

/** The account whose library the worker indexes. It answers once when it has finished. */
export interface IndexRequest {
  readonly account: AccountKey;
}

/** Indexes a library in a new worker of `search-worker.js`, which is stopped afterwards. */
export async function indexInWorker(
  worker: Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>,
  account: AccountKey,
  signal: AbortSignal,
): Promise<void> {
  const request: IndexRequest = { account };
  const ended = new Promise<void>((resolve) => {
    worker.addEventListener('message', () => resolve());
    // The steps are repeated after the next change.
    worker.addEventListener('error', () => resolve());
    signal.addEventListener('abort', () => resolve());
  });
  worker.postMessage(request);
  await ended;
  worker.terminate();
}
