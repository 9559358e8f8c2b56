import type { BundleFailure, ImportFailure } from '../formats';
import type { LibraryError } from '../library';

/**
 * Why a transfer ended. `quota`: the browser has no space left. `unavailable`: the library cannot be
 * opened, or the browser keeps no files in this window. `busy`: another window does the same. `file-gone`: the file of an import is not kept any
 * more. `source-gone`: the library into which a server was read is not there any more. `nothing`: there is nothing to export. `insecure`: the web app is open without https. `failed`: a bug, which the console has.
 */
export type TransferProblem =
  | BundleFailure['kind']
  | ImportFailure['kind']
  | 'quota'
  | 'unavailable'
  | 'busy'
  | 'file-gone'
  | 'source-gone'
  | 'nothing'
  | 'insecure'
  | 'failed';

/** Returns the problem that a failure is for the person. */
export function transferProblemOf({
  kind,
}: BundleFailure | ImportFailure | LibraryError | { readonly kind: 'busy' }): TransferProblem {
  switch (kind) {
    // A write that adds bookmarks does not fail in these ways.
    case 'not-found':
    case 'nothing-better':
    case 'no-name':
    case 'not-an-address':
      return 'failed';
    default:
      return kind;
  }
}

/** Returns the problem that an exception is for the person. */
export const problemOfError = (error: unknown): TransferProblem =>
  (error instanceof DOMException && PROBLEMS_BY_KIND[error.name]) || 'failed';

const PROBLEMS_BY_KIND: Readonly<Partial<Record<string, TransferProblem>>> = {
  QuotaExceededError: 'quota',
  // The file or its disk is no longer available.
  NotReadableError: 'unreadable',
  NotFoundError: 'unreadable',
  // The browser keeps no files in this window.
  NotSupportedError: 'unavailable',
};
