import type { Result } from '../../../src/domain';
import type { Tasks } from '../reading/tasks';

/** Why a task was not done. */
export type ReadError =
  /** Another try would end the same way, and so with memory. */
  | { readonly kind: 'took-too-long' }
  | { readonly kind: 'took-too-much-memory' }
  /** `fault` says how, for the log. */
  | { readonly kind: 'broke'; readonly fault: string };

/**
 * Does tasks in other processes: it reads pages, makes drawings harmless, and works on articles that
 * are stored. Whatever a page or an article does, it is a value.
 */
export interface SharedReader {
  /** Rejects only with the reason of `signal`. */
  run<K extends keyof Tasks>(
    kind: K,
    given: Tasks[K]['given'],
    signal?: AbortSignal,
  ): Promise<Result<Tasks[K]['gives'], ReadError>>;
}

/**
 * What a task is for: a person waits for the answer to a request, or nobody does. No number of
 * background tasks keeps all processes busy.
 */
export type Lane = 'interactive' | 'background';

/** The reader of a server. */
export interface PageReader extends SharedReader {
  /** The same for one user, whose tasks never keep all of it busy; in the background unless told otherwise. */
  sharedBy(user: string, lane?: Lane): SharedReader;
  /** Ends all that it does. */
  close(): Promise<void>;
}
