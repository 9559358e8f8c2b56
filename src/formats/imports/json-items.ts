import { endOfJsonString } from '../../contract';
import type { Json } from './read-json';

/** A value in a JSON text, or the text of one that cannot be parsed. */
export type JsonItem =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly text: string };

/** `*` stands for each value of a list, other texts for the property of an object. */
export type JsonPath = readonly string[];

/**
 * Finds the values at a path in a JSON text one by one, in the order of the text. Only one of them
 * is in memory at a time, and the values before a damaged place are found. The text must be within
 * the limits of `shapeFailure`.
 */
export class JsonItems implements Iterable<JsonItem> {
  readonly #text: string;
  readonly #path: JsonPath;
  #at = 0;
  /** False once the text has ended too early or does not go on as JSON. */
  isWhole = true;
  /** True once a list of the path has begun. */
  isFound = false;

  constructor(text: string, path: JsonPath) {
    this.#text = text;
    this.#path = path;
  }

  *[Symbol.iterator](): Generator<JsonItem> {
    this.#at = 0;
    yield* this.#valuesAt(0);
    if (!this.#isAtEnd()) this.isWhole = false;
  }

  *#valuesAt(level: number): Generator<JsonItem> {
    const step = this.#path[level];
    this.#skipSpace();
    if (step === undefined) yield this.#parseValue();
    else if (step === '*') yield* this.#itemsOfList(level);
    else yield* this.#property(step, level);
  }

  *#itemsOfList(level: number): Generator<JsonItem> {
    if (this.#text[this.#at] !== '[') return this.#skipValue();
    this.isFound = true;
    this.#at += 1;
    if (this.#skip(']')) return;
    do {
      if (this.#isAtEnd()) return this.#stop();
      yield* this.#valuesAt(level + 1);
    } while (this.#skip(','));
    if (!this.#skip(']')) this.#stop();
  }

  *#property(name: string, level: number): Generator<JsonItem> {
    if (this.#text[this.#at] !== '{') return this.#skipValue();
    this.#at += 1;
    if (this.#skip('}')) return;
    do {
      this.#skipSpace();
      const start = this.#at;
      this.#skipValue();
      const isWanted = this.#text.slice(start, this.#at) === JSON.stringify(name);
      if (!this.#skip(':')) return this.#stop();
      if (isWanted) yield* this.#valuesAt(level + 1);
      else this.#skipValue();
    } while (this.#skip(','));
    if (!this.#skip('}')) this.#stop();
  }

  #parseValue(): JsonItem {
    const start = this.#at;
    this.#skipValue();
    const text = this.#text.slice(start, this.#at);
    try {
      return { ok: true, value: JSON.parse(text) as Json };
    } catch {
      return { ok: false, text };
    }
  }

  /** Passes one value, or as much of it as there is. */
  #skipValue(): void {
    this.#skipSpace();
    let depth = 0;
    do {
      const character = this.#text[this.#at];
      if (character === undefined) {
        this.#stop();
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

  #isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at >= this.#text.length;
  }

  #skipSpace(): void {
    while (' \n\r\t'.includes(this.#text[this.#at] ?? 'x')) this.#at += 1;
  }

  #stop(): void {
    this.isWhole = false;
    this.#at = this.#text.length;
  }
}
