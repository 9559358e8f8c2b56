import type { Serializable } from 'node:child_process';
import { err, ok, type Result } from '../../src/domain/result';
import { type EndedEarly, ProgramProcess } from './program-process';
import type { Reply, Task, TaskError, TaskKinds, TaskRequest } from './tasks';

export interface ProcessLimits {
  /** The time for one task. */
  readonly timeoutMs: number;
  /** The heap of the process, in MB. The bytes of received data are not counted. */
  readonly memoryMb: number;
}

/** A child process that does one task at a time. A task that takes too much ends it. */
export class TaskProcess<T extends TaskKinds<T>> {
  readonly #process: ProgramProcess;
  readonly #timeoutMs: number;
  /** The reason why the server killed it; null when it is running or crashed. */
  #reason: TaskError | null = null;
  /** The number of tasks that it has begun. */
  tasks = 0;

  /** @param program the path of a program that answers a `TaskRequest` with a `Reply` */
  constructor(program: string, { timeoutMs, memoryMb }: ProcessLimits) {
    this.#timeoutMs = timeoutMs;
    this.#process = new ProgramProcess(program, { memoryMb, hasInput: false });
  }

  get isDead(): boolean {
    return this.#reason !== null || this.#process.isGone;
  }

  /**
   * Does a task. `isDead` is true after an error that ended the process.
   * @throws the reason of `signal`
   */
  async run<K extends keyof T>(
    kind: K,
    input: T[K]['input'],
    signal?: AbortSignal,
  ): Promise<Result<T[K]['output'], TaskError>> {
    signal?.throwIfAborted();
    this.tasks += 1;
    const stop = () => void this.#kill({ kind: 'broke', fault: 'stopped' });
    const timer = setTimeout(() => void this.#kill({ kind: 'took-too-long' }), this.#timeoutMs);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const reply = this.#reply();
      // The type checker cannot relate `kind` and `input` in a generic call.
      this.#send({ task: { kind, input } as Task<T>, timeoutMs: this.#timeoutMs });
      const result = await reply;
      signal?.throwIfAborted();
      // The process answers each task with an output of its kind.
      return result as Result<T[K]['output'], TaskError>;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    }
  }

  async close(): Promise<void> {
    await this.#kill({ kind: 'broke', fault: 'closed' });
  }

  async #reply(): Promise<Result<T[keyof T]['output'], TaskError>> {
    try {
      for await (const message of this.#process.messages()) {
        // The program sends nothing else.
        const reply = message as Reply<T>;
        return reply.ok ? ok(reply.value) : err({ kind: 'broke', fault: reply.fault });
      }
      return err(this.#reason ?? errorOf(this.#process.endedEarly()));
    } catch (fault) {
      return err({ kind: 'broke', fault: String(fault) });
    }
  }

  #send(request: TaskRequest<T>): void {
    // It consists of bytes, text and plain data, but `Serializable` is not a type of readonly data.
    this.#process.send(request as unknown as Serializable);
  }

  async #kill(reason: TaskError): Promise<void> {
    this.#reason ??= reason;
    await this.#process.end();
  }
}

const errorOf = ({ isOutOfMemory, message }: EndedEarly): TaskError =>
  isOutOfMemory ? { kind: 'took-too-much-memory' } : { kind: 'broke', fault: message };
