import process from 'node:process';
import search from 'approx-string-match';
import {
  type Anchoring,
  anchorHighlight,
  anchorHighlights,
  createTextIndex,
  indexText,
  positionOf,
  runAtOnce,
  runInSlices,
  type TextIndex,
  type WantedHighlight,
} from '../../src/anchoring';
import { foldedTextOf } from '../../src/anchoring/quote/fold-text';
import { type Figure, figuresOf, median } from '../figure';
import { type Random, randomOf } from '../random';
import { damagedOf, highlightsIn, paragraphsOf, sentence, treeOf } from './made-up-page';

const { value } = figuresOf('anchoring');
const HIGHLIGHTS = 1000;
const MAX_SLICE_MS = 16;
/** Highlights that are searched for one at a time. */
const SINGLES = 60;
/** The reference needs tens of milliseconds for each highlight, so it searches only some of them. */
const SEARCHED = 25;

interface Case {
  readonly name: string;
  /** The share of the highlights whose words are changed, and of those that are gone. */
  readonly damaged: number;
  readonly lost: number;
  readonly isMoved: boolean;
  /** How many times faster than the reference it has to be; null if there is no aim. */
  readonly minTimes: number | null;
}

const MOVED = 'paragraph inserted at the top';

const caseOf = (
  name: string,
  isMoved: boolean,
  damaged = 0,
  minTimes: number | null = null,
  lost = 0,
): Case => ({ name, damaged, lost, isMoved, minTimes });

const CASES: readonly Case[] = [
  caseOf('unchanged text', false),
  caseOf(`all exact, ${MOVED}`, true),
  caseOf('10 % damaged', false, 0.1, 10),
  caseOf(`10 % damaged, ${MOVED}`, true, 0.1, 10),
  caseOf('50 % damaged', true, 0.5),
  caseOf('all lost', true, 0, 20, 1),
];
const MAX_TIMES_INDEX_OF = 4;

/**
 * Measures the time for 1,000 highlights in 1 MB of text with the index of the text, beside
 * `approx-string-match` for each highlight, with an index for each and with one for all, and beside
 * one index with `indexOf` for each.
 */
export async function* measureSpeed(runs: number): AsyncGenerator<Figure> {
  const random = randomOf('speed');
  const paragraphs = paragraphsOf(random);
  const index = createTextIndex(treeOf(paragraphs));
  const highlights = highlightsIn(index, HIGHLIGHTS, random);
  for (const each of CASES) {
    const wanted = highlights.map((highlight, at) => {
      if (random.happens(each.lost)) return lostOf(random, highlight);
      return at < each.damaged * HIGHLIGHTS ? damagedOf(random, highlight) : highlight;
    });
    const root = treeOf(each.isMoved ? [sentence(random), ...paragraphs] : paragraphs);
    const times: number[] = [];
    const slices: number[] = [];
    const indexOfs: number[] = [];
    await anchorTimed(root, wanted);
    for (let run = 0; run < runs; run += 1) {
      const { ms, longestMs } = await anchorTimed(root, wanted);
      times.push(ms);
      slices.push(longestMs);
      indexOfs.push(timeOfIndexOf(root, wanted));
    }
    yield* caseFigures(each, {
      ms: median(times),
      sliceMs: Math.max(...slices),
      approx: timeOfApproximate(root, wanted),
      indexOfMs: median(indexOfs),
      n: runs,
    });
  }
  const damaged = highlights.slice(0, SINGLES).map((each) => damagedOf(random, each));
  yield singlesOf(index, damaged);
}

/**
 * Counts the damaged highlights that are found if each is searched for alone, as in a page with one
 * highlight.
 */
function singlesOf(index: TextIndex, damaged: readonly WantedHighlight[]): Figure {
  const isRight = (found: Anchoring | undefined, at: number) => {
    const wanted = damaged[at]?.position;
    if (found?.kind !== 'sure' || !wanted) return false;
    const { start, end } = positionOf(index, found.span);
    return start < wanted.end && wanted.start < end;
  };
  const percentOf = (found: readonly Anchoring[]) =>
    Math.round((100 * found.filter(isRight).length) / damaged.length);
  const together = percentOf(runAtOnce(anchorHighlights(index, damaged)));
  const start = cpuMs();
  const alone = percentOf(damaged.map((each) => anchorHighlight(index, each)));
  const ms = Math.round((cpuMs() - start) / damaged.length);
  const aim = { aim: '>=together', met: alone >= together };
  const floor = `${together} % together; ${ms} ms each`;
  const name = 'damaged, one at a time: found as sure';
  return value(name, [alone, '%'], damaged.length, floor, aim);
}

