import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { on } from 'node:events';
import type { Writable } from 'node:stream';

export interface ProgramOptions {
  /** The limit of its JavaScript heap, in MB. Buffers that it receives are not counted. */
  readonly memoryMb: number;
  /** True when it reads its standard input. */
  readonly hasInput: boolean;
}

/**
 * In MB. V8 lets the young generation grow to several times this, which is no faster here.
 * @see https://nodejs.org/api/cli.html#--max-semi-space-sizesize-in-mib
 */
const SEMI_SPACE_MB = 8;

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

/** A process ended before it finished its work. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly';
  readonly isOutOfMemory: boolean;

  constructor(how: NodeJS.Signals | number | null, errorOutput: string) {
    super(`The process ended early (${how}): ${errorOutput}`);
    this.isOutOfMemory = OUT_OF_MEMORY.has(how);
  }
}

/**
 * Runs a program in a child process, so that a crash does not affect the server. A worker thread
 * would not be enough: one that allocates far more memory than its limit at once ends the server.
 */
export class ProgramProcess {
  readonly #child: ChildProcess;
  #errorOutput = '';
  #isClosed = false;

  /** @param program the path of a program that calls `beginProgram` first */
  constructor(program: string, { memoryMb, hasInput }: ProgramOptions) {
    this.#child = fork(program, {
      // It does not inherit the server's debugger, settings or secrets.
      execArgv: [`--max-old-space-size=${memoryMb}`, `--max-semi-space-size=${SEMI_SPACE_MB}`],
      env: {},
      // Messages contain byte arrays.
      serialization: 'advanced',
      // Its output must not mix with the server's.
      stdio: [hasInput ? 'pipe' : 'ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = `${this.#errorOutput}${text}`.slice(-MAX_ERROR_OUTPUT);
    });
    this.#child.once('close', () => {
      this.#isClosed = true;
    });
    // `messages` rejects with the error. Later errors do not matter.
    this.#child.on('error', () => undefined);
    // A process that ends before it has read everything is noticed by its exit.
    this.#child.stdin?.on('error', () => undefined);
  }

  /** null when it has no input or could not start. */
  get input(): Writable | null {
    return this.#child.stdin ?? null;
  }

  get isGone(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }

  send(message: Serializable): void {
    // A process that could not start has no channel.
    if (this.#child.pid === undefined) return;
    // A process that is gone is noticed by its exit.
    this.#child.send(message, () => undefined);
  }

  /**
   * Yields the messages of the process from now on, until it ends.
   * @throws the reason why it could not start, or the reason of `signal`
   */
  async *messages(signal?: AbortSignal): AsyncGenerator<unknown, void> {
    if (this.#isClosed) return;
    const options = { close: ['close'], ...(signal && { signal }) };
    for await (const [message] of on(this.#child, 'message', options)) yield message;
  }

  /** Describes how it ended by itself. */
  endedEarly(): EndedEarly {
    const { signalCode, exitCode } = this.#child;
    return new EndedEarly(signalCode ?? exitCode, this.#errorOutput);
  }

  /** Kills it and waits for its exit. */
  async end(): Promise<void> {
    if (this.isGone) return;
    const gone = new Promise<void>((resolve) => {
      this.#child.once('exit', () => resolve());
    });
    // A busy process does not handle any other signal.
    this.#child.kill('SIGKILL');
    await gone;
  }
}

// Processes: programs that run beside the server, so that a crash of one does not affect the server.
// begin-program.ts is for the programs themselves and imports nothing of the server.
