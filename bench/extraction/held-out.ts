import { THRESHOLDS, type Thresholds } from '../../src/capture';
import type { Match } from '../capture/shingles';
import { type Figure, rounded } from '../figure';
import {
  chooseSettings,
  describeSpread,
  FOLDS,
  foldOf,
  spreadOverFolds,
  type Trial,
} from './folds';
import { type MarkedPage, MEASURES, matchInWays, matchOwnPages, UNITS } from './measures';

type Name = keyof Thresholds;

/** The settings that are tried beside the present ones. */
const SETTINGS: Readonly<Record<Name, readonly number[]>> = {
  bodyShare: [0.5, 0.6, 0.8, 0.9],
  linksAround: [0.15, 0.2, 0.4, 0.5],
  proseLine: [40, 50, 80, 100],
  linkLine: [0.7, 0.8, 0.85, 0.95],
  labelledLinkLine: [0.4, 0.5, 0.65, 0.8],
  lead: [100, 150, 300, 400],
  doubtfulLinks: [0.2, 0.3, 0.5, 0.6],
  doubtfulProse: [0.15, 0.2, 0.45, 0.6],
  doubtfulShare: [0.4, 0.5, 0.7, 0.8],
};

/**
 * Chooses each threshold by cross-validation: the best setting of four folds is measured on the fifth.
 * One threshold is varied at a time; a fold is measured with all that were chosen together. Yields the
 * effect of each setting on all pages, what was chosen without each fold, and the measures of the held
 * out pages beside those with the present thresholds.
 */
export function* heldOut(bench: string, pages: readonly MarkedPage[]): Generator<Figure> {
  const tried = Object.entries(SETTINGS).flatMap(([threshold, settings]) =>
    // The keys are those of SETTINGS.
    settings.map((setting) => ({ threshold: threshold as Name, setting })),
  );
  const ways = [{}, ...tried.map(({ threshold, setting }) => ({ [threshold]: setting }))].map(
    (changed) => ({ thresholds: { ...THRESHOLDS, ...changed } }),
  );
  const byPage = pages.map((page) => matchInWays(page, ways));
  const column = (at: number): Match[] => byPage.map((row) => row[at]!);
  const present = column(0);
  const trials: Trial<Name>[] = tried.map((one, at) => ({ ...one, matches: column(at + 1) }));
  const own = matchOwnPages(ways);
  yield* effects(bench, present, trials, (at) => own.map((row) => row[at]!));

  const choose = (isUsed: (page: number) => boolean) =>
    chooseSettings(THRESHOLDS, present, trials, isUsed);
  const folds = pages.map(({ name }) => foldOf(name));
  const chosen = Array.from({ length: FOLDS }, (_, fold) => choose((page) => folds[page] !== fold));
  const measured = (of: (page: number) => Thresholds): Match[] =>
    pages.flatMap((page, at) => matchInWays(page, [{ thresholds: of(at) }]));
  const held = measured((page) => chosen[folds[page]!]!);
  for (const [fold, thresholds] of chosen.entries()) {
    const inFold = (_: Match, page: number) => folds[page] === fold;
    if (!folds.includes(fold)) continue;
    yield {
      bench,
      case: `held out, fold ${fold + 1}: ${describeChanges(thresholds)}`,
      value: exact(MEASURES.F1(held.filter(inFold))),
      unit: 'F1',
      floor: `present thresholds: ${exact(MEASURES.F1(present.filter(inFold)))}`,
      n: folds.filter((one) => one === fold).length,
    };
  }
  const best = choose(() => true);
  const inSample = measured(() => best);
  for (const unit of UNITS) {
    const measure = MEASURES[unit];
    const spreadOf = (matches: readonly Match[]) =>
      spreadOverFolds(
        matches.map((match, page) => ({ match, name: pages[page]!.name })),
        ({ name }) => name,
        (part) => measure(part.map(({ match }) => match)),
      );
    const [ours, usual] = [spreadOf(held), spreadOf(present)];
    yield {
      bench,
      case: `held out, ${unit} of all pages`,
      value: exact(measure(held)),
      unit,
      floor: `present thresholds: ${exact(measure(present))}; best settings on all pages: ${exact(measure(inSample))}`,
      n: pages.length,
    };
    yield {
      bench,
      case: `held out, mean ${unit} of ${FOLDS} folds, ${describeSpread(ours)}`,
      value: rounded(ours.mean),
      unit,
      floor: `present thresholds: mean ${rounded(usual.mean)}, ${describeSpread(usual)}`,
      n: pages.length,
    };
  }
  yield {
    bench,
    case: `best settings on all pages: ${describeChanges(best)}`,
    value: exact(MEASURES.F1(inSample)),
    unit: 'F1',
    floor: `present thresholds: ${exact(MEASURES.F1(present))}`,
    n: pages.length,
  };
}

/** `ownPages` returns the matches of our own pages: 0 with the present settings, then of each trial. */
function* effects(
  bench: string,
  present: readonly Match[],
  trials: readonly Trial<Name>[],
  ownPages: (at: number) => readonly Match[],
): Generator<Figure> {
  for (const [at, { threshold, setting, matches }] of trials.entries()) {
    const own = exact(MEASURES.F1(ownPages(at + 1)) - MEASURES.F1(ownPages(0)));
    yield {
      bench,
      case: `${threshold} ${setting}, F1 (of our own pages: ${own})`,
      value: exact(MEASURES.F1(matches) - MEASURES.F1(present)),
      unit: 'F1',
      floor: `the present setting, ${THRESHOLDS[threshold]}`,
      n: present.length,
    };
  }
}

function describeChanges(settings: Thresholds): string {
  const changed = Object.entries(settings).filter(
    ([name, setting]) => setting !== THRESHOLDS[name as Name], // The keys are those of THRESHOLDS.
  );
  return changed.map(([name, setting]) => `${name} ${setting}`).join(', ') || 'no change';
}

/** Rounds to four decimals, because settings differ by less than a thousandth. */
const exact = (value: number): number => Math.round(value * 10_000) / 10_000;
