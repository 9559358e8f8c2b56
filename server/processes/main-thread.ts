import { networksOf } from './client-networks';

/**
 * Divides the time of the main thread. Every request begins in a turn of its client, and so does every
 * piece of long work, such as a few rows of an export. In each turn of the event loop, all of this
 * together takes only a few milliseconds, and the clients alternate. So what one client has under way
 * at once delays itself, and others only by a piece of it.
 */

/** The work in one turn of the event loop. Then requests that have arrived meanwhile are read. */
const TURN_MS = 4;
/** After an undivided piece that takes this long, others get a time without such pieces. */
const LONG_MS = 10;
const REST_AFTER_LONG_TURN_MS = 10;

/** The work that waits. Clients take turns, and so do the networks within a larger network. */
class Rotation {
  // A map keeps the order of insertion.
  readonly #networks = new Map<string, Rotation>();
  /** The work of the smallest network. */
  readonly #own: (() => void)[] = [];

  get isEmpty(): boolean {
    return this.#networks.size === 0 && this.#own.length === 0;
  }

  /** Resolves when it is taken. */
  wait(client: string): Promise<void> {
    const networks = networksOf(client).map(({ key }) => key);
    return new Promise((begin) => this.#add(networks.toReversed(), begin));
  }

  #add([network, ...smaller]: readonly string[], begin: () => void): void {
    if (network === undefined) {
      this.#own.push(begin);
      return;
    }
    const inner = this.#networks.get(network) ?? new Rotation();
    this.#networks.set(network, inner);
    inner.#add(smaller, begin);
  }

  /** Takes the first of the next client. */
  take(): (() => void) | undefined {
    const [next] = this.#networks;
    if (next === undefined) return this.#own.shift();
    const [network, inner] = next;
    this.#networks.delete(network);
    const begin = inner.take();
    if (!inner.isEmpty) this.#networks.set(network, inner);
    return begin;
  }
}

const turns = new Rotation();
let isScheduled = false;
/** The begin of this turn of the event loop; null before any work in it. */
let turnBegan: number | null = null;

/**
 * Waits until `client` may do a piece of work, which should take a few milliseconds at most. Returns at
 * once while nobody waits and this turn of the event loop has time left.
 * @param client the id of a user, or an address
 */
export function turnOf(client: string): Promise<void> | undefined {
  return turns.isEmpty && spentMs() < TURN_MS ? undefined : nextTurnOf(client);
}

/** Waits for a later turn of the event loop in any case. */
export function nextTurnOf(client: string): Promise<void> {
  const turn = turns.wait(client);
  schedule();
  return turn;
}

/** The time since the first work in this turn of the event loop. Node waits for nothing meanwhile. */
function spentMs(): number {
  const now = performance.now();
  if (turnBegan === null) {
    turnBegan = now;
    setImmediate(() => {
      turnBegan = null;
    });
  }
  return now - turnBegan;
}

/** Begins one piece in each turn of the event loop: a callback that is added here runs in the next one. */
function schedule(): void {
  if (isScheduled || turns.isEmpty) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    spentMs();
    turns.take()?.();
    schedule();
  });
}

const undivided = new Rotation();
let isBusy = false;

/**
 * Does work that cannot be divided, such as parsing a body: one piece after the other in the whole
 * process, with a turn of the event loop or more in between.
 */
export async function inTurnOf<T>(client: string, work: () => T): Promise<T> {
  if (isBusy) await undivided.wait(client);
  isBusy = true;
  await turnOf(client);
  const began = performance.now();
  try {
    return work();
  } finally {
    if (performance.now() - began > LONG_MS) setTimeout(next, REST_AFTER_LONG_TURN_MS);
    else setImmediate(next);
  }
}

function next(): void {
  const begin = undivided.take();
  if (begin === undefined) isBusy = false;
  else begin();
}
