import { err, MINUTE_MS, type Result } from '../../../src/domain';
import type { ImportFailure } from '../../../src/formats';
import { EndedEarly } from '../../processes';
import type { EntryPart, FileCount } from '../reading/read-file';
import type { FileToRead, ImportReader } from './import-reader';
import { ReadingProcess } from './reading-process';

export interface ImportLimits {
  /** For one file. */
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
    reading.begin(told, given);
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

async function listen(
  reading: ReadingProcess,
  signal: AbortSignal,
  take: (part: EntryPart) => Promise<void>,
): Promise<Result<FileCount, ImportFailure>> {
  for await (const said of reading.said(signal)) {
    if (said.kind === 'end') return said.result;
    if (said.kind === 'fault') throw said.fault;
    await take(said.part);
    reading.next();
  }
  throw reading.endedEarly();
}
