import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLibraryWork } from '../../../src/background/library-work';
import type { StayAwake } from '../../../src/background/ports';
import { indexInWorker } from '../../../src/background/search/index-in-worker';
import { ok } from '../../../src/domain/result';
import { type Library, searchIndexer, searchRepository } from '../../../src/library';
import { page, testLibrary, value } from '../../library/library';

async function indexing() {
  const test = await testLibrary();
  const awake = { now: 0 };
  const stayAwake: StayAwake = (work) => {
    awake.now += 1;
    return work().finally(() => {
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
    stayAwake,
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

  it('does not look for work any more when the library is closed', async () => {
    const { library, close } = await indexing();
    const end = vi.fn();
    const watch = () => end;
    const openLibrary = async () => ok(library);
    const run = async () => {};
    await createLibraryWork({ openLibrary, watch, run, stayAwake: (work) => work() }).begin();
    expect(end).not.toHaveBeenCalled();
    close();
    expect(end).toHaveBeenCalledOnce();
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
