import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Figure, median } from '../figure';
import { Connection, requestText } from './connection';
import { answersPerSecond } from './load';
import { headersOf, ratioFigure, type Sides } from './sides';

const PATH = '/api/bookmarks?limit=50';
const MS = 2000;

/** Requests the list of 50 without pauses: unchanged, and made anew each time. */
export async function* listFigures(sides: Sides): AsyncGenerator<Figure> {
  const { floor, leafmark, library, size, runs } = sides;
  const headers = headersOf(library);
  await writeFile(join(library.folder, 'body'), await bodyOf(sides));
  const plain = requestText('GET', '/body', headers);
  const same = requestText('GET', PATH, headers);
  // An unknown parameter, so that no response is cached.
  const another = (n: number) => requestText('GET', `${PATH}&n=${n}`, headers);
  const floors: number[] = [];
  const unchanged: number[] = [];
  const anew: number[] = [];
  let sent = 0;
  for (let run = 0; run <= runs; run += 1) {
    const rate = await answersPerSecond(floor.port, () => plain, MS);
    const ofSame = await answersPerSecond(leafmark.port, () => same, MS);
    const ofAnother = await answersPerSecond(leafmark.port, () => another(sent++), MS);
    if (run === 0) continue; // Warm-up: code that has not run before.
    floors.push(rate);
    unchanged.push(ofSame / rate);
    anew.push(ofAnother / rate);
  }
  const beside = `plain node:http with the same bytes: ${Math.round(median(floors))} a second`;
  yield ratioFigure(`list of 50 of ${size}, nothing changed`, unchanged, beside, { atLeast: 0.6 });
  yield ratioFigure(`list of 50 of ${size}, made anew`, anew, beside, { atLeast: 0.22 });
}

async function bodyOf({ leafmark, library }: Sides): Promise<Buffer> {
  const connection = await Connection.open(leafmark.port);
  const { body, status } = await connection.ask(requestText('GET', PATH, headersOf(library)));
  connection.close();
  if (status !== 200) throw new Error(`The server responded with status ${status}`);
  return body;
}
