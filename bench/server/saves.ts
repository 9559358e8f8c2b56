import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Figure, median, rounded } from '../figure';
import type { SaveTimes } from './programs/saves';
import { ratioFigure } from './sides';

/**
 * Writes bookmarks with articles of 12 kB to a new database, 64 at a time. Measures the time until
 * all are acknowledged and until all can be searched.
 */
export async function* saveFigures(program: string, runs: number): AsyncGenerator<Figure> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(runs + 1)]);
  const turns = stdout.trim().split('\n');
  // Warm-up: code that has not run before.
  const times = turns.slice(1).map((line) => JSON.parse(line) as SaveTimes);
  const floorMs = rounded(median(times.map(({ appendedMs }) => appendedMs)));
  const beside = `the same bytes appended to a file, a sync for each 64: ${floorMs} ms`;
  const ratios = (of: 'acknowledgedMs' | 'indexedMs') =>
    times.map((time) => time[of] / time.appendedMs);
  yield ratioFigure('5000 saved, acknowledged', ratios('acknowledgedMs'), beside, { atMost: 3.2 });
  yield ratioFigure('5000 saved, all indexed', ratios('indexedMs'), beside, { atMost: 12 });
}
