import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { on } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import { err, ok, type Result } from '../../src/domain/result';
import type { FromProcess, TaskError, TaskKinds, ToProcess } from './tasks';

export interface ProcessLimits {
  /** The time for one task. */
  readonly timeoutMs: number;
  /** Set when each answer to the process begins the time anew. */
  readonly isTimedByAnswer?: true;
  /** The JavaScript heap, in MB. Bytes that it receives are not counted. */
  readonly memoryMb: number;
  /** Lets the server and others go first. False when a person waits for the process. */
  readonly hasLowPriority: boolean;
}

/**
 * In MB. V8 lets the young generation grow to several times this, which is no faster here.
 * @see https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib
 */
const SEMI_SPACE_MB = 8;

const LOW_PRIORITY = constants.priority.PRIORITY_BELOW_NORMAL;

/** The length of the end of its standard error that is kept, in UTF-16 code units. */
const MAX_ERROR_OUTPUT = 2000;

/** Exit codes and signals of a process that ran out of memory. */
const OUT_OF_MEMORY: ReadonlySet<unknown> = new Set<NodeJS.Signals | number>([
  // V8 reached the heap limit (a signal, or the exit code on Windows).
  'SIGABRT',
  134,
  // The system ran out of memory.
  'SIGKILL',
]);

type Done = Result<unknown, TaskError>;
type Question = FromProcess & { readonly kind: 'question' };

/**
 * A child process that does one task at a time, so that a crash does not affect the server. A task that
 * takes too much ends it. A worker thread would not be enough: one that allocates far more memory than
 * its limit at once ends the server.
 */
export class TaskProcess<T extends TaskKinds<T>> {
  readonly #child: ChildProcess;
  readonly #limits: ProcessLimits;
  #errorOutput = '';
  #isClosed = false;
  /** The reason why the server killed it; null when it is running or crashed. */
  #reason: TaskError | null = null;
  #running: Promise<unknown> = Promise.resolve();
  /** The number of tasks that it has begun. */
  tasks = 0;

  /** @param program the path of a program that calls `answerTasks` */
  constructor(program: string, limits: ProcessLimits) {
    this.#limits = limits;
    const { memoryMb, hasLowPriority } = limits;
    this.#child = fork(program, {
      // It does not inherit the server's debugger, settings or secrets.
      execArgv: [`--max-old-space-size=${memoryMb}`, `--max-semi-space-size=${SEMI_SPACE_MB}`],
      env: {},
      // Messages contain byte arrays.
      serialization: 'advanced',
      // Its output must not mix with the server's.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const { pid } = this.#child;
    // The server may have an even lower priority, which only some accounts may raise.
    if (hasLowPriority && pid) setPriority(pid, Math.max(getPriority(pid), LOW_PRIORITY));
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = `${this.#errorOutput}${text}`.slice(-MAX_ERROR_OUTPUT);
    });
    this.#child.once('close', () => {
      this.#isClosed = true;
    });
    // `#messages` ends with the error. Later errors do not matter.
    this.#child.on('error', () => undefined);
  }

  get isDead(): boolean {
    return this.#reason !== null || this.#isGone;
  }

  /**
   * Does a task. `isDead` is true after an error that ended the process.
   * @throws the reason of `signal`, or what a function of `help` throws
   */
  async run<K extends keyof T>(
    kind: K,
    input: T[K]['input'],
    signal?: AbortSignal,
    help: T[K]['help'] = {},
  ): Promise<Result<T[K]['output'], TaskError>> {
    signal?.throwIfAborted();
    this.tasks += 1;
    const stop = () => void this.#kill({ kind: 'broke', fault: 'stopped' });
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const done = this.#do(String(kind), input, help);
      this.#running = done.catch(() => undefined);
      const result = await done;
      signal?.throwIfAborted();
      // The process answers each task with an output of its kind.
      return result as Result<T[K]['output'], TaskError>;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** Ends it, and its task, whose `help` may still be at work. */
  async close(): Promise<void> {
    await this.#kill({ kind: 'broke', fault: 'closed' });
    await this.#running;
  }

  async #do(name: string, input: unknown, help: object): Promise<Done> {
    const { timeoutMs, isTimedByAnswer = false } = this.#limits;
    const late = () => void this.#kill({ kind: 'took-too-long' });
    let timer = setTimeout(late, timeoutMs);
    const answerTo = async (question: Question) => {
      if (isTimedByAnswer) clearTimeout(timer);
      this.#send({ kind: 'answer', value: await this.#helped(question, help) });
      if (isTimedByAnswer) timer = setTimeout(late, timeoutMs);
    };
    const done = this.#untilDone(answerTo);
    this.#send({ kind: 'task', name, input, timeoutMs });
    try {
      return await done;
    } finally {
      clearTimeout(timer);
    }
  }

  async #untilDone(answerTo: (question: Question) => Promise<void>): Promise<Done> {
    for await (const message of this.#messages()) {
      if (message.kind === 'done') return ok(message.value);
      if (message.kind === 'failed') return err({ kind: 'broke', fault: message.fault });
      await answerTo(message);
    }
    return err(this.#reason ?? this.#endedEarly());
  }

  /** Does what the process asks for. A process that asks for anything else is treated as compromised. */
  async #helped({ name, value }: Question, help: object): Promise<unknown> {
    if (!Object.hasOwn(help, name)) {
      return this.#kill({ kind: 'broke', fault: `The process asked for ${name}` });
    }
    try {
      // The functions of `help` are for the values of the process.
      return await (help as Record<string, (value: unknown) => unknown>)[name]?.(value);
    } catch (fault) {
      await this.#kill({ kind: 'broke', fault: String(fault) });
      throw fault;
    }
  }

  /** Yields the messages of the process from now on, until it ends. */
  async *#messages(): AsyncGenerator<FromProcess, void> {
    if (this.#isClosed) return;
    try {
      const messages = on(this.#child, 'message', { close: ['close'] });
      // The program sends nothing else.
      for await (const [message] of messages) yield message as FromProcess;
    } catch (fault) {
      this.#reason ??= { kind: 'broke', fault: String(fault) };
    }
  }

  get #isGone(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }

  #send(message: ToProcess): void {
    // A process that could not start has no channel.
    if (this.#child.pid === undefined) return;
    // A process that is gone is noticed by its exit. Messages are bytes, text and plain data, but
    // `Serializable` is not a type of readonly data.
    this.#child.send(message as unknown as Serializable, () => undefined);
  }

  /** Describes how it ended by itself. */
  #endedEarly(): TaskError {
    const { signalCode, exitCode } = this.#child;
    const how = signalCode ?? exitCode;
    return OUT_OF_MEMORY.has(how)
      ? { kind: 'took-too-much-memory' }
      : { kind: 'broke', fault: `The process ended early (${how}): ${this.#errorOutput}` };
  }

  /** Kills it and waits for its exit. */
  async #kill(reason: TaskError): Promise<void> {
    this.#reason ??= reason;
    if (this.#isGone) return;
    const gone = new Promise<void>((resolve) => {
      this.#child.once('exit', () => resolve());
    });
    // A busy process does not handle any other signal.
    this.#child.kill('SIGKILL');
    await gone;
  }
}
