import process from 'node:process';
import { text } from 'node:stream/consumers';

/** Where a command reads and writes. What it made goes to `out`, so that it can be piped. */
export interface Terminal {
  out(line: string): void;
  /** To the person at the terminal. */
  say(line: string): void;
  /** All that is piped in, without the line end. */
  readAll(): Promise<string>;
}

export const systemTerminal: Terminal = {
  out: (line) => void process.stdout.write(`${line}\n`),
  say: (line) => void process.stderr.write(`${line}\n`),
  readAll: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
};
