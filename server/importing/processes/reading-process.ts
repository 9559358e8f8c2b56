import { ProgramProcess } from '../../processes';
import type { Said, Told } from '../reading/said';

/** A process that reads a file. */
export class ReadingProcess {
  readonly #process: ProgramProcess;

  /** @param program what `reading/program.ts` was built into */
  constructor(program: string, memoryMb: number) {
    this.#process = new ProgramProcess(program, { memoryMb, hasInput: true });
  }

  /** Gives it its file. */
  begin(told: Told, bytes: Uint8Array): void {
    this.#process.send(told);
    // As fast as it reads: others are answered in between.
    this.#process.input?.end(bytes);
  }

  /** Lets it read on after a part. */
  next(): void {
    this.#process.send('next');
  }

  /** As `ProgramProcess` tells. */
  said(signal: AbortSignal): AsyncGenerator<Said, void> {
    // What the program says, and nothing else.
    return this.#process.said(signal) as AsyncGenerator<Said, void>;
  }

  readonly endedEarly = () => this.#process.endedEarly();

  readonly end = () => this.#process.end();
}
