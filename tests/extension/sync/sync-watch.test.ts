import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok } from '../../../src/domain';
import type { AccountState } from '../../../src/extension/account-state';
import type { BadgeState } from '../../../src/extension/badge';
import { createSyncWatch } from '../../../src/extension/sync/sync-watch';
import { page, type TestLibrary, testLibrary, value } from '../../library/library';

let test: TestLibrary;
let state: AccountState;
const service = { sync: vi.fn(async () => {}) };
const shown: BadgeState[] = [];

beforeEach(async () => {
  test = await testLibrary();
  state = 'signed-in';
  service.sync.mockClear();
  shown.splice(0);
});
afterEach(() => test.library.close());

const begun = async () => {
  const watch = createSyncWatch({
    openLibrary: async () => ok(test.library),
    accountState: async () => state,
    service,
    showRest: (state) => void shown.push(state),
  });
  await watch.begin();
  return watch;
};

describe('the watch over what waits', () => {
  it('has what is written sent, together with what is written next', async () => {
    await begun();
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/a' })));
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/b' })));
    await vi.waitFor(() => expect(service.sync).toHaveBeenCalled(), { timeout: 10_000 });
    expect(service.sync.mock.calls).toEqual([['by-itself']]);
  });

  it('says what could not be sent, and that it is gone', async () => {
    await begun();
    value(await test.library.bookmarks.save(page({ url: 'https://example.org/a' })));
    await test.library.sync.setMeta({ stop: { kind: 'offline' } });
    await vi.waitFor(() => expect(shown.at(-1)).toEqual({ kind: 'waiting', count: 1 }));
    await test.library.sync.setMeta({ stop: null });
    await vi.waitFor(() => expect(shown.at(-1)).toEqual({ kind: 'plain' }));
  });

  it('says nothing for nobody, and no more for who has left', async () => {
    await test.library.sync.setMeta({ stop: { kind: 'signed-out' } });
    state = 'nobody';
    await begun();
    expect(shown).toEqual([]);
    // The server did not take the token any more: that is what the person is told.
    state = 'signed-out';
    const watch = await begun();
    await vi.waitFor(() => expect(shown).toEqual([{ kind: 'sync-attention' }]));
    state = 'nobody';
    await watch.begin();
    expect(shown.at(-1)).toEqual({ kind: 'plain' });
  });
});
