// Imports are read in other processes, so that neither a long read nor a crash affects the server. A
// process has no network access: the server sends its requests.
import { err, type Result } from '../../../src/domain/result';
import { type Fetch, type ImportFailure, MAX_ANSWER_BYTES } from '../../../src/formats';
import type { Processes } from '../../processes/process-pool';
import type { TaskError, TaskKind } from '../../processes/tasks';
import {
  type AccountContent,
  type EntryPart,
  type FileContent,
  type FileCount,
  readAccount,
  readFile,
} from './read-file';

type Read = Result<FileCount, ImportFailure>;
type Take = (part: EntryPart) => Promise<void>;
/** A file apart from its bytes, which the process gets in pieces. */
type FileTask = Omit<FileContent, 'file'>;

/** A file to read. Its bytes are loaded only when its turn comes. */
export interface FileToRead extends FileTask {
  bytes(): Promise<Uint8Array>;
}

/** The part of the server while a process reads a file. */
interface FileHelp {
  /** Returns the next bytes of the file; none after its end. */
  piece(): Promise<Uint8Array>;
  take: Take;
}

/** The part of the server while a process reads an account. */
interface AccountHelp {
  request(request: ServiceRequest): Promise<ServiceResponse>;
  take: Take;
}

interface ServiceRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** null when the connection failed. */
type ServiceResponse = { readonly status: number; readonly bytes: Uint8Array } | null;

/** The tasks of processes that read imports. */
export interface ImportTasks {
  readonly importFile: TaskKind<FileTask, Read, FileHelp>;
  readonly importAccount: TaskKind<AccountContent, Read, AccountHelp>;
}

/** The length of a piece, which the server copies at once. */
const PIECE_BYTES = 1024 * 1024;

/**
 * Reads a file as `readFile` does, in the turn of its user. Rejects when `bytes` or `take` reject or the
 * process fails.
 */
export async function readFileIn(
  processes: Processes<ImportTasks>,
  user: string,
  { bytes, ...file }: FileToRead,
  take: Take,
): Promise<Read> {
  let content: Uint8Array | undefined;
  let at = 0;
  const piece = async () => {
    content ??= await bytes();
    at += PIECE_BYTES;
    return content.subarray(at - PIECE_BYTES, at);
  };
  const done = processes.sharedBy(user).run('importFile', file, undefined, { piece, take });
  return readBy(await done);
}

/** Reads an account as `readAccount` does. Rejects also with the reason of `signal`. */
export async function readAccountIn(
  processes: Processes<ImportTasks>,
  user: string,
  account: AccountContent,
  fetch: Fetch,
  take: Take,
  signal: AbortSignal,
): Promise<Read> {
  const help = { request: (request: ServiceRequest) => responseTo(request, fetch), take };
  return readBy(await processes.sharedBy(user).run('importAccount', account, signal, help));
}

function readBy(done: Result<Read, TaskError>): Read {
  if (done.ok) return done.value;
  if (done.error.kind === 'broke') throw new Error(done.error.fault);
  return err({ kind: 'too-large' });
}

/** Sends a request. Reads a response only until it is longer than allowed, which the process reports. */
async function responseTo(
  { url, method, headers, body }: ServiceRequest,
  fetch: Fetch,
): Promise<ServiceResponse> {
  try {
    const response = await fetch(url, { method, headers, ...(body !== '' && { body }) });
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_ANSWER_BYTES) break;
    }
    return { status: response.status, bytes: Buffer.concat(chunks) };
  } catch {
    return null; // The connection failed or broke off.
  }
}

/** Reads a file. A process calls it. */
export async function doImportFile(file: FileTask, { piece, take }: FileHelp): Promise<Read> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let next = await piece(); next.length > 0; next = await piece()) {
    // The memory is not shared, which the type does not express.
    pieces.push(next as Uint8Array<ArrayBuffer>);
  }
  return readFile({ ...file, file: new Blob(pieces) }, take);
}

/** Reads an account. A process calls it. */
export function doImportAccount(
  account: AccountContent,
  { request: ask, take }: AccountHelp,
): Promise<Read> {
  const fetchThroughServer: Fetch = async (url, init) => {
    const request = new Request(url, init);
    const headers = Object.fromEntries(request.headers);
    const { method } = request;
    const response = await ask({ url, method, headers, body: await request.text() });
    if (response === null) throw new TypeError('The connection failed');
    const bytes = response.bytes as Uint8Array<ArrayBuffer>;
    return new Response(bytes.length === 0 ? null : bytes, { status: response.status });
  };
  return readAccount(account, fetchThroughServer, take);
}
