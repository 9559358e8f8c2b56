/** What an extraction did, line by line with the time since it began, for reading. */
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

/** A size as it is said: `34 kB`. */
export const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`;

/** An image's address may be the image itself. */
const MAX_SHOWN_ADDRESS = 200;

/** The beginning of an address that a page gave. */
export const shown = (address: string): string => address.slice(0, MAX_SHOWN_ADDRESS);
