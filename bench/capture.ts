import { readCorpus } from './capture/corpus';
import { measureAll, startPageRunner } from './capture/page-runner';
import { browserTimes, sameOnServer } from './capture/timing';
import { type Bench, NEEDS_CORPUS, NothingToMeasure } from './figure';

const BENCH = 'capture';

/**
 * Compares the time of the whole capture without images with that of plain Readability on the same
 * pages, and the article with that on the server's DOM. It runs in real Chromium on the pages of
 * `--corpus`. `extraction` measures the articles.
 */
export const captureBench: Bench = async function* ({ corpus, runs, only }) {
  if (corpus === null) throw new NothingToMeasure(NEEDS_CORPUS);
  const pages = (await readCorpus(corpus)).filter(({ name }) => name.includes(only));
  if (pages.length === 0) {
    const which = only === '' ? 'no page' : `no page whose name holds "${only}"`;
    throw new NothingToMeasure(`there is ${which} in ${corpus} (docs/benchmarks.md says what is).`);
  }
  await using runner = await startPageRunner();
  const results = await measureAll(pages, async (page) => {
    const measured = await runner.measure(page, runs);
    return measured && { name: page.name, page, article: measured.article, measured };
  });
  yield* browserTimes(BENCH, results);
  yield sameOnServer(BENCH, results);
};
