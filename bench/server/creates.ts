import { type Figure, inTurns } from '../figure';
import { createWords } from '../random';
import { requestText } from './connection';
import { sendAll } from './load';
import { headersOf, ratio, type Sides } from './sides';

const COUNT = 1000;
const AT_ONCE = 64;
const WORDS_IN_PAGE = 1600;

/**
 * Creates bookmarks with their pages, 64 at a time. Each is acknowledged after it is on the disk.
 */
export async function* createFigures(sides: Sides): AsyncGenerator<Figure> {
  const { floor, leafmark, library, size, runs } = sides;
  const words = createWords(size);
  const headers = { ...headersOf(library), 'content-type': 'application/json' };
  const requests = (path: string, run: number) =>
    Array.from({ length: COUNT }, (_, n) => {
      const html = `<title>${n}</title><p>${words.text(WORDS_IN_PAGE)}`;
      const body = JSON.stringify({ url: `https://example.org/${size}/${run}/${n}`, html });
      return requestText('POST', path, headers, body);
    });
  const ports = { '/': floor.port, '/api/bookmarks': leafmark.port };
  const times = await inTurns(
    ['/', '/api/bookmarks'],
    runs,
    (path, run) => sendAll(ports[path], requests(path, run), AT_ONCE),
    1,
  );
  const reference = 'node:http that appends the same bytes, one sync for all that wait';
  const name = `${COUNT} creates over HTTP beside ${size}`;
  yield ratio(name, times['/api/bookmarks'], [reference, times['/']]);
}
