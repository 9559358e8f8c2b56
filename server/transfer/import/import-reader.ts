import type { Result } from '../../../src/domain/result';
import type { Fetch, ImportFailure } from '../../../src/formats';
import type { AccountContent, EntryPart, FileContent, FileCount } from './read-file';

/** A file to read. Its bytes are loaded only when its turn comes. */
export interface FileToRead extends FileTask {
  bytes(): Promise<Uint8Array>;
}

/** Reads files of other programs and accounts of other services. */
export interface ImportReader {
  /**
   * Reads a file as `readFile` does. Rejects when `bytes` or `take` reject or the program fails.
   * @param user users take turns
   */
  read(
    file: FileToRead,
    take: (part: EntryPart) => Promise<void>,
    user?: string,
  ): Promise<Result<FileCount, ImportFailure>>;
  /** Yields an account in parts. A failure is the last item. */
  readAccount(
    account: AccountContent,
    fetch: Fetch,
    signal: AbortSignal,
  ): AsyncIterable<Result<EntryPart, ImportFailure>>;
  /** Ends all reads, which then reject. */
  close(): Promise<void>;
}

/** A file to read, apart from its bytes, which the process reads from its standard input. */
export type FileTask = Omit<FileContent, 'file'>;

/** The first message to a process. */
export type Task =
  | ({ readonly kind: 'file' } & FileTask)
  | ({ readonly kind: 'account' } & AccountContent);

/** A request to another service, which the server sends for the process. */
export interface ServiceRequest {
  readonly kind: 'request';
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The response to a `ServiceRequest`; null when the connection failed. */
export type ServiceResponse = { readonly status: number; readonly bytes: Uint8Array } | null;

/** A message of a process. It waits for `next` after each part and for the response to each request. */
export type Message =
  | ServiceRequest
  | { readonly kind: 'part'; readonly part: EntryPart }
  | { readonly kind: 'end'; readonly result: Result<FileCount, ImportFailure> }
  /** An error of the program itself. */
  | { readonly kind: 'fault'; readonly fault: unknown };
