import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { on } from 'node:events';
import type { Writable } from 'node:stream';

export interface ProgramOptions {
  /** What it makes for itself, in MB; bytes that it is given come on top. */
  readonly memoryMb: number;
  /** Whether it is given something through its standard input too. */
  readonly hasInput: boolean;
}

/** Of what a process writes before it ends early, in UTF-16 code units. */
const LAST_WORDS_LENGTH = 2000;

/** How a process ends that needs more memory than it may have, or than there is. */
const OUT_OF_MEMORY: ReadonlySet<unknown> = new Set<NodeJS.Signals | number>([
  // By its own limit, and the same on Windows.
  'SIGABRT',
  134,
  // By the system.
  'SIGKILL',
]);

/** That a process ended before its work did. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly';
  readonly isOutOfMemory: boolean;

  constructor(how: NodeJS.Signals | number | null, lastWords: string) {
    super(`The process ended before its work (${how}): ${lastWords}`);
    this.isOutOfMemory = OUT_OF_MEMORY.has(how);
  }
}

/**
 * A program of ours in a process of its own, so that what takes it down takes nothing else. A thread
 * would not do: one that asks for much more memory than it may have, all at once, ends the server.
 */
export class ProgramProcess {
  readonly #child: ChildProcess;
  #lastWords = '';
  #isClosed = false;

  /** @param program one that begins with `beginProgram` */
  constructor(program: string, { memoryMb, hasInput }: ProgramOptions) {
    this.#child = fork(program, {
      // Of the server's own it gets nothing: no debugger, neither settings nor secrets.
      execArgv: [`--max-old-space-size=${memoryMb}`],
      env: {},
      // What is said has bytes in it.
      serialization: 'advanced',
      // What the server writes is the server's.
      stdio: [hasInput ? 'pipe' : 'ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = `${this.#lastWords}${text}`.slice(-LAST_WORDS_LENGTH);
    });
    this.#child.once('close', () => {
      this.#isClosed = true;
    });
    // `said` tells of it; after that nobody needs to know.
    this.#child.on('error', () => undefined);
    // That it ends before it has read all is told by its end.
    this.#child.stdin?.on('error', () => undefined);
  }

  /** null when it has none, or could not begin. */
  get input(): Writable | null {
    return this.#child.stdin ?? null;
  }

  get isGone(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }

  send(message: Serializable): void {
    // One that could not begin has nothing to send through.
    if (this.#child.pid === undefined) return;
    // That there is nobody any more is told by its end.
    this.#child.send(message, () => undefined);
  }

  /**
   * What it says, from the moment that this is asked for until it ends.
   * @throws why it could not begin, or the reason of `signal`
   */
  async *said(signal?: AbortSignal): AsyncGenerator<unknown, void> {
    if (this.#isClosed) return;
    const options = { close: ['close'], ...(signal && { signal }) };
    for await (const [said] of on(this.#child, 'message', options)) yield said;
  }

  /** How it ended by itself. */
  endedEarly(): EndedEarly {
    const { signalCode, exitCode } = this.#child;
    return new EndedEarly(signalCode ?? exitCode, this.#lastWords);
  }

  /** Ends it, whatever it does. */
  async end(): Promise<void> {
    if (this.isGone) return;
    const gone = new Promise<void>((resolve) => {
      this.#child.once('exit', () => resolve());
    });
    // The one signal that nothing can be too busy for.
    this.#child.kill('SIGKILL');
    await gone;
  }
}
