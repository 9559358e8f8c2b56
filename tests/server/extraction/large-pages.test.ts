import { expect, it, vi } from 'vitest';
import { extract } from '../../../server/extraction';
import type { BlobHash, BookmarkKey } from '../../../server/storage';
import { err } from '../../../src/domain/result';

const url = 'https://a.example/';

it('large pages are read one at a time for each user, and two in all', async () => {
  const loaded: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const read = (user: string, sizeBytes: number) => {
    const file = { url, contentType: 'text/html', hash: '1' as BlobHash, sizeBytes };
    const contents = {
      sent: async () => [file],
      async bytes() {
        loaded.push(user);
        return new Uint8Array(10);
      },
      storeBlob: async () => file.hash,
    };
    const run = async () => {
      await released;
      return err({ kind: 'took-too-long' as const });
    };
    const tools = { storage: { contents }, reader: { run }, user, fetch: vi.fn() };
    const bookmark = { key: 1 as BookmarkKey, url, initialUrl: url };
    return extract(
      tools,
      bookmark,
      { findsMain: true, captured: null },
      new AbortController().signal,
    );
  };
  const large = 100_000_000;
  const all = ['ada', 'ada', 'bob', 'eve'].map((user) => read(user, large));
  all.push(read('ada', 1000));
  // The small page comes last and does not wait.
  await vi.waitFor(() => expect(loaded).toHaveLength(3));
  expect(loaded.toSorted()).toEqual(['ada', 'ada', 'bob']);
  release();
  await Promise.all(all);
  expect(loaded).toHaveLength(5);
});
