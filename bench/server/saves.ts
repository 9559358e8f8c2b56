import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Figure } from '../figure';
import type { SaveTimes } from './programs/saves';
import { ratio } from './sides';

/**
 * Writes bookmarks with articles of 12 kB to a new database, 64 at a time. Measures the time until
 * all are acknowledged and until all can be searched.
 */
export async function* saveFigures(program: string, runs: number): AsyncGenerator<Figure> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(runs + 1)]);
  // Warm-up: code that has not run before.
  const lines = stdout.trim().split('\n').slice(1);
  const times = lines.map((line) => JSON.parse(line) as SaveTimes);
  const of = (key: keyof SaveTimes) => times.map((time) => time[key]);
  const floor = [
    'the same bytes appended to a file, a sync for each 64',
    of('appendedMs'),
  ] as const;
  yield ratio('5000 saved, acknowledged', of('acknowledgedMs'), floor, { atMost: 3.2 });
  yield ratio('5000 saved, all indexed', of('indexedMs'), floor, { atMost: 12 });
}
