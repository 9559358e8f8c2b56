/** Bytes in memory that a client has caused, such as an answer that it does not read. */
export interface Held {
  /** None after `close`. */
  bytes(): number;
  close(): void;
}

/** Bounds the bytes in memory of all clients, and of one: at a limit, the largest are closed. */
export class ByteBudget {
  readonly #held = new Map<string, Set<Held>>();
  readonly #maxBytes: number;
  readonly #maxBytesPerClient: number;

  constructor(maxBytes: number, maxBytesPerClient: number) {
    this.#maxBytes = maxBytes;
    this.#maxBytesPerClient = maxBytesPerClient;
  }

  /** Counts `held` until the result is called. */
  hold(client: string, held: Held): () => void {
    const own = this.#held.get(client) ?? new Set();
    this.#held.set(client, own.add(held));
    return () => {
      own.delete(held);
      if (own.size === 0 && this.#held.get(client) === own) this.#held.delete(client);
    };
  }

  /** Call it when `client` holds more than before. */
  check(client: string): void {
    closeLargest([...(this.#held.get(client) ?? [])], this.#maxBytesPerClient);
    const clients = [...this.#held.values()].map((held) => [...held]);
    while (sumOf(clients.flat()) > this.#maxBytes) {
      const [most] = clients.toSorted((one, other) => sumOf(other) - sumOf(one));
      if (most) closeLargest(most, sumOf(most) - 1);
    }
  }
}

const sumOf = (held: readonly Held[]): number => held.reduce((sum, each) => sum + each.bytes(), 0);

/** Closes the largest of `held` until they have at most `maxBytes`. */
function closeLargest(held: readonly Held[], maxBytes: number): void {
  while (sumOf(held) > maxBytes) {
    const [largest] = held.toSorted((one, other) => other.bytes() - one.bytes());
    largest?.close();
  }
}
