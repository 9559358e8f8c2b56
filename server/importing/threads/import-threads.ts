import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { err, MINUTE_MS, type Result } from '../../../src/domain';
import type { ImportFailure } from '../../../src/formats';
import type { EntryPart, FileContent, FileCount } from '../reading/read-file';
import type { Said } from '../reading/said';
import type { FileToRead, ImportReader } from './import-reader';

export interface ImportLimits {
  /** For one file. */
  readonly timeoutMs: number;
  /** Of what is made of a file, in MB; its bytes come on top. */
  readonly memoryMb: number;
}

export const IMPORT_LIMITS: ImportLimits = { timeoutMs: 5 * MINUTE_MS, memoryMb: 1024 };

/** Reads files one after another, each in a thread of its own, whose memory goes with it. */
export class ImportThreads implements ImportReader {
  readonly #program: string;
  readonly #limits: ImportLimits;
  readonly #closing = new AbortController();
  #last: Promise<unknown> = Promise.resolve();

  /** @param program what `reading/worker.ts` was built into */
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
    file: FileToRead,
    take: (part: EntryPart) => Promise<void>,
  ): Promise<Result<FileCount, ImportFailure>> {
    this.#closing.signal.throwIfAborted();
    const { timeoutMs, memoryMb } = this.#limits;
    const timeout = AbortSignal.timeout(timeoutMs);
    const bytes = owned(await file.bytes());
    const { source, hasLabelsFromFolders, now } = file;
    const content: FileContent = { source, hasLabelsFromFolders, now, bytes };
    const worker = new Worker(this.#program, {
      workerData: content,
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // Neither settings nor secrets are of use to it.
      env: {},
    });
    try {
      return await listen(worker, AbortSignal.any([timeout, this.#closing.signal]), take);
    } catch (fault) {
      if (timeout.aborted || isOutOfMemory(fault)) return err({ kind: 'too-large' });
      throw fault;
    } finally {
      await worker.terminate();
    }
  }
}

async function listen(
  worker: Worker,
  signal: AbortSignal,
  take: (part: EntryPart) => Promise<void>,
): Promise<Result<FileCount, ImportFailure>> {
  for await (const message of on(worker, 'message', { signal, close: ['exit'] })) {
    // What the program says, and nothing else.
    const [said] = message as [Said];
    if (said.kind === 'end') return said.result;
    await take(said.part);
    worker.postMessage('next');
  }
  throw new Error('The thread that reads an import ended before its file');
}

/** Bytes that can be handed over, not copied, wherever they are all that is in their memory. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isAll = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isAll ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

const isOutOfMemory = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY';
