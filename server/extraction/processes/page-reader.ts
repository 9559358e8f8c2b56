import type { Result } from '../../../src/domain';
import type { PageReading, PageSource } from '../reading/page-reading';
import type { Tasks } from '../reading/tasks';

/** Why a page was not read; another try would end the same way. */
export type ReadError =
  | { readonly kind: 'took-too-long' }
  | { readonly kind: 'took-too-much-memory' }
  /** `fault` says how, for the log. */
  | { readonly kind: 'broke'; readonly fault: string };

/** Reads pages, and makes drawings harmless. Whatever a page does, it is a value. */
export interface SharedReader {
  /** Rejects only with the reason of `signal`. */
  read(page: PageSource, signal?: AbortSignal): Promise<Result<PageReading, ReadError>>;
  cleanSvg(text: string, signal?: AbortSignal): Promise<Result<Tasks['svg']['gives'], ReadError>>;
}

/** The reader of a server. */
export interface PageReader extends SharedReader {
  /** The same for one user, whose pages never keep all of it busy. */
  sharedBy(user: string): SharedReader;
  /** Ends all that it does. */
  close(): Promise<void>;
}
