import { type Figure, median, rounded } from '../figure';
import { requestText } from './connection';
import { latencies } from './load';
import { headersOf, ratioFigure, type Sides } from './sides';
import { createWords } from './words';

const TIMES = 3;
/** From the most common word to the rarest. */
const RANKS = Array.from({ length: 40 }, (_, n) => Math.round(1.28 ** n));

/** Searches for a word's beginning and for two words, ranked, beside the same newest first. */
export async function* searchFigures(sides: Sides): AsyncGenerator<Figure> {
  const { size } = sides;
  const { word } = createWords();
  const prefixes = RANKS.map((rank) => `${word(rank).slice(0, 4)}*`);
  const pairs = RANKS.map((rank, n) => `${word(rank)} ${word(RANKS[(n * 7) % 12] ?? 1)}`);
  for (const [kind, queries] of [
    ['a prefix', prefixes],
    ['two words', pairs],
  ] as const) {
    const ranked = await p95(sides, queries, '');
    const newest = await p95(sides, queries, '&sort=-created');
    const floor = `the same newest first, p95: ${rounded(newest)} ms`;
    yield ratioFigure(`ranked search of ${size} for ${kind}, p95`, [ranked / newest], floor, {
      atMost: 5,
    });
  }
}

/** Of the middle times of each query, in ms. */
async function p95(
  { leafmark, library }: Sides,
  queries: readonly string[],
  order: string,
): Promise<number> {
  const requests = queries.map((query) =>
    requestText(
      'GET',
      `/api/bookmarks?limit=20&search=${encodeURIComponent(query)}${order}`,
      headersOf(library),
    ),
  );
  const rounds: number[][] = [];
  for (let n = 0; n < TIMES; n += 1) rounds.push(await latencies(leafmark.port, requests));
  const times = queries.map((_, n) => median(rounds.map((round) => round[n] ?? Number.NaN)));
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}
