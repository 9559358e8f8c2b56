import { expect, it, vi } from 'vitest';
import { dayOf } from '../../../src/domain/calendar';
import { statisticsRepository } from '../../../src/library';
import { createReaderStore } from '../../../src/ui/reader/reader-store';
import { address, testLibrary, value } from '../../library/library';

it('counts a day on which something was opened as one of reading, also without a text', async () => {
  const { library, clock } = await testLibrary();
  const saved = value(await library.bookmarks.save(address({ url: 'https://example.org/' })));
  const days = async () => (await library.part(statisticsRepository).read()).readingDays;
  expect(await days()).toEqual([]);
  const store = createReaderStore(library, saved.bookmark.id, () => {});
  await vi.waitFor(async () => expect(await days()).toEqual([dayOf(clock.now)]));
  store.dispose();
});
