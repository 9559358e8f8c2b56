import type { ExtensionBrowser } from '../extension-browser';
import { type Figure, median, rounded } from '../figure';
import type * as benchPageScript from './bench-page';
import type { BenchServer } from './servers';

const MIN_RUNS = 3;
const MIN_PER_SECOND = 100;

/**
 * Measures the first sync of a library with imported addresses to an empty server, beside the bare
 * requests that create them.
 */
export async function* firstPushFigures(
  browser: ExtensionBrowser<typeof benchPageScript>,
  emptyServer: () => Promise<BenchServer>,
  count: number,
  runs: number,
): AsyncGenerator<Figure> {
  const n = Math.max(runs, MIN_RUNS);
  const times: number[] = [];
  const bare: number[] = [];
  for (let run = 0; run < n; run += 1) {
    await using server = await emptyServer();
    const account = `push ${run}`;
    await browser.at('addAddresses', account, count);
    const { ms, bookmarks } = await browser.at('round', { ...server, account });
    if (bookmarks !== count) throw new Error(`Sent ${bookmarks} of ${count} bookmarks`);
    await browser.at('close', account);
    times.push(ms);
    await using other = await emptyServer();
    bare.push(await browser.at('createAddresses', other.connection, count));
  }
  const perSecond = rounded(count / (median(times) / 1000));
  yield {
    bench: 'sync',
    case: `first sync of ${count} bookmarks to an empty server`,
    value: perSecond,
    unit: '/s',
    floor: `the same requests without a library: ${rounded(count / (median(bare) / 1000))}/s`,
    aim: `>=${MIN_PER_SECOND}`,
    met: perSecond >= MIN_PER_SECOND,
    n,
  };
}
