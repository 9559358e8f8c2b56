import { Readability } from '@mozilla/readability';
import { openHtml } from '../../server/extraction/reading/server-dom';
import { type CaptureOutcome, captureDocument, type ExtractionWays } from '../../src/capture';
import type { CaptureReport } from '../../src/domain';
import type { CorpusPage } from '../capture/corpus';
import { median } from '../figure';

/** One extraction of a page and the time it took. */
export interface Extracted {
  /** Empty when there is no article. */
  readonly html: string;
  readonly ms: number;
  /** Of each run of the capture. */
  readonly stepsMs: readonly CaptureReport['durationsMs'][];
}

/** Extracts the article of a page on the server's DOM. `ways` has what finds and cleans it. */
export function captureOnServer(
  { html, url }: CorpusPage,
  runs: number,
  ways: ExtractionWays = {},
): Extracted {
  const { document, window } = openHtml(html, url);
  const stepsMs: CaptureReport['durationsMs'][] = [];
  const extracted = timed(runs, () => {
    const outcome = captureDocument(document, {
      window,
      ways,
    });
    if (outcome.kind !== 'captured') return '';
    stepsMs.push(outcome.capture.report.durationsMs);
    return outcome.capture.article?.html ?? '';
  });
  return { ...extracted, stepsMs };
}

/** Extracts the article of a page in each of several ways. The page is parsed once. */
export function captureInWays(
  { html, url }: Pick<CorpusPage, 'html' | 'url'>,
  sides: readonly ExtractionWays[],
): string[] {
  const { document, window } = openHtml(html, url);
  return sides.map((ways) => articleOf(captureDocument(document, { window, ways })));
}

/**
 * Extracts the article of a page in pairs: with all there is, and in another way, each first in turn.
 * Returns the ratios of the processor times for each of `sides`, one for each run: other load on the
 * machine does not count.
 */
export function timeInPairs(
  { html, url }: CorpusPage,
  runs: number,
  sides: readonly ExtractionWays[],
): number[][] {
  const { document, window } = openHtml(html, url);
  const timeOf = (ways: ExtractionWays): number => {
    const start = process.cpuUsage();
    captureDocument(document, { window, ways });
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  timeOf({}); // The first run compiles.
  const ratios: number[][] = sides.map(() => []);
  for (let run = 0; run < runs; run += 1) {
    for (const [at, ways] of sides.entries()) {
      if ((run + at) % 2 === 0) {
        const all = timeOf({});
        ratios[at]!.push(timeOf(ways) / all);
      } else {
        const without = timeOf(ways);
        ratios[at]!.push(without / timeOf({}));
      }
    }
  }
  return ratios;
}

const articleOf = (outcome: CaptureOutcome): string =>
  (outcome.kind === 'captured' && outcome.capture.article?.html) || '';

/** Runs plain Readability on the server's DOM. */
export function readabilityOnServer({ html, url }: CorpusPage, runs: number): Extracted {
  const { document } = openHtml(html, url);
  return timed(runs, () => {
    const copy = document.cloneNode(true) as Document;
    return new Readability(copy).parse()?.content ?? '';
  });
}

function timed(runs: number, extract: () => string): Extracted {
  let html = '';
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    html = extract();
    return performance.now() - start;
  });
  return { html, ms: median(times), stepsMs: [] };
}

/** Parses an article to compare it. */
export const openArticle = (html: string, url: string): Element =>
  openHtml(html, url).document.body;
