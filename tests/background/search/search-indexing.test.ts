import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLibraryWork } from '../../../src/background/library-work';
import { indexInWorker } from '../../../src/background/search/index-in-worker';
import { ok } from '../../../src/domain/result';
import { type Library, searchIndexer, searchRepository } from '../../../src/library';
import { page, testLibrary, value } from '../../library/library';

async function indexing() {
  const test = await testLibrary();
  const awake = { now: 0 };
  const whileAwake = async (work: () => Promise<void>) => {
    awake.now += 1;
    await work().finally(() => {
      awake.now -= 1;
    });
  };
  const indexLibrary = vi.fn(async (library: Library, signal: AbortSignal) => {
    expect(awake.now).toBe(1);
    value(await library.part(searchIndexer).run(signal));
  });
  const opened = { library: test.library };
  const openLibrary = async () => ok(opened.library);
  const search = createLibraryWork({
    openLibrary,
    watch: (library, listener) => library.part(searchIndexer).watchWork(listener),
    run: indexLibrary,
    whileAwake,
  });
  const indexed = async (library: Library, documents: number) =>
    vi.waitFor(async () => {
      const status = await library.part(searchRepository).status();
      expect(status).toMatchObject({ documents, pending: 0, state: 'ready' });
      expect(awake.now).toBe(0);
    });
  return { ...test, search, indexLibrary, opened, indexed };
}

describe('the background', () => {
  it('indexes what was there before and each later save, and stays awake only for that', async () => {
    const { library, search, indexed } = await indexing();
    value(await library.bookmarks.save(page({ url: 'https://example.org/a' })));
    await search.begin();
    await indexed(library, 1);
    value(await library.bookmarks.save(page({ url: 'https://example.org/b' })));
    await indexed(library, 2);
  });

  it('indexes only the active library', async () => {
    const { library, search, indexed, another, opened } = await indexing();
    await search.begin();
    await indexed(library, 0);
    const next = await another({ account: 'next' });
    opened.library = next;
    await search.begin();
    value(await library.bookmarks.save(page({ url: 'https://example.org/a' })));
    value(await next.bookmarks.save(page({ url: 'https://example.org/b' })));
    await indexed(next, 1);
    expect(await library.part(searchRepository).status()).toMatchObject({ documents: 0 });
  });

  it('ends its work quietly when the library is closed', async () => {
    const { library, search, indexLibrary, close } = await indexing();
    const ended = vi.fn();
    const rejected = vi.fn();
    process.on('unhandledRejection', rejected);
    onTestFinished(() => void process.off('unhandledRejection', rejected));
    indexLibrary.mockImplementation(async (_, signal) => {
      close();
      ended(signal.aborted);
      await library.part(searchRepository).status();
    });
    await search.begin();
    await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(true));
    await new Promise((resolve) => setTimeout(resolve));
    expect(rejected).not.toHaveBeenCalled();
  });

  it('stops at once for a library that is removed', async () => {
    const { library, search, indexLibrary, indexed } = await indexing();
    await search.begin();
    await indexed(library, 0);
    indexLibrary.mockClear();
    search.stop();
    value(await library.bookmarks.save(page()));
    // A live query of the same page is told of the save not before others.
    await new Promise<void>((resolve) => {
      const end = library.part(searchRepository).watchStatus(({ pending }) => {
        if (pending > 0) resolve(end());
      });
    });
    expect(indexLibrary).not.toHaveBeenCalled();
  });
});

describe('a worker for the index', () => {
  const fakeWorker = () => {
    const target = new EventTarget();
    const postMessage = vi.fn();
    const terminate = vi.fn();
    const addEventListener = target.addEventListener.bind(target);
    return { target, worker: { postMessage, terminate, addEventListener } };
  };

  it.each(['message', 'error'])('is stopped after its %s', async (event) => {
    const { target, worker } = fakeWorker();
    const done = indexInWorker(
      worker as Partial<Worker> as Worker,
      'a',
      new AbortController().signal,
    );
    expect(worker.postMessage).toHaveBeenCalledWith({ account: 'a' });
    expect(worker.terminate).not.toHaveBeenCalled();
    target.dispatchEvent(new Event(event));
    await done;
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('is stopped when the library is removed', async () => {
    const { worker } = fakeWorker();
    const controller = new AbortController();
    const done = indexInWorker(worker as Partial<Worker> as Worker, null, controller.signal);
    controller.abort();
    await done;
    expect(worker.terminate).toHaveBeenCalled();
  });
});
