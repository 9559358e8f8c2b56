import type { TransferMessage, TransferRequest } from './worker-messages';

interface RunOptions {
  readonly signal: AbortSignal;
  /** Called with the number of bookmarks that are done, and of all; null if it is not known. */
  readonly onProgress: (done: number, all: number | null) => void;
}

type Ended = Exclude<TransferMessage, { kind: 'progress' }>;

/**
 * Runs a request in a new worker of `transfer-worker.js` and returns its last message. When `signal`
 * is aborted, the worker is stopped, and the result is null.
 */
export async function runInWorker(
  startWorker: () => Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>,
  request: TransferRequest,
  { signal, onProgress }: RunOptions,
): Promise<Ended | null> {
  if (signal.aborted) return null;
  const worker = startWorker();
  const last = await new Promise<Ended | null>((resolve) => {
    worker.addEventListener('message', ({ data }: MessageEvent<TransferMessage>) => {
      if (data.kind === 'progress') onProgress(data.done, data.all);
      else resolve(data);
    });
    worker.addEventListener('error', () => resolve({ kind: 'failed', failure: 'failed' }));
    signal.addEventListener('abort', () => resolve(null));
    worker.postMessage(request);
  });
  worker.terminate();
  return last;
}
