import { networksOf } from '../processes/client-networks';

/** Bytes in memory that a client has caused, such as an answer that it does not read. */
export interface Held {
  /** None after `close`. */
  bytes(): number;
  close(): void;
}

/** Bounds the bytes in memory of all clients, and of one: at a limit, the largest are closed. */
export class ByteBudget {
  /** By network. */
  readonly #held = new Map<string, Set<Held>>();
  /** By the largest network of each client. */
  readonly #clients = new Map<string, Set<Held>>();
  readonly #maxBytes: number;
  readonly #maxBytesPerClient: number;

  constructor(maxBytes: number, maxBytesPerClient: number) {
    this.#maxBytes = maxBytes;
    this.#maxBytesPerClient = maxBytesPerClient;
  }

  /** Counts `held` until the result is called. */
  hold(client: string, held: Held): () => void {
    const keys = networksOf(client).map(({ key }) => key);
    const leave = [
      ...keys.map((key) => addToSet(this.#held, key, held)),
      ...keys.slice(-1).map((key) => addToSet(this.#clients, key, held)),
    ];
    return () => {
      for (const each of leave) each();
    };
  }

  /** Call it when `client` holds more than before. */
  check(client: string): void {
    for (const { key, times } of networksOf(client)) {
      closeLargest(sizesOf(this.#held.get(key) ?? []), this.#maxBytesPerClient * times);
    }
    const clients = [...this.#clients.values()].map(sizesOf);
    const share = fairShare(clients.map(sumOf), this.#maxBytes);
    for (const sizes of clients) closeLargest(sizes, share);
  }
}

function addToSet(sets: Map<string, Set<Held>>, key: string, held: Held): () => void {
  const own = sets.get(key) ?? new Set();
  sets.set(key, own.add(held));
  return () => {
    own.delete(held);
    if (own.size === 0 && sets.get(key) === own) sets.delete(key);
  };
}

/** The bytes of each at one moment. Each is asked once, however many are closed. */
type Sizes = readonly { readonly held: Held; readonly bytes: number }[];

const sizesOf = (all: Iterable<Held>): Sizes =>
  [...all].map((held) => ({ held, bytes: held.bytes() }));

const sumOf = (sizes: Sizes): number => sizes.reduce((sum, { bytes }) => sum + bytes, 0);

/** Closes the largest until the others have at most `maxBytes`. */
function closeLargest(sizes: Sizes, maxBytes: number): void {
  let sum = sumOf(sizes);
  if (sum <= maxBytes) return;
  for (const { held, bytes } of sizes.toSorted((one, other) => other.bytes - one.bytes)) {
    if (sum <= maxBytes) return;
    held.close();
    sum -= bytes;
  }
}

/** Returns the most bytes that each client may have, so that all have at most `maxBytes` together. */
function fairShare(sums: readonly number[], maxBytes: number): number {
  let left = maxBytes;
  for (const [at, sum] of sums.toSorted((one, other) => one - other).entries()) {
    const share = left / (sums.length - at);
    if (sum > share) return share;
    left -= sum;
  }
  return maxBytes;
}
