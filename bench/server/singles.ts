import { type Figure, inTurns, median } from '../figure';
import { requestText } from './connection';
import { askOnce, latencies } from './load';
import { headersOf, ratio, type Sides } from './sides';

const COUNT = 500;
const NUMBERS = Array.from({ length: COUNT }, (_, n) => n);

type Request = (run: number, n: number) => string;

/** Reads, changes and creates single bookmarks, one request after another. */
export async function* singleFigures(sides: Sides): AsyncGenerator<Figure> {
  const { bare, leafmark, library, size, runs } = sides;
  const own = headersOf(library);
  const list = requestText('GET', '/api/bookmarks?limit=100', own);
  const answer = (await askOnce(leafmark.port, list)).toString();
  const ids = (JSON.parse(answer) as { id: string }[]).map(({ id }) => id);
  const path = (n: number) => `/api/bookmarks/${ids[n % ids.length]}`;
  const json = { ...own, 'content-type': 'application/json' };
  // A new value each time, because SQLite does not write unchanged rows.
  const marked = (run: number, n: number) =>
    JSON.stringify({ is_marked: (run + Math.floor(n / ids.length)) % 2 === 0 });
  const address = (run: number, n: number) =>
    JSON.stringify({ url: `https://example.org/single/${size}/${run}/${n}` });
  const cases: Readonly<Record<string, Request>> = {
    'a bookmark read': (_, n) => requestText('GET', path(n), own),
    'a bookmark changed': (run, n) => requestText('PATCH', path(n), json, marked(run, n)),
    'a bookmark created': (run, n) => requestText('POST', '/api/bookmarks', json, address(run, n)),
  };
  const ports = { bare: bare.port, leafmark: leafmark.port };
  for (const [name, request] of Object.entries(cases)) {
    const measure = async (side: keyof typeof ports, run: number) =>
      median(
        await latencies(
          ports[side],
          NUMBERS.map((n) => request(run, n)),
        ),
      );
    const times = await inTurns(['bare', 'leafmark'], runs, measure, 1);
    const floor = ['bare Hono with one prepared statement', times.bare] as const;
    yield ratio(`${name} of ${size}`, times.leafmark, floor, { atMost: 2 });
  }
}
