import { endOfJsonString } from '../../contract';
import type { Json } from './read-json';

/** A value in a JSON text, or the text of one that cannot be parsed. */
export type JsonItem =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly text: string };

/**
 * Goes through a JSON text value by value, so that only one of them is in memory, and those before a
 * damaged place are found. The text must be within the limits of `shapeFailure`.
 */
export class JsonCursor {
  readonly #text: string;
  #at = 0;
  /** False once the text has ended too early or does not go on as JSON. */
  isWhole = true;

  constructor(text: string) {
    this.#text = text;
  }

  /** The first character of the next value; empty at the end. */
  peek(): string {
    this.#skipSpace();
    return this.#text.charAt(this.#at);
  }

  restart(): void {
    this.#at = 0;
  }

  parseValue(): JsonItem {
    const text = this.#passValue();
    try {
      return { ok: true, value: JSON.parse(text) as Json };
    } catch {
      return { ok: false, text };
    }
  }

  /** Passes a list. `onItem` passes each of its values. */
  *items<T>(onItem: () => Iterable<T>): Generator<T> {
    if (this.peek() !== '[') return this.skipValue();
    this.#at += 1;
    if (this.#skip(']')) return;
    do {
      if (this.peek() === '') return this.stop();
      yield* onItem();
    } while (this.#skip(','));
    if (!this.#skip(']')) this.stop();
  }

  /** Passes an object. `onProperty` gets the text of each name, in quotes, and passes the value. */
  *properties<T>(onProperty: (name: string) => Iterable<T>): Generator<T> {
    if (this.peek() !== '{') return this.skipValue();
    this.#at += 1;
    if (this.#skip('}')) return;
    do {
      const name = this.#passValue();
      if (!this.#skip(':')) return this.stop();
      yield* onProperty(name);
    } while (this.#skip(','));
    if (!this.#skip('}')) this.stop();
  }

  #passValue(): string {
    this.#skipSpace();
    const start = this.#at;
    this.skipValue();
    return this.#text.slice(start, this.#at);
  }

  /** Passes one value, or as much of it as there is. */
  skipValue(): void {
    this.#skipSpace();
    let depth = 0;
    do {
      const character = this.#text[this.#at];
      if (character === undefined) {
        this.stop();
        return;
      }
      if (character === '"') this.#at = endOfJsonString(this.#text, this.#at) + 1;
      else if (character === '[' || character === '{') {
        depth += 1;
        this.#at += 1;
      } else if (character === ']' || character === '}') {
        if (depth === 0) return;
        depth -= 1;
        this.#at += 1;
      } else if (character === ',' || character === ':') {
        if (depth === 0) return;
        this.#at += 1;
      } else this.#skipPlain();
    } while (depth > 0);
  }

  /** Passes a number, `true`, `false`, `null` or white space. */
  #skipPlain(): void {
    while (this.#at < this.#text.length && !'"[]{},:'.includes(this.#text.charAt(this.#at))) {
      this.#at += 1;
    }
  }

  #skip(character: string): boolean {
    this.#skipSpace();
    const isNext = this.#text[this.#at] === character;
    if (isNext) this.#at += 1;
    return isNext;
  }

  #skipSpace(): void {
    while (' \n\r\t'.includes(this.#text[this.#at] ?? 'x')) this.#at += 1;
  }

  stop(): void {
    this.isWhole = false;
    this.#at = this.#text.length;
  }
}
