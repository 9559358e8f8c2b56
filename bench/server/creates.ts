import { type Figure, rounded } from '../figure';
import { requestText } from './connection';
import { sendAll } from './load';
import { headersOf, ratioFigure, type Sides } from './sides';
import { createWords } from './words';

const COUNT = 5000;
const AT_ONCE = 64;
const WORDS_IN_PAGE = 1600;

/** Bookmarks with their pages, 64 at a time, each answered once it is on the disk. */
export async function* createFigures(sides: Sides): AsyncGenerator<Figure> {
  const { floor, leafmark, library, size } = sides;
  const words = createWords(size);
  const requests = (path: string) =>
    Array.from({ length: COUNT }, (_, n) => {
      const html = `<title>${n}</title><p>${words.text(WORDS_IN_PAGE)}`;
      const body = JSON.stringify({ url: `https://example.org/${size}/${n}`, html });
      const headers = { ...headersOf(library), 'content-type': 'application/json' };
      return requestText('POST', path, headers, body);
    });
  const plainMs = await sendAll(floor.port, requests('/'), AT_ONCE);
  const ms = await sendAll(leafmark.port, requests('/api/bookmarks'), AT_ONCE);
  const beside = `node:http that appends the same bytes, one sync for all that wait: ${rounded(plainMs)} ms`;
  yield ratioFigure(`${COUNT} creates over HTTP beside ${size}`, [ms / plainMs], beside);
}
