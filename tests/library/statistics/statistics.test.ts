import { beforeEach, describe, expect, it } from 'vitest';
import { dayOf, mondayOf } from '../../../src/domain/calendar';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import { highlightRepository, statisticsRepository } from '../../../src/library';
import { page, type TestLibrary, testLibrary, value } from '../library';

let test: TestLibrary;

beforeEach(async () => {
  test = await testLibrary();
});

const read = () => test.library.part(statisticsRepository).read();

const later = (days: number) => {
  test.clock.now = unixMs(test.clock.now + days * DAY_MS);
};

const HTML = `<p>${'word '.repeat(600)}</p>`;

describe('statistics', () => {
  it('are empty for an empty library', async () => {
    const figures = await read();
    expect(figures).toMatchObject({ pages: 0, words: 0, minutes: 0, read: 0, highlights: 0 });
    expect(figures.siteCount).toBe(0);
    expect(figures.weeks).toHaveLength(52);
    expect(figures.weeks.at(-1)?.monday).toBe(mondayOf(dayOf(test.clock.now)));
    expect(figures.streaks).toEqual({ current: 0, longest: 0 });
  });

  it('count pages and their words by week and by site, and nothing of the trash', async () => {
    const { bookmarks } = test.library;
    value(await bookmarks.save(page({ url: 'https://old.example/', html: HTML })));
    later(7 * 60);
    const urls = ['https://a.example/1', 'https://a.example/2', 'https://b.example/'];
    for (const url of urls) value(await bookmarks.save(page({ url, html: HTML })));
    const { bookmark } = value(await bookmarks.save(page({ url: 'https://gone.example/' })));
    value(await bookmarks.trash([bookmark.id]));
    const figures = await read();
    expect(figures).toMatchObject({ pages: 4, words: 4 * 600, siteCount: 3 });
    expect(figures.weeks.at(-1)).toMatchObject({ pages: 3, words: 3 * 600 });
    expect(figures.weeks.reduce((sum, week) => sum + week.pages, 0)).toBe(3);
    const each = figures.minutes / 4;
    expect(figures.sites[0]).toEqual({ site: 'a.example', pages: 2, minutes: 2 * each });
  });

  it('count as finished what was read to the end or marked so, and highlights', async () => {
    const { bookmark } = value(await test.library.bookmarks.save(page({ html: HTML })));
    value(await test.library.bookmarks.edit(bookmark.id, { readProgress: 100 }));
    const highlight = {
      bookmarkId: bookmark.id,
      color: 'yellow' as const,
      quote: { exact: 'word', prefix: '', suffix: '' },
      position: { start: 0, end: 4, textLength: 3000, textHash: 'x' },
    };
    value(await test.library.part(highlightRepository).add(highlight));
    const figures = await read();
    expect(figures).toMatchObject({ read: 1, highlights: 1 });
    expect(figures.weeks.at(-1)).toMatchObject({ highlights: 1 });
  });

  it('know the days of reading, each once', async () => {
    const statistics = test.library.part(statisticsRepository);
    for (const pause of [0, 0, 1, 3, 1]) {
      later(pause);
      value(await statistics.markReading());
    }
    const today = dayOf(test.clock.now);
    const figures = await read();
    expect(figures.readingDays).toEqual([today - 5, today - 4, today - 1, today]);
    expect(figures.streaks).toEqual({ current: 2, longest: 2 });
  });
});
