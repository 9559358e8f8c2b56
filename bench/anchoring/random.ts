/** A seeded source of numbers, so that each run measures the same. */
export interface Random {
  /** From 0, below `limit`. */
  below(limit: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
}

/** FNV-1a: spreads names evenly. */
export function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Mulberry32. */
export function randomOf(seed: string): Random {
  let state = hashOf(seed);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    happens: (probability) => next() < probability,
  };
}
