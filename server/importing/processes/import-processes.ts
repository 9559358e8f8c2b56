import { err, MINUTE_MS, ok, type Result } from '../../../src/domain';
import { type Fetch, type ImportFailure, MAX_ANSWER_BYTES } from '../../../src/formats';
import { EndedEarly } from '../../processes';
import type { AccountContent, EntryPart, FileCount } from '../reading/read-file';
import type { Answer, Question } from '../reading/said';
import type { FileToRead, ImportReader } from './import-reader';
import { ReadingProcess } from './reading-process';

export interface ImportLimits {
  /** For one file, or for what is made of one answer of a service. */
  readonly timeoutMs: number;
  /** Of what is made of a file, in MB; its bytes come on top. */
  readonly memoryMb: number;
}

export const IMPORT_LIMITS: ImportLimits = { timeoutMs: 5 * MINUTE_MS, memoryMb: 1024 };

/** Reads files one after another, each in a process of its own, whose memory goes with it. */
export class ImportProcesses implements ImportReader {
  readonly #program: string;
  readonly #limits: ImportLimits;
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  /** @param program what `reading/program.ts` was built into */
  constructor(program: string, limits: Partial<ImportLimits> = {}) {
    this.#program = program;
    this.#limits = { ...IMPORT_LIMITS, ...limits };
  }

  readonly read: ImportReader['read'] = (file, take) => {
    const reading = this.#last.then(() => this.#read(file, take));
    // Whatever came of it, the next one has its turn.
    this.#last = reading.catch(() => undefined);
    return reading;
  };

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
      for await (const said of reading.said(end)) {
        clearTimeout(waiting);
        if (said.kind === 'fault') throw said.fault;
        if (said.kind === 'end') {
          if (!said.result.ok) yield said.result;
          return;
        }
        if (said.kind === 'question') {
          reading.answer(await answerTo(said, fetch));
        } else {
          yield ok(said.part);
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
    await this.#last;
  }

  async #read(
    { bytes, ...told }: FileToRead,
    take: (part: EntryPart) => Promise<void>,
  ): Promise<Result<FileCount, ImportFailure>> {
    this.#closing.signal.throwIfAborted();
    const { timeoutMs, memoryMb } = this.#limits;
    const timeout = AbortSignal.timeout(timeoutMs);
    const given = await bytes();
    const reading = new ReadingProcess(this.#program, memoryMb);
    reading.begin({ kind: 'file', ...told }, given);
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

/** Of an answer that is too long only so much that it can be told. */
async function answerTo({ url, method, headers, body }: Question, fetch: Fetch): Promise<Answer> {
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
    return null; // No connection, or it broke off.
  }
}

async function listen(
  reading: ReadingProcess,
  signal: AbortSignal,
  take: (part: EntryPart) => Promise<void>,
): Promise<Result<FileCount, ImportFailure>> {
  for await (const said of reading.said(signal)) {
    if (said.kind === 'end') return said.result;
    if (said.kind === 'fault') throw said.fault;
    if (said.kind === 'question') throw new Error('A file asks nobody');
    await take(said.part);
    reading.next();
  }
  throw reading.endedEarly();
}
