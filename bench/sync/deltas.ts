import { createClient, createSender } from '../../src/service';
import type { BenchBrowser } from '../browser';
import { type Figure, figuresOf, inTurns, median, rounded } from '../figure';
import { countingProxy } from './counting-proxy';
import { type BenchServer, baseAt } from './server';

const CHANGED = 10;
const MIN_RUNS = 21;
const SIDES = ['many', 'few'] as const;
type Side = (typeof SIDES)[number];
const { value } = figuresOf('sync');

/** Measures a round of sync that finds ten changed bookmarks, in a large and in a small library. */
export async function* deltaFigures(
  browser: BenchBrowser,
  servers: Readonly<Record<Side, BenchServer>>,
  runs: number,
): AsyncGenerator<Figure> {
  const n = Math.max(runs, MIN_RUNS);
  const [many, few] = [await sideOf(servers.many), await sideOf(servers.few)];
  const sides = { many, few };
  const round = (account: Side, connection = servers[account].connection) =>
    browser.call('round', { connection, account });
  const sizes = {
    many: (await round('many')).bookmarks,
    few: (await round('few')).bookmarks,
  };
  const times = await inTurns(
    SIDES,
    n,
    async (side) => {
      await sides[side].change();
      return (await round(side)).ms;
    },
    1,
  );
  const ms = { many: median(times.many), few: median(times.few) };
  const nameOf = (side: Side) => `delta of ${CHANGED} in ${sizes[side]}: ${rounded(ms[side])} ms`;
  yield value(nameOf('many'), [ms.many / ms.few, 'x'], n, nameOf('few'), { atMost: 1.3 });

  await using line = await countingProxy(servers.many.port);
  const payload = await many.change();
  await round('many', { ...servers.many.connection, base: baseAt(line.port) });
  const name = `bytes on the wire of a delta of ${CHANGED}`;
  yield value(name, [line.bytes(), 'B'], 1, `the changed bookmarks as JSON: ${payload} bytes`);
}

async function sideOf({ connection }: BenchServer) {
  const client = createClient(createSender(connection));
  const list = await client.sync.list();
  if (!list.ok || list.value.status !== 200) throw new Error('The server has no list');
  const ids = list.value.body.map(({ id }) => id).slice(0, CHANGED);
  let turn = 0;
  return {
    /** Changes some bookmarks on the server, and returns their size as JSON. */
    async change(): Promise<number> {
      turn += 1;
      let payload = 0;
      for (const id of ids) {
        const done = await client.bookmarks.update(id, { title: `Changed, time ${turn}` });
        const read = await client.bookmarks.read(id);
        if (!done.ok || !read.ok) throw new Error('A bookmark could not be changed');
        payload += JSON.stringify(read.value.body).length;
      }
      return payload;
    },
  };
}
