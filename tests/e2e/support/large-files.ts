import { readdirSync, readFileSync } from 'node:fs';
import { type Row, written } from '../../formats/imports/writers.ts';
import type { ScreenPage } from './screen-page.ts';

/** In characters. 250,000 rows with such a title are a file of about 100 MB. */
const LONG_TITLE = 300;
const PADDING = 'A title that is longer than most. '.repeat(10).slice(0, LONG_TITLE);

/** Writes a file of a format with so many rows. */
export async function largeFile(
  format: Parameters<typeof written>[0],
  count: number,
  isPadded: boolean,
): Promise<Uint8Array> {
  const rows = Array.from(
    { length: count },
    (_, at): Row => ({
      url: `https://large.example/${at}`,
      title: isPadded ? `${at} ${PADDING}` : `${at}`,
      created: '2026-01-01T00:00:00Z',
    }),
  );
  return new Uint8Array(await (await written(format, rows)).arrayBuffer());
}

/** Begins to record the longest task of a page. */
export const watchTasks = (page: ScreenPage): Promise<void> =>
  page.evaluate(() => {
    const world = window as typeof window & { longestTask?: number };
    world.longestTask = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        world.longestTask = Math.max(world.longestTask ?? 0, duration);
      }
    }).observe({ type: 'longtask' });
  });

/** The longest task in ms; 0 if none was longer than 50 ms. */
export const longestTask = (page: ScreenPage): Promise<number> =>
  page.evaluate(() => (window as typeof window & { longestTask?: number }).longestTask ?? 0);

/**
 * The most memory of the browser's process for the extension so far, in MB. It has the pages, the
 * background and their workers.
 */
export const peakMemory = (page: ScreenPage): number => memoryOf(page, /^VmHWM:\s+(\d+) kB/m);

/** Its memory now. */
export const memoryNow = (page: ScreenPage): number => memoryOf(page, /^VmRSS:\s+(\d+) kB/m);

function memoryOf(page: ScreenPage, field: RegExp): number {
  const root = page.page.browser().process()?.pid;
  const peaks = processesBelow(root ?? 0).flatMap((pid) => {
    const isOfExtension =
      read(`/proc/${pid}/cmdline`).includes('--extension-process') ||
      read(`/proc/${pid}/comm`).startsWith('WebExtensions');
    const peak = field.exec(read(`/proc/${pid}/status`))?.[1];
    return isOfExtension && peak !== undefined ? [Number(peak) / 1000] : [];
  });
  return Math.round(Math.max(0, ...peaks));
}

function processesBelow(root: number): readonly number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    const parent = /^PPid:\s+(\d+)/m.exec(/^\d+$/.test(name) ? read(`/proc/${name}/status`) : '');
    return parent === null ? [] : [{ pid: Number(name), parent: Number(parent[1]) }];
  });
  const found = [root];
  for (const above of found) {
    found.push(...parents.filter(({ parent }) => parent === above).map(({ pid }) => pid));
  }
  return found;
}

/** Returns an empty text for a process that has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
