import { type Figure, inTurns, median, percentile, rounded } from '../figure';
import { createWords } from '../random';
import { requestText } from './connection';
import { latencies } from './load';
import { headersOf, type Sides, value } from './sides';

/** From the most common word to the rarest. */
const RANKS = Array.from({ length: 40 }, (_, n) => Math.round(1.28 ** n));
const ORDERS = { ranked: '', newest: '&sort=-created' } as const;

/**
 * Compares ranked searches for a prefix and for two words with the same searches sorted by date.
 */
export async function* searchFigures(sides: Sides): AsyncGenerator<Figure> {
  const { leafmark, library, size, runs } = sides;
  const { word } = createWords();
  const queries = {
    'a prefix': RANKS.map((rank) => `${word(rank).slice(0, 4)}*`),
    'two words': RANKS.map((rank, n) => `${word(rank)} ${word(RANKS[(n * 7) % 12] ?? 1)}`),
  };
  for (const [kind, some] of Object.entries(queries)) {
    const ask = (order: keyof typeof ORDERS) => {
      const paths = some.map(
        (query) => `/api/bookmarks?limit=20&search=${encodeURIComponent(query)}${ORDERS[order]}`,
      );
      return latencies(
        leafmark.port,
        paths.map((path) => requestText('GET', path, headersOf(library))),
      );
    };
    // Warm-up: pages that have not been read before.
    const times = await inTurns(['ranked', 'newest'], runs, ask, 1);
    const [ranked, newest] = [p95(times.ranked), p95(times.newest)];
    const floor = `the same newest first, p95: ${rounded(newest)} ms`;
    const name = `ranked search of ${size} for ${kind}, p95`;
    yield value(name, [ranked / newest, 'x'], runs, floor, { atMost: 5 });
  }
}

/** Returns the 95th percentile of the median time of each query over all rounds, in ms. */
const p95 = (rounds: readonly (readonly number[])[]): number => {
  const ofQuery = (n: number) => median(rounds.map((round) => round[n] ?? Number.NaN));
  return percentile(
    RANKS.map((_, n) => ofQuery(n)),
    0.95,
  );
};
