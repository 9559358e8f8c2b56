// Runs in the measured page, like `capture.js`.
import { Readability } from '@mozilla/readability';
import { captureDocument } from '../../src/capture';

/** The results of both sides for the page, and the time of each run. */
export interface PageMeasurement {
  /** The article's HTML; empty if there is none. */
  readonly article: string;
  /** The HTML that Readability returns. */
  readonly plainArticle: string;
  readonly oursMs: readonly number[];
  readonly plainMs: readonly number[];
}

const MAX_RUNS = 51;
const ENOUGH_MS = 400;

/** With names for the page's own images, as the capture script requests them. */
const capture = () => captureDocument(document, { inlineImages: new Map() });
const parse = () => new Readability(document.cloneNode(true) as Document).parse();

/**
 * Captures the page in both ways, in turns, after one warm-up run of each: at least `runs` times,
 * and more often for a fast page, because the clock has a resolution of 0.1 ms.
 */
export function measure(runs: number): PageMeasurement {
  capture(); // The first run compiles.
  let parsed = parse();
  const [oursMs, plainMs]: [number[], number[]] = [[], []];
  const ours = () => oursMs.push(timed(capture));
  const plain = () => plainMs.push(timed(() => (parsed = parse())));
  const until = performance.now() + ENOUGH_MS;
  for (let run = 0; run < runs || (run < MAX_RUNS && performance.now() < until); run += 1) {
    // Each side goes first equally often.
    for (const side of run % 2 === 0 ? [ours, plain] : [plain, ours]) side();
  }
  // With the page's own images, as the server receives it.
  return { article: articleHtml(), plainArticle: parsed?.content ?? '', oursMs, plainMs };
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Returns the HTML of the page's article; empty if there is none. */
export const articleHtml = (): string => {
  const outcome = captureDocument(document);
  return (outcome.kind === 'captured' && outcome.capture.article?.html) || '';
};
