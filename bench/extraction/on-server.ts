import { Readability } from '@mozilla/readability';
import { openHtml } from '../../server/extraction/reading/server-dom';
import { captureDocument, type ExtractionWays } from '../../src/capture';
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

/**
 * Extracts the article of a page with each list of ways in turns. `ms` is the time of the fastest
 * run, because the time of one stage is less than the noise between the others.
 */
export function captureInTurns(
  { html, url }: CorpusPage,
  runs: number,
  sides: readonly ExtractionWays[],
): Pick<Extracted, 'html' | 'ms'>[] {
  const { document, window } = openHtml(html, url);
  const results = sides.map((ways) => ({ ways, html: '', ms: Number.POSITIVE_INFINITY }));
  for (let run = 0; run < runs; run += 1) {
    for (const result of run % 2 === 0 ? results : results.toReversed()) {
      const start = performance.now();
      const outcome = captureDocument(document, { window, ways: result.ways });
      result.ms = Math.min(result.ms, performance.now() - start);
      result.html = (outcome.kind === 'captured' && outcome.capture.article?.html) || '';
    }
  }
  return results;
}

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
