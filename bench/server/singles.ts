import { type Figure, median, rounded } from '../figure';
import { Connection, requestText } from './connection';
import { latencies } from './load';
import { headersOf, ratioFigure, type Sides } from './sides';

const COUNT = 500;
const AT_MOST = 2;

type Requests = (run: number) => readonly string[];

/** Reads, changes and creates single bookmarks, one request after another. */
export async function* singleFigures(sides: Sides): AsyncGenerator<Figure> {
  const { bare, leafmark, library, size, runs } = sides;
  const ids = await idsOf(sides);
  const own = headersOf(library);
  const each = (toText: (n: number) => string) =>
    Array.from({ length: COUNT }, (_, n) => toText(n));
  const path = (n: number) => `/api/bookmarks/${ids[n % ids.length]}`;
  const json = { ...own, 'content-type': 'application/json' };
  // A new value each time, because SQLite does not write unchanged rows.
  const marked = (run: number, n: number) =>
    JSON.stringify({ is_marked: (run + Math.floor(n / ids.length)) % 2 === 0 });
  const address = (run: number, n: number) =>
    JSON.stringify({ url: `https://example.org/single/${size}/${run}/${n}` });
  const cases: Readonly<Record<string, Requests>> = {
    'a bookmark read': () => each((n) => requestText('GET', path(n), own)),
    'a bookmark changed': (run) => each((n) => requestText('PATCH', path(n), json, marked(run, n))),
    'a bookmark created': (run) =>
      each((n) => requestText('POST', '/api/bookmarks', json, address(run, n))),
  };
  for (const [name, requests] of Object.entries(cases)) {
    const floors: number[] = [];
    const ratios: number[] = [];
    for (let run = -1; run < runs; run += 1) {
      const floorMs = median(await latencies(bare.port, requests(run)));
      const ms = median(await latencies(leafmark.port, requests(run)));
      if (run < 0) continue; // Warm-up: code that has not run before.
      floors.push(floorMs);
      ratios.push(ms / floorMs);
    }
    const beside = `bare Hono with one prepared statement: ${rounded(median(floors))} ms`;
    yield ratioFigure(`${name} of ${size}`, ratios, beside, { atMost: AT_MOST });
  }
}

async function idsOf({ leafmark, library }: Sides): Promise<readonly string[]> {
  const connection = await Connection.open(leafmark.port);
  const ask = requestText('GET', '/api/bookmarks?limit=100', headersOf(library));
  const { body } = await connection.ask(ask);
  connection.close();
  return (JSON.parse(body.toString()) as { id: string }[]).map(({ id }) => id);
}
