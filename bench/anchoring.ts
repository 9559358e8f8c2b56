import { measureLivePage } from './anchoring/live-page';
import { measureQuality } from './anchoring/quality';
import { measureSpeed } from './anchoring/speed';
import { readCorpus } from './capture/corpus';
import { type Bench, NEEDS_CORPUS, NothingToMeasure } from './figure';

/**
 * Measures how many highlights are found again in pages of `--corpus`, after changes and between page
 * and article, the time for 1,000 highlights in 1 MB of text, and the longest task of a live page with
 * them. `--only speed`, `--only live` and `--only quality` measure one of these, and `--only browser`
 * measures the quality in real Chromium. `--only tuning` measures the quality in the half of the pages
 * that may be used for tuning, and `--only repetitive` in pages with repetitive lines, without a corpus.
 */
export const anchoringBench: Bench = async function* ({ corpus, runs, only }) {
  if (only === '' || only === 'speed') yield* measureSpeed(runs);
  if (only === '' || only === 'live') yield* measureLivePage(runs);
  if (only === 'speed' || only === 'live') return;
  if (only === 'repetitive') {
    yield* measureQuality([], { isInBrowser: false, isTuning: false });
    return;
  }
  if (corpus === null) throw new NothingToMeasure(NEEDS_CORPUS);
  const pages = await readCorpus(corpus);
  if (pages.length === 0) {
    throw new NothingToMeasure(`there is no page in ${corpus} (docs/benchmarks.md says what is).`);
  }
  yield* measureQuality(pages, { isInBrowser: only === 'browser', isTuning: only === 'tuning' });
};
