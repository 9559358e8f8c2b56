import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, inTurns, median } from '../figure';
import { requestText } from './connection';
import { answersPerSecond, askOnce } from './load';
import { headersOf, type Sides, value } from './sides';

const PATH = '/api/bookmarks?limit=50';
const MS = 2000;

/** Requests the list of 50 without pauses: unchanged, and made anew each time. */
export async function* listFigures(sides: Sides): AsyncGenerator<Figure> {
  const { floor, leafmark, library, size, runs } = sides;
  const headers = headersOf(library);
  const get = (path: string) => requestText('GET', path, headers);
  await writeFile(join(library.folder, 'body'), await askOnce(leafmark.port, get(PATH)));
  const [plain, same] = [get('/body'), get(PATH)];
  let sent = 0;
  const kinds = {
    plain: () => answersPerSecond(floor.port, () => plain, MS),
    same: () => answersPerSecond(leafmark.port, () => same, MS),
    // An unknown parameter, so that no response is cached.
    anew: () => answersPerSecond(leafmark.port, () => get(`${PATH}&n=${sent++}`), MS),
  };
  const rates = await inTurns(['plain', 'same', 'anew'], runs, (kind) => kinds[kind](), 1);
  const perSecond = median(rates.plain);
  const beside = `plain node:http with the same bytes: ${Math.round(perSecond)} a second`;
  for (const [kind, what, atLeast] of [
    ['same', 'nothing changed', 0.6],
    ['anew', 'made anew', 0.22],
  ] as const) {
    const share = [median(rates[kind]) / perSecond, 'x'] as const;
    yield value(`list of 50 of ${size}, ${what}`, share, runs, beside, { atLeast });
  }
}
