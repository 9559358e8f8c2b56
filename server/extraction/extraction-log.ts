/** The log of one extraction for users: lines with the time since the start, in milliseconds. */
export class ExtractionLog {
  readonly #lines: string[] = [];
  readonly #began = performance.now();

  note(line: string): void {
    const ms = Math.round(performance.now() - this.#began);
    this.#lines.push(`${String(ms).padStart(6)} ms  ${line}`);
  }

  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }
}

/** Formats a size, such as `34 kB`. */
export const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`;

/** `data:` addresses contain the whole image. */
const MAX_LOGGED_ADDRESS = 200;

/** Returns the beginning of an address, for logs. */
export const shortenedAddress = (address: string): string => address.slice(0, MAX_LOGGED_ADDRESS);