/** The times of one case in milliseconds. */
interface Times {
  readonly ms: number;
  readonly sliceMs: number;
  readonly approx: Approximate;
  readonly indexOfMs: number;
  readonly n: number;
}

function* caseFigures(
  { name, minTimes }: Case,
  { ms, sliceMs, approx, indexOfMs, n }: Times,
): Generator<Figure> {
  const aim = minTimes === null ? null : { atLeast: minTimes };
  for (const [reference, approxMs] of [
    ['approx-string-match', approx.ms],
    ['approx-string-match with one index', approx.sharedMs],
  ] as const) {
    const floor = `${Math.round(approxMs)} ms, ours ${Math.round(ms)} ms`;
    yield value(`${name}: faster than ${reference}`, [approxMs / ms, 'x'], n, floor, aim);
  }
  const slower = [ms / indexOfMs, 'x'] as const;
  const most = minTimes === 10 ? { atMost: MAX_TIMES_INDEX_OF } : null;
  const indexOf = `${name}: time of an index and indexOf for each`;
  yield value(indexOf, slower, n, `${Math.round(indexOfMs)} ms`, most);
  const slice = [sliceMs, 'ms'] as const;
  yield value(`${name}: longest slice`, slice, n, 'a frame', { atMost: MAX_SLICE_MS });
}

/** The time of this thread in milliseconds, without that of other programs. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Builds the index and finds the highlights, in slices as on a page. */
async function anchorTimed(root: Node, wanted: readonly WantedHighlight[]) {
  let longestMs = 0;
  let total = 0;
  let start = cpuMs();
  const options = {
    now: () => performance.now(),
    yieldToPage: async () => {
      longestMs = Math.max(longestMs, cpuMs() - start);
      total += cpuMs() - start;
      await new Promise(setImmediate);
      start = cpuMs();
    },
  };
  const index = await runInSlices(indexText(root), options);
  if (index !== null) await runInSlices(anchorHighlights(index, wanted), options);
  longestMs = Math.max(longestMs, cpuMs() - start);
  return { ms: total + cpuMs() - start, longestMs };
}

const foldedString = (index: TextIndex) =>
  new TextDecoder('utf-16le').decode(foldedTextOf(index).codes);

function timeOfIndexOf(root: Node, wanted: readonly WantedHighlight[]): number {
  const quotes = wanted.map(({ quote }) => foldedQuote(quote.exact));
  const start = cpuMs();
  const text = foldedString(createTextIndex(root));
  for (const quote of quotes) text.indexOf(quote);
  return cpuMs() - start;
}

/** The time of the reference for all highlights, in milliseconds. */
interface Approximate {
  /** With an index of the page for each highlight, as annotators do it. */
  readonly ms: number;
  /** With one index for all. */
  readonly sharedMs: number;
}

/** The times are computed from some of the highlights. */
function timeOfApproximate(root: Node, wanted: readonly WantedHighlight[]): Approximate {
  const step = Math.floor(wanted.length / SEARCHED);
  const some = wanted.filter((_, at) => at % step === 0);
  const timeOf = (textFor: () => string) => {
    const start = cpuMs();
    for (const { quote } of some) {
      const text = textFor();
      if (text.includes(quote.exact)) continue;
      search(text, quote.exact, Math.min(256, quote.exact.length / 2));
    }
    return ((cpuMs() - start) * wanted.length) / some.length;
  };
  const start = cpuMs();
  const { text } = createTextIndex(root);
  // The first search joins the pieces of the text.
  text.includes('\0');
  const indexMs = cpuMs() - start;
  return {
    ms: timeOf(() => createTextIndex(root).text),
    sharedMs: indexMs + timeOf(() => text),
  };
}

const foldedQuote = (text: string) => foldedString(createTextIndex(treeOf([text])));

/** A highlight of another text. */
function lostOf(random: Random, { quote, position }: WantedHighlight): WantedHighlight {
  const other = (text: string) => sentence(random).repeat(9).slice(0, text.length);
  const { exact, prefix, suffix } = quote;
  return {
    quote: { exact: other(exact), prefix: other(prefix), suffix: other(suffix) },
    position: position ?? null,
  };
}
