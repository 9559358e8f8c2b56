import type { PageHeaders } from '../../src/contract';

/** A list as it is sent; bytes have their newline. */
export interface ListAnswer<Json = string | Uint8Array> {
  readonly headers: PageHeaders;
  readonly json: Json;
}

/** The size of the cache. Beyond it, the least recently used answers are dropped. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Tags that are remembered until they come again. */
const MAX_TAGS = 1000;

/**
 * Lists that are asked for again and again, as apps do with the first page, by their entity tags:
 * what has the same tag is the same. What is asked for once is not kept: to hold such texts for a
 * while costs more than to make them.
 */
export class ListAnswers {
  readonly #kept = new Map<string, ListAnswer<Uint8Array>>();
  readonly #seen = new Set<string>();
  #bytes = 0;

  get(tag: string): ListAnswer | undefined {
    const known = this.#kept.get(tag);
    if (known === undefined) return undefined;
    // A Map keeps the order in which it was written.
    this.#kept.delete(tag);
    this.#kept.set(tag, known);
    return known;
  }

  /** Keeps what has just been made, if it was before. */
  put(tag: string, { headers, json }: ListAnswer<string>): void {
    if (this.#kept.has(tag)) return;
    if (!this.#seen.delete(tag)) {
      this.#remember(tag);
      return;
    }
    const made = { headers, json: Buffer.from(`${json}\n`) };
    this.#kept.set(tag, made);
    this.#bytes += made.json.length;
    for (const [oldest, { json: gone }] of this.#kept) {
      if (this.#bytes <= MAX_BYTES) return;
      this.#kept.delete(oldest);
      this.#bytes -= gone.length;
    }
  }

  #remember(tag: string): void {
    if (this.#seen.size >= MAX_TAGS) this.#seen.clear();
    this.#seen.add(tag);
  }
}
