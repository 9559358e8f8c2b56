import type { AccountKey } from '../../library';
import type { ExportChoice, Restored, TransferProblem } from '../../transfer';

/** What `transfer-worker.js` does, and in which library. */
export type TransferRequest = { readonly account: AccountKey } & (
  | { readonly kind: 'export'; readonly choice: ExportChoice }
  | { readonly kind: 'restore'; readonly file: Blob }
);

/** A message of the worker. After any but `progress` it does nothing more. */
export type TransferMessage =
  /** `all` is null if it is not known. */
  | { readonly kind: 'progress'; readonly done: number; readonly all: number | null }
  | { readonly kind: 'written'; readonly name: string; readonly type: string }
  | { readonly kind: 'restored'; readonly restored: Restored }
  | { readonly kind: 'failed'; readonly problem: TransferProblem };

/** Called with the number of bookmarks that are done, and of all; null if it is not known. */
export type OnProgress = (done: number, all: number | null) => void;

interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

type Ended = Exclude<TransferMessage, { kind: 'progress' }>;

/** Runs a request in a new worker and returns its last message; null when `signal` is aborted. */
export async function transferInWorker(
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
    worker.addEventListener('error', () => resolve({ kind: 'failed', problem: 'failed' }));
    signal.addEventListener('abort', () => resolve(null));
    worker.postMessage(request);
  });
  worker.terminate();
  return last;
}
