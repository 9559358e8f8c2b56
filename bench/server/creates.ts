import { type Figure, median, rounded } from '../figure';
import { requestText } from './connection';
import { sendAll } from './load';
import { createWords } from './random-text';
import { headersOf, ratioFigure, type Sides } from './sides';

const COUNT = 1000;
const AT_ONCE = 64;
const WORDS_IN_PAGE = 1600;

/**
 * Creates bookmarks with their pages, 64 at a time. Each is acknowledged after it is on the disk.
 */
export async function* createFigures(sides: Sides): AsyncGenerator<Figure> {
  const { floor, leafmark, library, size, runs } = sides;
  const words = createWords(size);
  const requests = (path: string, run: number) =>
    Array.from({ length: COUNT }, (_, n) => {
      const html = `<title>${n}</title><p>${words.text(WORDS_IN_PAGE)}`;
      const body = JSON.stringify({ url: `https://example.org/${size}/${run}/${n}`, html });
      const headers = { ...headersOf(library), 'content-type': 'application/json' };
      return requestText('POST', path, headers, body);
    });
  const floors: number[] = [];
  const ratios: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const plainMs = await sendAll(floor.port, requests('/', run), AT_ONCE);
    const ms = await sendAll(leafmark.port, requests('/api/bookmarks', run), AT_ONCE);
    if (run === 0) continue; // Warm-up: code that has not run before.
    floors.push(plainMs);
    ratios.push(ms / plainMs);
  }
  const floorMs = rounded(median(floors));
  const beside = `node:http that appends the same bytes, one sync for all that wait: ${floorMs} ms`;
  yield ratioFigure(`${COUNT} creates over HTTP beside ${size}`, ratios, beside);
}
