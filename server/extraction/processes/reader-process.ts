import type { Serializable } from 'node:child_process';
import { err, ok, type Result } from '../../../src/domain';
import type { TaskError } from '../../articles/article-work';
import { type EndedEarly, ProgramProcess } from '../../processes/program-process';
import type { Reply, Task, Tasks, Told } from '../reading/tasks';

export interface ProcessLimits {
  /** For one page. */
  readonly timeoutMs: number;
  /** Of what it makes of pages, in MB; their bytes come on top. */
  readonly memoryMb: number;
}

/** One process, which does one task at a time until one is too much for it. */
export class ReaderProcess {
  readonly #process: ProgramProcess;
  readonly #timeoutMs: number;
  /** Why it was ended; null when it ended by itself, or hasn't. */
  #reason: TaskError | null = null;
  /** Tasks it has been given. */
  tasks = 0;

  /** @param program what `reading/program.ts` was built into */
  constructor(program: string, { timeoutMs, memoryMb }: ProcessLimits) {
    this.#timeoutMs = timeoutMs;
    this.#process = new ProgramProcess(program, { memoryMb, hasInput: false });
  }

  get isDead(): boolean {
    return this.#reason !== null || this.#process.isGone;
  }

  /** Does a task; the process is dead after an error that is not the page's alone. */
  async run<K extends keyof Tasks>(
    kind: K,
    given: Tasks[K]['given'],
    signal?: AbortSignal,
  ): Promise<Result<Tasks[K]['gives'], TaskError>> {
    signal?.throwIfAborted();
    this.tasks += 1;
    const stop = () => void this.#kill({ kind: 'broke', fault: 'stopped' });
    const timer = setTimeout(() => void this.#kill({ kind: 'took-too-long' }), this.#timeoutMs);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const reply = this.#reply();
      // `kind` and `given` belong together, which a generic call can't show.
      this.#tell({ task: { kind, given } as Task, timeoutMs: this.#timeoutMs });
      const result = await reply;
      signal?.throwIfAborted();
      // The process answers each task with what that gives.
      return result as Result<Tasks[K]['gives'], TaskError>;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    await this.#kill({ kind: 'broke', fault: 'closed' });
  }

  async #reply(): Promise<Result<Tasks[keyof Tasks]['gives'], TaskError>> {
    try {
      for await (const said of this.#process.messages()) {
        // What the program says, and nothing else.
        const reply = said as Reply;
        return reply.ok ? ok(reply.value) : err({ kind: 'broke', fault: reply.fault });
      }
      return err(this.#reason ?? errorOf(this.#process.endedEarly()));
    } catch (fault) {
      return err({ kind: 'broke', fault: String(fault) });
    }
  }

  #tell(told: Told): void {
    // Bytes, text and plain data, which the type can't tell.
    this.#process.send(told as unknown as Serializable);
  }

  async #kill(reason: TaskError): Promise<void> {
    this.#reason ??= reason;
    await this.#process.end();
  }
}

const errorOf = ({ isOutOfMemory, message }: EndedEarly): TaskError =>
  isOutOfMemory ? { kind: 'took-too-much-memory' } : { kind: 'broke', fault: message };
