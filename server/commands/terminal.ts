import process from 'node:process';
import { text } from 'node:stream/consumers';

/** The input and output of a command. Results go to `out`, so that they can be piped. */
export interface Terminal {
  out(line: string): void;
  /** Prints a message for the person at the terminal. */
  say(line: string): void;
  /** Reads the standard input without the last line end. */
  readAll(): Promise<string>;
}

export const systemTerminal: Terminal = {
  out: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
  readAll: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
};
