import { type Figure, median, rounded } from '../figure';
import { requestText } from './connection';
import { latencies } from './load';
import { createWords } from './random-text';
import { headersOf, ratioFigure, type Sides } from './sides';

/** From the most common word to the rarest. */
const RANKS = Array.from({ length: 40 }, (_, n) => Math.round(1.28 ** n));

/**
 * Compares ranked searches for a prefix and for two words with the same searches sorted by date.
 */
export async function* searchFigures(sides: Sides): AsyncGenerator<Figure> {
  const { size, runs } = sides;
  const { word } = createWords();
  const prefixes = RANKS.map((rank) => `${word(rank).slice(0, 4)}*`);
  const pairs = RANKS.map((rank, n) => `${word(rank)} ${word(RANKS[(n * 7) % 12] ?? 1)}`);
  for (const [kind, queries] of [
    ['a prefix', prefixes],
    ['two words', pairs],
  ] as const) {
    const ranked: number[][] = [];
    const newest: number[][] = [];
    for (let round = 0; round <= runs; round += 1) {
      const ofRanked = await ask(sides, queries, '');
      const ofNewest = await ask(sides, queries, '&sort=-created');
      if (round === 0) continue; // Warm-up: pages that have not been read before.
      ranked.push(ofRanked);
      newest.push(ofNewest);
    }
    const newestMs = p95(newest);
    const floor = `the same newest first, p95: ${rounded(newestMs)} ms`;
    const name = `ranked search of ${size} for ${kind}, p95`;
    const figure = ratioFigure(name, [p95(ranked) / newestMs], floor, { atMost: 5 });
    yield { ...figure, n: runs };
  }
}

/** Returns the time of each of `queries` in ms. */
function ask(
  { leafmark, library }: Sides,
  queries: readonly string[],
  order: string,
): Promise<number[]> {
  const requests = queries.map((query) =>
    requestText(
      'GET',
      `/api/bookmarks?limit=20&search=${encodeURIComponent(query)}${order}`,
      headersOf(library),
    ),
  );
  return latencies(leafmark.port, requests);
}

/** Returns the 95th percentile of the median time of each query over all rounds, in ms. */
function p95(rounds: readonly (readonly number[])[]): number {
  const queries = rounds[0] ?? [];
  const times = queries.map((_, n) => median(rounds.map((round) => round[n] ?? Number.NaN)));
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}
