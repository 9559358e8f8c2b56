import { JsonCursor, type JsonItem } from './json-cursor';

/** `*` stands for each value of a list, other texts for the property of an object. */
export type JsonPath = readonly string[];

/**
 * Finds the values at a path in a JSON text one by one, in the order of the text. Only one of them
 * is in memory at a time, and the values before a damaged place are found. The text must be within
 * the limits of `shapeFailure`.
 */
export class JsonItems implements Iterable<JsonItem> {
  readonly #cursor: JsonCursor;
  readonly #path: JsonPath;
  /** True once a list of the path has begun. */
  isFound = false;

  constructor(text: string, path: JsonPath) {
    this.#cursor = new JsonCursor(text);
    this.#path = path;
  }

  /** False once the text has ended too early or does not go on as JSON. */
  get isWhole(): boolean {
    return this.#cursor.isWhole;
  }

  *[Symbol.iterator](): Generator<JsonItem> {
    this.#cursor.restart();
    yield* this.#valuesAt(0);
    if (this.#cursor.peek() !== '') this.#cursor.isWhole = false;
  }

  *#valuesAt(level: number): Generator<JsonItem> {
    const step = this.#path[level];
    if (step === undefined) yield this.#cursor.parseValue();
    else if (step === '*') {
      if (this.#cursor.peek() === '[') this.isFound = true;
      yield* this.#cursor.items(() => this.#valuesAt(level + 1));
    } else {
      const wanted = JSON.stringify(step);
      yield* this.#cursor.properties((name) =>
        name === wanted ? this.#valuesAt(level + 1) : this.#passed(),
      );
    }
  }

  #passed(): readonly JsonItem[] {
    this.#cursor.skipValue();
    return [];
  }
}
