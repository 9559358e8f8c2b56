import { ProgramProcess } from '../../processes';
import type { Answer, Said, Told } from '../reading/said';

/** A process that reads a file or an account. */
export class ReadingProcess {
  readonly #process: ProgramProcess;

  /** @param program what `reading/program.ts` was built into */
  constructor(program: string, memoryMb: number) {
    this.#process = new ProgramProcess(program, { memoryMb, hasInput: true });
  }

  /** @param bytes the file; none of an account */
  begin(told: Told, bytes: Uint8Array = new Uint8Array()): void {
    this.#process.send(told);
    // As fast as it reads: others are answered in between.
    this.#process.input?.end(bytes);
  }

  /** Lets it read on after a part. */
  next(): void {
    this.#process.send('next');
  }

  /** Answers its question. */
  answer(answer: Answer): void {
    // `Serializable` knows no null, which is serialised as well as any value.
    this.#process.send(answer as Exclude<Answer, null>);
  }

  /** As `ProgramProcess` tells. */
  said(signal: AbortSignal): AsyncGenerator<Said, void> {
    // What the program says, and nothing else.
    return this.#process.said(signal) as AsyncGenerator<Said, void>;
  }

  readonly endedEarly = () => this.#process.endedEarly();

  readonly end = () => this.#process.end();
}
