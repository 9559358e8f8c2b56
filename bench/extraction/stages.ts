import {
  CANDIDATE_SOURCES,
  CLEANING_STAGES,
  EXTRACTION_STEPS,
  type ExtractionWays,
} from '../../src/capture';
import { type Match, meanF1 } from '../capture/shingles';
import { type Figure, median, rounded } from '../figure';
import { type MarkedPage, matchInWays, matchOwnPages } from './measures';
import { timeInPairs } from './on-server';

const kindsOf = (ways: readonly { readonly kind: string }[]): string[] => [
  ...new Set(ways.map(({ kind }) => kind)),
];
const STAGES = kindsOf(CLEANING_STAGES);
const SOURCES = kindsOf(CANDIDATE_SOURCES);

/** The names of all that is left out together. None of them shows the noise of the times. */
type Names = readonly string[];

const without = (names: Names): ExtractionWays => ({
  stages: CLEANING_STAGES.filter(({ kind }) => !names.includes(kind)),
  sources: CANDIDATE_SOURCES.filter(({ kind }) => !names.includes(kind)),
  leavesOut: EXTRACTION_STEPS.filter((step) => names.includes(step)),
});

/** These find most of what the others of their kind find. */
const BROADEST = { stage: 'frame', candidate: 'headline' };

/** All of the cleaning, all candidates and each of their parts and of the other steps. */
const SINGLE: readonly Names[] = [
  [],
  STAGES,
  SOURCES,
  ...[...STAGES, ...SOURCES, ...EXTRACTION_STEPS].map((name) => [name]),
];
const PAIRS: readonly Names[] = [
  ...STAGES.filter((name) => name !== BROADEST.stage).map((name) => [name, BROADEST.stage]),
  ...SOURCES.filter((name) => name !== BROADEST.candidate).map((name) => [
    name,
    BROADEST.candidate,
  ]),
];

const describe = (names: Names): string => {
  if (names === STAGES) return 'the cleaning';
  if (names === SOURCES) return 'other candidates';
  return names.join(' and ') || 'nothing';
};

/**
 * Yields the effect of each stage, candidate and step: F1 and time when it is left out, compared with
 * all. F1 is that of the pages and of `tests/pages/marked`. The time is measured in pairs in one process.
 */
export function* withoutEachStage(
  bench: string,
  pages: readonly MarkedPage[],
  runs: number,
): Generator<Figure> {
  const sides = [...SINGLE, ...PAIRS];
  const ways = sides.map(without);
  const benchmark = pages.map((page) => matchInWays(page, ways));
  yield* changesOfF1(bench, 'the benchmark', sides, benchmark);
  yield* changesOfF1(bench, 'our own pages', sides, matchOwnPages(ways));
  const times = pages.map((page) => timeInPairs(page, runs, SINGLE.map(without)));
  for (const [at, names] of SINGLE.entries()) {
    const ofRuns = Array.from({ length: runs }, (_, run) =>
      median(times.map((ratios) => ratios[at]![run]!)),
    );
    const [least, greatest] = [Math.min(...ofRuns), Math.max(...ofRuns)].map(rounded);
    yield {
      bench,
      case: `without ${describe(names)}, time, least ${least}, greatest ${greatest} of ${runs} runs`,
      value: rounded(median(times.flatMap((ratios) => ratios[at]!))),
      unit: 'x',
      floor: 'all, in pairs',
      n: pages.length,
    };
  }
}

/** `matches` has a row for each page, with an entry for each side. */
function* changesOfF1(
  bench: string,
  collection: string,
  sides: readonly Names[],
  matches: readonly (readonly Match[])[],
): Generator<Figure> {
  const [all = Number.NaN, ...others] = sides.map((_, at) =>
    meanF1(matches.map((row) => row[at]!)),
  );
  for (const [at, f1] of others.entries()) {
    yield {
      bench,
      case: `without ${describe(sides[at + 1]!)}, F1 of ${collection}`,
      value: Math.round((f1 - all) * 10_000) / 10_000,
      unit: 'F1',
      floor: `all: ${rounded(all)}`,
      n: matches.length,
    };
  }
}
