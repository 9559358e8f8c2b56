import type { BundleFailure } from '../../formats';
import type { AccountKey } from '../../library';
import type { ExportChoice, Restored } from '../../transfer';

// The messages between a page and its worker, `transfer-worker.js`.

/** What the worker does, and in which library. */
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
  | { readonly kind: 'failed'; readonly failure: TransferFailure };

/** `quota`: the browser has no space left. `failed`: a bug, which the console has. */
export type TransferFailure = BundleFailure['kind'] | 'quota' | 'unavailable' | 'failed';

/** The folder of the origin private file system with the file of the last export. */
export const EXPORT_FOLDER = 'export';
