import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Figure } from './figure';
import { startChild } from './server/child';
import { createFigures } from './server/creates';
import { fillDatabase } from './server/database';
import { listFigures } from './server/lists';
import { pageFigures } from './server/pages';
import { buildPrograms } from './server/programs';
import { saveFigures } from './server/saves';
import { searchFigures } from './server/searches';
import type { Sides } from './server/sides';
import { singleFigures } from './server/singles';
import { streamFigures } from './server/streams';

const SIZES = [10_000, 100_000];

/** Creates come last because their background jobs would affect the other measurements. */
const CASES: Readonly<Record<string, (sides: Sides) => AsyncGenerator<Figure>>> = {
  list: listFigures,
  search: searchFigures,
  stream: streamFigures,
  single: singleFigures,
  create: createFigures,
};

/**
 * Compares the server on SQLite with a minimal one in the same run: lists, ranked searches, the
 * sync stream, single bookmarks and creates, with 10,000 and 100,000 bookmarks. It also measures
 * the start of the whole server, the time until a page is loaded, and its memory. `--only list`
 * selects one of them.
 */
export const serverBench: Bench = async function* ({ runs, only }) {
  const programs = await buildPrograms();
  if ('page'.includes(only)) yield* pageFigures(runs);
  if ('save'.includes(only)) yield* saveFigures(programs.saves, runs);
  const cases = Object.keys(CASES).filter((name) => name.includes(only));
  if (cases.length === 0) return;
  for (const size of SIZES) {
    const folder = await mkdtemp(join(tmpdir(), 'leafmark-bench-'));
    try {
      const library = await fillDatabase(folder, size);
      await using floor = await startChild(programs.floor, [folder]);
      await using bare = await startChild(programs.bare, [folder]);
      await using leafmark = await startChild(programs.leafmark, [folder]);
      for (const name of cases) yield* CASES[name]!({ floor, bare, leafmark, library, size, runs });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
};
