import { beforeEach, describe, expect, it, vi } from 'vitest';
import { changeSyncSettings, readSyncSettings } from '../../src/background/sync/sync-settings';
import type { Library } from '../../src/library';
import { chooseArticles, mayBeCleared, syncWhenClosed } from '../../web/keep-offline';
import { local } from '../../web/stored-area';
import { page, testLibrary, value } from '../library/library';

const MB = 1_000_000;

/** Chooses in a browser that gives the app this much room. */
async function chosenWith(quotaMb: number) {
  vi.stubGlobal('navigator', {
    storage: { estimate: async () => ({ quota: quotaMb * MB }) },
    locks: { request: (_: string, work: () => unknown) => work() },
  });
  await chooseArticles(local);
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

  it('are as many where the browser does not say what it allows, and it may delete them', async () => {
    vi.stubGlobal('navigator', {
      locks: { request: (_: string, work: () => unknown) => work() },
    });
    await chooseArticles(local);
    expect(await readSyncSettings(local)).toMatchObject({ articles: 'current', newestMb: 500 });
    expect(await mayBeCleared()).toBe(true);
  });

  it('stay those that a person has chosen', async () => {
    await chosenWith(60_000);
    await changeSyncSettings(local, { articles: 'all' });
    expect(await chosenWith(300)).toMatchObject({ articles: 'all', newestMb: 500 });
  });
});

describe('the sync of the closed app', () => {
  const register = vi.fn(async () => {});
  const show = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };

  beforeEach(async () => {
    register.mockClear();
    show('visible');
  });

  async function opened(watched = (library: Library) => library.sync.watchStatus) {
    const { library } = await testLibrary();
    const container = { ready: Promise.resolve({ sync: { register } }) };
    const sync = { ...library.sync, watchStatus: watched(library) };
    await syncWhenClosed({ ...library, sync }, container as never);
    const save = async (url: string) => value(await library.bookmarks.save(page({ url })));
    return { library, save };
  }

  it('is asked for when the app is hidden, and frozen before it hears of the last edit', async () => {
    const { save } = await opened(() => () => () => {});
    await save('https://one.example/');
    show('hidden');
    await vi.waitFor(() => expect(register).toHaveBeenCalledExactlyOnceWith('leafmark-sync'));
  });

  it('is asked for when the app is hidden some time after an edit', async () => {
    const { library, save } = await opened();
    await save('https://one.example/');
    await new Promise<void>((done) => {
      const stop = library.sync.watchStatus(({ waiting }) => {
        if (waiting === 0) return;
        done();
        stop();
      });
    });
    expect(register).not.toHaveBeenCalled();
    show('hidden');
    await vi.waitFor(() => expect(register).toHaveBeenCalledOnce());
  });

  it('is asked for again each time the app is hidden with changes', async () => {
    const { save } = await opened();
    await save('https://one.example/');
    show('hidden');
    await vi.waitFor(() => expect(register).toHaveBeenCalledOnce());
    show('visible');
    show('hidden');
    await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2));
  });

  it('is asked for at once when an edit could not be sent, but not without an edit', async () => {
    const stops = vi.fn();
    const { library, save } = await opened(
      ({ sync }) =>
        (listener) =>
          sync.watchStatus((status) => {
            listener(status);
            stops(status.stop);
          }),
    );
    value(await library.sync.setMeta({ stop: { kind: 'offline' } }));
    await vi.waitFor(() => expect(stops).toHaveBeenLastCalledWith({ kind: 'offline' }));
    expect(register).not.toHaveBeenCalled();
    await save('https://one.example/');
    await vi.waitFor(() => expect(register).toHaveBeenCalledOnce());
  });

  it('is not asked for when nothing waits', async () => {
    const { library } = await opened();
    show('hidden');
    await library.unsent.count();
    expect(register).not.toHaveBeenCalled();
  });
});
