import { Worker } from 'node:worker_threads';
import { err, ok, type Result } from '../../../src/domain';
import type { Reply, Task, Tasks } from '../reading/tasks';
import type { ReadError } from './page-reader';

export interface ThreadLimits {
  /** For one page. */
  readonly timeoutMs: number;
  /** Of what it makes of pages, in MB; their bytes come on top. */
  readonly memoryMb: number;
}

type Settle = (result: Result<Tasks[keyof Tasks]['gives'], ReadError>) => void;

/** One thread, which does one task at a time until one is too much for it. */
export class ReaderThread {
  readonly #worker: Worker;
  readonly #timeoutMs: number;
  #settle: Settle | null = null;
  /** Tasks it has been given. */
  tasks = 0;
  isDead = false;

  /** @param program what `reading/worker.ts` was built into */
  constructor(program: string, { timeoutMs, memoryMb }: ThreadLimits) {
    this.#timeoutMs = timeoutMs;
    this.#worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // Neither settings nor secrets are of use to it.
      env: {},
    });
    this.#worker.on('message', (reply: Reply) =>
      this.#end(reply.ok ? ok(reply.value) : err({ kind: 'broke', fault: reply.fault })),
    );
    this.#worker.on('error', (fault) => this.#die(errorOf(fault)));
    this.#worker.on('exit', (code) => this.#die({ kind: 'broke', fault: `exit ${code}` }));
  }

  /** Does a task; the thread is dead after an error that is not the page's alone. */
  async run<K extends keyof Tasks>(
    kind: K,
    given: Tasks[K]['given'],
    signal?: AbortSignal,
  ): Promise<Result<Tasks[K]['gives'], ReadError>> {
    signal?.throwIfAborted();
    this.tasks += 1;
    const stop = () => void this.#kill({ kind: 'broke', fault: 'stopped' });
    const timer = setTimeout(() => void this.#kill({ kind: 'took-too-long' }), this.#timeoutMs);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const result = await new Promise<Parameters<Settle>[0]>((resolve) => {
        this.#settle = resolve;
        // `kind` and `given` belong together, which a generic call can't show.
        this.#worker.postMessage({ kind, given } as Task);
      });
      signal?.throwIfAborted();
      // The thread answers each task with what that gives.
      return result as Result<Tasks[K]['gives'], ReadError>;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    await this.#kill({ kind: 'broke', fault: 'closed' });
  }

  async #kill(error: ReadError): Promise<void> {
    this.#die(error);
    await this.#worker.terminate();
  }

  #die(error: ReadError): void {
    this.isDead = true;
    this.#end(err(error));
  }

  #end(result: Parameters<Settle>[0]): void {
    this.#settle?.(result);
    this.#settle = null;
  }
}

const errorOf = (fault: unknown): ReadError =>
  fault instanceof Error && 'code' in fault && fault.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? { kind: 'took-too-much-memory' }
    : { kind: 'broke', fault: fault instanceof Error ? fault.message : String(fault) };
