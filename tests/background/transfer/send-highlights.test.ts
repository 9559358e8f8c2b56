import { expect, it, vi } from 'vitest';
import { HOUSEKEEPING_ALARM } from '../../../src/background/housekeeping';
import {
  createSending,
  sendDaily,
  watchSending,
} from '../../../src/background/transfer/send-highlights';
import { ok } from '../../../src/domain/result';
import { DAY_MS, unixMs } from '../../../src/domain/time';
import { searchIndexer, sendRepository } from '../../../src/library';
import type { SendFolder } from '../../../src/transfer';
import { page, testLibrary, value } from '../../library/library';
import { writeTexts } from '../../transfer/sending';

const { signal } = new AbortController();

async function withNote() {
  const test = await testLibrary();
  const { library } = test;
  const saved = value(await library.bookmarks.save(page({ title: 'Leaves' }))).bookmark;
  value(await library.bookmarks.edit(saved.id, { note: 'one' }));
  value(await library.part(searchIndexer).run(signal));
  const files = new Map<string, string>();
  const sendDownloads: SendFolder = {
    isBlind: true,
    problem: async () => null,
    read: async () => ({ kind: 'none' }),
    async write(name, text) {
      files.set(name, text);
      return { kind: 'written', name };
    },
  };
  const run = createSending({ locks: navigator.locks, sendDownloads, writeTexts }, 0);
  const sending = library.part(sendRepository);
  const note = async (text: string) => {
    value(await library.bookmarks.edit(saved.id, { note: text }));
    value(await library.part(searchIndexer).run(signal));
  };
  return { ...test, files, run, sending, note };
}

it('sends highlights on when it is turned on, and after each change', async () => {
  const { library, files, run, sending, note } = await withNote();
  const due = vi.fn(() => void run(library, signal));
  watchSending(library, due);
  value(await sending.start(null));
  await vi.waitFor(() => expect([...files.values()].join('')).toContain('one'));
  await note('two');
  await vi.waitFor(() => expect([...files.values()].join('')).toContain('two'));
  await vi.waitFor(async () => expect(await sending.job()).toMatchObject({ state: 'finished' }));
  const count = due.mock.calls.length;
  await library.bookmarks.save(page({ url: 'https://example.org/other' }));
  expect(due).toHaveBeenCalledTimes(count);
});

it('sends them on once a day with the daily alarm', async () => {
  const { library, clock, files, run, sending, note } = await withNote();
  value(await sending.start(null, 'day'));
  await run(library, signal);
  await note('two');
  const open = async () => ok(library);
  await sendDaily(open, HOUSEKEEPING_ALARM);
  expect(await sending.job()).toMatchObject({ state: 'finished' });
  clock.now = unixMs(clock.now + DAY_MS);
  await sendDaily(open, 'another alarm');
  expect(await sending.job()).toMatchObject({ state: 'finished' });
  await sendDaily(open, HOUSEKEEPING_ALARM);
  await run(library, signal);
  expect([...files.values()].join('')).toContain('two');
});

it('waits where this program can write nowhere', async () => {
  const { library, sending } = await withNote();
  value(await sending.start(null));
  await createSending({ locks: navigator.locks, writeTexts }, 0)(library, signal);
  expect(await sending.job()).toMatchObject({ state: 'paused', problem: 'gone' });
});
