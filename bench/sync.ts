import { ExtensionBrowser } from './extension-browser';
import type { Bench } from './figure';
import { corpusArticles, madeArticles } from './sync/articles';
import type * as benchPageScript from './sync/bench-page';
import { deltaFigures } from './sync/deltas';
import { firstPushFigures } from './sync/first-push';
import { firstSyncFigures } from './sync/first-syncs';
import { createServers } from './sync/servers';

const MANY = 10_000;
const PUSHED = 5_000;
const FEW = 100;

/**
 * Measures sync in real Chromium with the companion server in its own process: the first sync of
 * 10,000 bookmarks with articles beside its minimum, that of 5,000 bookmarks to an empty server, a delta of ten in 10,000 beside one of ten in
 * 100, and the transferred bytes beside their payload.
 */
export const syncBench: Bench = async function* ({ corpus, runs, only, size }) {
  const serverWith = await createServers(corpus ? await corpusArticles(corpus) : madeArticles());
  const count = size ?? MANY;
  await using browser = await ExtensionBrowser.open<typeof benchPageScript>('sync/bench-page.ts');
  if ('push'.includes(only)) {
    yield* firstPushFigures(browser, () => serverWith(0), size ?? PUSHED, runs);
  }
  if (only === 'push') return;
  await using many = await serverWith(count);
  if ('first sync'.includes(only)) yield* firstSyncFigures(browser, many, count, runs);
  if (!'delta'.includes(only)) return;
  await using few = await serverWith(FEW);
  yield* deltaFigures(browser, { many, few }, runs);
};
