import type { Result } from '../../domain/result';
import type { TransferProblem } from '../../transfer';

/** The result of work on a file; null: it was aborted. */
export type Transferred<T> = Promise<Result<T, TransferProblem> | null>;

/** Called with the number of bookmarks that are done, and of all as far as it is known. */
export type OnProgress = (done: number, all: number | null) => void;
