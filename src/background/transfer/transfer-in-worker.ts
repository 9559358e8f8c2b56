import type { Unwritten } from '../../domain/backup';
import type { UnixMs } from '../../domain/time';
import type { BundleSettings, KnownFormat } from '../../formats';
import type { AccountKey, ImportCounts, NewImport, removeLibrary } from '../../library';
import type {
  ArticleSource,
  BackupCheck,
  ExportChoice,
  HighlightTexts,
  ImportedArticle,
  ImportPreview,
  PageToWrite,
  PreviewChoices,
  TransferProblem,
} from '../../transfer';
import type { ExportFolder } from './export-files';

/** A new worker for one request. */
export type StartWorker = () => Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

export const startTransferWorker: StartWorker = () => new Worker('/transfer-worker.js');

/** Only one context works on imports. */
export const IMPORT_LOCK = 'leafmark-import';

/** The library into which a backup is restored to compare it. Only the holder of the lock opens it. */
export const CHECKED_LIBRARY: AccountKey = 'checked-backup';
export const CHECK_LOCK = 'leafmark-check';

/** Removes the library of a check that was stopped. A check that still runs ends first. */
export async function forgetCheck(
  remove: typeof removeLibrary,
  locks: Pick<LockManager, 'request'> = navigator.locks,
): Promise<void> {
  await locks.request(CHECK_LOCK, () => remove(CHECKED_LIBRARY));
}

/** A request to `transfer-worker.js`, with the account of its library. */
export type TransferRequest = { readonly account: AccountKey } & (
  | { readonly kind: 'export'; readonly into: ExportFolder; readonly choice: ExportChoice }
  /** Restores a bundle aside, and compares it with the library. */
  | {
      readonly kind: 'check';
      readonly file: Blob;
      readonly settings: BundleSettings;
      /** Records that have changed since then are not compared; null: all are. */
      readonly since: UnixMs | null;
    }
  | {
      readonly kind: 'preview';
      readonly file: Blob;
      /** null: it is recognised. */
      readonly format: KnownFormat | null;
      readonly choices: PreviewChoices;
    }
  /** Counts what the import of a library would bring. */
  | { readonly kind: 'count'; readonly source: string }
  /** Keeps the file, and starts the job for the background. */
  | { readonly kind: 'begin'; readonly file: Blob; readonly job: NewImport }
  /** Imports the file at once, where the browser keeps none. */
  | { readonly kind: 'import'; readonly file: Blob; readonly job: NewImport }
  /** Works on the imports of the library until none waits. */
  | { readonly kind: 'work' }
  /** Writes the texts of highlights. It needs no library. */
  | { readonly kind: 'texts'; readonly pages: readonly PageToWrite[] }
);

/** A message of the page to its worker, after the request. */
export interface ArticleMade {
  readonly kind: 'article';
  readonly made: ImportedArticle | null;
}

/** A message of the worker. After any but the first two it does nothing more. */
export type TransferMessage =
  /** `all` is null if it is not known. */
  | { readonly kind: 'progress'; readonly done: number; readonly all: number | null }
  /** The page makes an article, because a worker has no DOM. It answers with `ArticleMade`. */
  | { readonly kind: 'article'; readonly source: ArticleSource }
  | {
      readonly kind: 'written';
      readonly name: string;
      readonly type: string;
      readonly pages: number;
      readonly leftOut: number;
      readonly unwritten: Unwritten;
    }
  | { readonly kind: 'checked'; readonly check: BackupCheck }
  | { readonly kind: 'previewed'; readonly preview: ImportPreview }
  | { readonly kind: 'counted'; readonly counts: ImportCounts }
  | { readonly kind: 'texts'; readonly texts: readonly HighlightTexts[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: TransferProblem };

/** Called with the number of bookmarks that are done, and of all; null if it is not known. */
export type OnProgress = (done: number, all: number | null) => void;

interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress;
  readonly makeArticle?: (source: ArticleSource) => Promise<ImportedArticle | null>;
}

type Ended = Exclude<TransferMessage, { kind: 'progress' | 'article' }>;

/** Runs a request in a new worker and returns its last message; null when `signal` is aborted. */
export async function transferInWorker(
  startWorker: StartWorker,
  request: TransferRequest,
  { signal, onProgress = () => {}, makeArticle = async () => null }: RunOptions,
): Promise<Ended | null> {
  if (signal.aborted) return null;
  const worker = startWorker();
  const last = await new Promise<Ended | null>((resolve) => {
    const answer = async (source: ArticleSource) => {
      const made = await makeArticle(source).catch((error: unknown) => {
        // One article that cannot be read must not end an import.
        console.error(error);
        return null;
      });
      worker.postMessage({ kind: 'article', made } satisfies ArticleMade);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<TransferMessage>) => {
      if (data.kind === 'progress') onProgress(data.done, data.all);
      else if (data.kind === 'article') void answer(data.source);
      else resolve(data);
    });
    worker.addEventListener('error', () => resolve({ kind: 'failed', problem: 'failed' }));
    signal.addEventListener('abort', () => resolve(null));
    worker.postMessage(request);
  });
  worker.terminate();
  return last;
}
