import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeSyncSettings, readSyncSettings } from '../../src/extension/sync/sync-settings';
import { chooseArticles } from '../../web/keep-offline';
import { local } from '../../web/platform';

const MB = 1_000_000;

/** Chooses in a browser that gives the app this much room. */
async function chosenWith(quotaMb: number) {
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ quota: quotaMb * MB }) },
    locks: { request: (_: string, work: () => unknown) => work() },
  });
  await chooseArticles();
  return readSyncSettings(local);
}

beforeEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('the articles that the web app keeps', () => {
  it('are at first those of unread pages and favourites, the newest up to 500 MB', async () => {
    expect(await chosenWith(60_000)).toMatchObject({ articles: 'current', newestMb: 500 });
  });

  it('fill a third of what the browser allows where that is less', async () => {
    expect(await chosenWith(300)).toMatchObject({ articles: 'current', newestMb: 100 });
  });

  it('stay those that a person has chosen', async () => {
    await chosenWith(60_000);
    await changeSyncSettings(local, { articles: 'all' });
    expect(await chosenWith(300)).toMatchObject({ articles: 'all', newestMb: 500 });
  });
});
