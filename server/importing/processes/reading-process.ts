import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import type { Said, Told } from '../reading/said';

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

/** That a process ended before its file did. */
export class EndedEarly extends Error {
  override readonly name = 'EndedEarly';
  readonly isOutOfMemory: boolean;

  constructor(how: NodeJS.Signals | number | null, lastWords: string) {
    super(`The process that reads an import ended before its file (${how}): ${lastWords}`);
    this.isOutOfMemory = OUT_OF_MEMORY.has(how);
  }
}

/** A process that reads a file. */
export class ReadingProcess {
  readonly #child: ChildProcess;
  #lastWords = '';

  /** @param program what `reading/program.ts` was built into */
  constructor(program: string, memoryMb: number) {
    this.#child = fork(program, {
      // Of the server's own it gets nothing: no debugger, neither settings nor secrets.
      execArgv: [`--max-old-space-size=${memoryMb}`],
      env: {},
      // What it says has bytes in it.
      serialization: 'advanced',
      // What the server writes is the server's.
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = `${this.#lastWords}${text}`.slice(-LAST_WORDS_LENGTH);
    });
    // `said` tells of it; after that nobody needs to know.
    this.#child.on('error', () => undefined);
  }

  /** Gives it its file. */
  begin(told: Told, bytes: Uint8Array): void {
    const { stdin } = this.#child;
    // That it ends before it has read all is told by its end.
    stdin?.on('error', () => undefined);
    this.#child.once('spawn', () => {
      this.#send(told);
      // As fast as it reads: others are answered in between.
      stdin?.end(bytes);
    });
  }

  /** Lets it read on after a part. */
  next(): void {
    this.#send('next');
  }

  /**
   * What it says, from the moment that this is asked for until it ends.
   * @throws why it could not begin, or the reason of `signal`
   */
  async *said(signal: AbortSignal): AsyncGenerator<Said, void> {
    const messages = on(this.#child, 'message', { signal, close: ['close'] });
    // What the program says, and nothing else.
    for await (const [said] of messages) yield said as Said;
  }

  /** How it ended by itself. */
  endedEarly(): EndedEarly {
    const { signalCode, exitCode } = this.#child;
    return new EndedEarly(signalCode ?? exitCode, this.#lastWords);
  }

  /** Ends it, whatever it does. */
  async end(): Promise<void> {
    const child = this.#child;
    const isGone = child.exitCode !== null || child.signalCode !== null;
    if (child.pid === undefined || isGone) return;
    const gone = new Promise<void>((resolve) => {
      child.once('exit', () => resolve());
    });
    // The one signal that nothing can be too busy for.
    child.kill('SIGKILL');
    await gone;
  }

  #send(message: Told | 'next'): void {
    // That there is nobody any more is told by its end.
    this.#child.send(message, () => undefined);
  }
}
