import { join } from 'node:path';
import { err, ok, type Result } from '../../../src/domain/result';
import { MINUTE_MS } from '../../../src/domain/time';
import { type Fetch, type ImportFailure, MAX_ANSWER_BYTES } from '../../../src/formats';
import { EndedEarly, ProgramProcess } from '../../processes/program-process';
import { SERVER_ITSELF, TaskQueue } from '../../processes/task-queue';
import type {
  FileToRead,
  ImportReader,
  Message,
  ServiceRequest,
  ServiceResponse,
  Task,
} from './import-reader';
import type { AccountContent, EntryPart, FileCount } from './read-file';

/** The build of `import-program.ts`, next to the server's own program (scripts/server/build.mjs). */
export const IMPORT_PROGRAM = join(import.meta.dirname, 'import-reader.js');

export interface ImportLimits {
  /** The time for one file, or for the work on one response of a service. */
  readonly timeoutMs: number;
  /** The heap of the process, in MB. The bytes of the file are not counted. */
  readonly memoryMb: number;
}

const IMPORT_LIMITS: ImportLimits = { timeoutMs: 5 * MINUTE_MS, memoryMb: 1024 };

/**
 * Reads files one after another, of each user in turn. Each gets a new process, so its memory is freed
 * afterwards.
 */
export class ImportProcesses implements ImportReader {
  readonly #program: string;
  readonly #limits: ImportLimits;
  readonly #closing = new AbortController();
  readonly #queue = new TaskQueue({ size: 1, reserved: 0 });

  /** @param program the path of the build of `import-program.ts` */
  constructor(program: string, limits: Partial<ImportLimits> = {}) {
    this.#program = program;
    this.#limits = { ...IMPORT_LIMITS, ...limits };
  }

  readonly read: ImportReader['read'] = (file, take, user = SERVER_ITSELF) =>
    this.#queue.run(user, 'background', () => this.#read(file, take));

  async *readAccount(
    account: AccountContent,
    fetch: Fetch,
    signal: AbortSignal,
  ): AsyncGenerator<Result<EntryPart, ImportFailure>, void> {
    this.#closing.signal.throwIfAborted();
    const { timeoutMs, memoryMb } = this.#limits;
    const reading = new ReadingProcess(this.#program, memoryMb);
    const late = new AbortController();
    const wait = () => setTimeout(() => late.abort(), timeoutMs);
    let waiting = wait();
    reading.begin({ kind: 'account', ...account });
    try {
      const end = AbortSignal.any([signal, this.#closing.signal, late.signal]);
      for await (const message of reading.messages(end)) {
        clearTimeout(waiting);
        if (message.kind === 'fault') throw message.fault;
        if (message.kind === 'end') {
          if (!message.result.ok) yield message.result;
          return;
        }
        if (message.kind === 'request') {
          reading.respond(await responseTo(message, fetch));
        } else {
          yield ok(message.part);
          reading.next();
        }
        waiting = wait();
      }
      throw reading.endedEarly();
    } catch (fault) {
      const isTooLarge = fault instanceof EndedEarly && fault.isOutOfMemory;
      if (!late.signal.aborted && !isTooLarge) throw fault;
      yield err({ kind: 'too-large' });
    } finally {
      clearTimeout(waiting);
      await reading.end();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    // Waits for the file that is being read.
    await this.#queue.run(SERVER_ITSELF, 'background', async () => undefined);
  }

  async #read(
    { bytes, ...file }: FileToRead,
    take: (part: EntryPart) => Promise<void>,
  ): Promise<Result<FileCount, ImportFailure>> {
    this.#closing.signal.throwIfAborted();
    const { timeoutMs, memoryMb } = this.#limits;
    const timeout = AbortSignal.timeout(timeoutMs);
    const content = await bytes();
    const reading = new ReadingProcess(this.#program, memoryMb);
    reading.begin({ kind: 'file', ...file }, content);
    try {
      return await listen(reading, AbortSignal.any([timeout, this.#closing.signal]), take);
    } catch (fault) {
      const isTooLarge = fault instanceof EndedEarly && fault.isOutOfMemory;
      if (timeout.aborted || isTooLarge) return err({ kind: 'too-large' });
      throw fault;
    } finally {
      await reading.end();
    }
  }
}

/** Sends a request. Reads a response only until it is longer than allowed, which the program reports. */
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

async function listen(
  reading: ReadingProcess,
  signal: AbortSignal,
  take: (part: EntryPart) => Promise<void>,
): Promise<Result<FileCount, ImportFailure>> {
  for await (const message of reading.messages(signal)) {
    if (message.kind === 'end') return message.result;
    if (message.kind === 'fault') throw message.fault;
    if (message.kind === 'request') throw new Error('Reading a file needs no requests');
    await take(message.part);
    reading.next();
  }
  throw reading.endedEarly();
}

/** A process that reads a file or an account. */
class ReadingProcess {
  readonly #process: ProgramProcess;

  constructor(program: string, memoryMb: number) {
    this.#process = new ProgramProcess(program, { memoryMb, hasInput: true });
  }

  /** @param bytes the file; empty for an account */
  begin(task: Task, bytes: Uint8Array = new Uint8Array()): void {
    this.#process.send(task);
    this.#process.input?.end(bytes);
  }

  /** Lets the process continue after a part. */
  next(): void {
    this.#process.send('next');
  }

  respond(response: ServiceResponse): void {
    // `Serializable` excludes null, although it can be serialised.
    this.#process.send(response as Exclude<ServiceResponse, null>);
  }

  messages(signal: AbortSignal): AsyncGenerator<Message, void> {
    // The program sends nothing else.
    return this.#process.messages(signal) as AsyncGenerator<Message, void>;
  }

  readonly endedEarly = () => this.#process.endedEarly();

  readonly end = () => this.#process.end();
}
