import { dayOf, mondayOf, type Streaks, streaksOf } from '../../domain/calendar';
import { ok } from '../../domain/result';
import { contentsRepository } from '../contents/contents';
import { type Written, write } from '../database/commit';
import { BEFORE_ALL, inSteps, type TimeKey } from '../database/in-steps';
import type { LibraryDatabase } from '../database/schema';
import { repository, type Store } from '../database/store';

/** The pages that were saved in a week. */
export interface WeekOfPages {
  /** The number of its Monday (`dayOf`). */
  readonly monday: number;
  readonly pages: number;
  /** The words of these pages. */
  readonly words: number;
  /** The reading time of these pages. */
  readonly minutes: number;
  readonly highlights: number;
}

export interface SiteOfPages {
  /** The host name. */
  readonly site: string;
  readonly pages: number;
  readonly minutes: number;
}

/** Figures about the bookmarks outside the trash. */
export interface Statistics {
  readonly pages: number;
  readonly words: number;
  readonly minutes: number;
  /** Pages that were read to the end, or that a person, an import or another client marked so. */
  readonly read: number;
  readonly highlights: number;
  /** The last `WEEKS` weeks, oldest first; the last one is the current week. */
  readonly weeks: readonly WeekOfPages[];
  /** The `MAX_SITES` sites with the most pages. */
  readonly sites: readonly SiteOfPages[];
  /** The number of sites with at least one page. */
  readonly siteCount: number;
  /** The days on which something was read, as numbers (`dayOf`), in their order. */
  readonly readingDays: readonly number[];
  readonly streaks: Streaks;
}

/** A year. */
const WEEKS = 52;
const MAX_SITES = 12;
/** Ten years. */
const MAX_READING_DAYS = 3653;

export type StatisticsRepository = ReturnType<typeof statisticsRepository>;

export const statisticsRepository = repository({ read: readStatistics, markReading });

type CountedSite = { -readonly [Field in keyof SiteOfPages]: SiteOfPages[Field] };

/** Reads the contents of the library in memory and the times of highlights. */
async function readStatistics(store: Store): Promise<Statistics> {
  const today = dayOf(store.now());
  const firstMonday = mondayOf(today) - 7 * (WEEKS - 1);
  const weeks = Array.from({ length: WEEKS }, (_, at) => ({
    monday: firstMonday + 7 * at,
    pages: 0,
    words: 0,
    minutes: 0,
    highlights: 0,
  }));
  const weekOf = (at: number) => weeks[Math.floor((dayOf(at) - firstMonday) / 7)];
  const sites = new Map<string, CountedSite>();
  const totals = { pages: 0, words: 0, minutes: 0, read: 0 };
  await contentsRepository(store).visit(({ site, created, words, minutes, progress }) => {
    totals.pages += 1;
    totals.words += words;
    totals.minutes += minutes;
    if (progress === 100) totals.read += 1;
    const week = weekOf(created);
    if (week !== undefined) week.words += words;
    for (const part of [week, siteIn(sites, site)]) {
      if (part === undefined) continue;
      part.pages += 1;
      part.minutes += minutes;
    }
  });
  const highlights = await countHighlights(store.db, (at) => {
    const week = weekOf(at);
    if (week !== undefined) week.highlights += 1;
  });
  const readingDays = await readDays(store.db);
  return {
    ...totals,
    highlights,
    weeks,
    readingDays,
    sites: [...sites.values()].toSorted((a, b) => b.pages - a.pages).slice(0, MAX_SITES),
    siteCount: sites.size,
    streaks: streaksOf(readingDays, today),
  };
}

function siteIn(sites: Map<string, CountedSite>, site: string): CountedSite {
  const known = sites.get(site) ?? { site, pages: 0, minutes: 0 };
  sites.set(site, known);
  return known;
}

/** Number of highlights read at a time. */
const STATISTICS_PER_READ = 2_000;

/** Calls `visit` with the time of each highlight, and returns their number. */
async function countHighlights(
  db: LibraryDatabase,
  visit: (created: number) => void,
): Promise<number> {
  let count = 0;
  const steps = inSteps(
    STATISTICS_PER_READ,
    BEFORE_ALL,
    (after) => db.highlights.where('[created+id]').above(after),
    ({ created, id }): TimeKey => [created, id],
  );
  for await (const rows of steps) {
    for (const { created } of rows) visit(created);
    count += rows.length;
  }
  return count;
}

/** Returns the days on which something was read, in their order. */
export async function readDays(db: LibraryDatabase): Promise<readonly number[]> {
  return (await db.meta.get('reading'))?.days ?? [];
}

/** Records that the person opened or read something today. */
async function markReading({ db, now }: Store): Written<void> {
  const today = dayOf(now());
  // Reading is recorded often, and written once a day.
  if ((await readDays(db)).includes(today)) return ok(undefined);
  return write(db, ['meta'], async () => {
    const days = new Set(await readDays(db)).add(today);
    const kept = [...days].toSorted((a, b) => a - b).slice(-MAX_READING_DAYS);
    await db.meta.put({ key: 'reading', days: kept });
  });
}
