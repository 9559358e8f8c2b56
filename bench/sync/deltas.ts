import { createClient, createSender } from '../../src/service';
import type { ExtensionBrowser } from '../extension-browser';
import { type Figure, inTurns, rounded } from '../figure';
import type * as benchPageScript from './bench-page';
import { type CountingProxy, countingProxy } from './counting-proxy';
import { type BenchServer, baseAt } from './servers';

type SyncBrowser = ExtensionBrowser<typeof benchPageScript>;

const CHANGED = 10;
const MAX_RATIO = 1.3;
const MIN_RUNS = 21;

type Side = 'many' | 'few';

/** Measures a round of sync that finds ten changed bookmarks, in a large and in a small library. */
export async function* deltaFigures(
  browser: SyncBrowser,
  servers: Readonly<Record<Side, BenchServer>>,
  runs: number,
): AsyncGenerator<Figure> {
  const n = Math.max(runs, MIN_RUNS);
  const sides = {
    many: await sideOf(browser, servers.many, 'many'),
    few: await sideOf(browser, servers.few, 'few'),
  };
  const measure = (side: Side) => sides[side].timeDelta();
  for (const side of ['many', 'few'] as const) await measure(side);
  const ms = await inTurns<Side>(['many', 'few'], n, measure);
  const [many, few] = [sides.many.size, sides.few.size];
  const value = rounded(ms.many / ms.few);
  yield {
    bench: 'sync',
    case: `delta of ${CHANGED} in ${many}: ${rounded(ms.many)} ms`,
    value,
    unit: 'x',
    floor: `delta of ${CHANGED} in ${few}: ${rounded(ms.few)} ms`,
    aim: `<=${MAX_RATIO}`,
    met: value <= MAX_RATIO,
    n,
  };
  await using line = await countingProxy(servers.many.port);
  const bytes = await sides.many.countDelta(line);
  yield {
    bench: 'sync',
    case: `bytes on the wire of a delta of ${CHANGED}`,
    value: bytes.wire,
    unit: 'B',
    floor: `the changed bookmarks as JSON: ${bytes.payload} bytes`,
    n: 1,
  };
}

/** Makes a server and a library in sync with it. */
async function sideOf(browser: SyncBrowser, { connection }: BenchServer, account: string) {
  const first = await browser.at('round', { connection, account });
  const client = createClient(createSender(connection));
  const list = await client.sync.list();
  if (!list.ok || list.value.status !== 200) throw new Error('The server has no list');
  const ids = list.value.body.map(({ id }) => id).slice(0, CHANGED);
  let turn = 0;
  const change = async () => {
    turn += 1;
    let payload = 0;
    for (const id of ids) {
      const done = await client.bookmarks.update(id, { title: `Changed, time ${turn}` });
      const read = await client.bookmarks.read(id);
      if (!done.ok || !read.ok) throw new Error('A bookmark could not be changed');
      payload += JSON.stringify(read.value.body).length;
    }
    return payload;
  };
  return {
    size: first.bookmarks,
    /** Changes some bookmarks on the server and returns the time of the next round in ms. */
    async timeDelta(): Promise<number> {
      await change();
      return (await browser.at('round', { connection, account })).ms;
    },
    async countDelta(line: CountingProxy) {
      const payload = await change();
      const through = { ...connection, base: baseAt(line.port) };
      await browser.at('round', { connection: through, account });
      return { wire: line.bytes(), payload };
    },
  };
}
