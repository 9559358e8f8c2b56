import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import {
  CHECK_LOCK,
  CHECKED_LIBRARY,
  forgetCheck,
  type TransferMessage,
  type TransferRequest,
  transferInWorker,
} from '../../../src/background/transfer/transfer-in-worker';
import { unixMs } from '../../../src/domain/time';
import { openLibrary, removeLibrary } from '../../../src/library';
import { value } from '../../library/library';

/** A worker whose messages the test sends. */
function fakeWorker() {
  const target = new EventTarget();
  const sent: unknown[] = [];
  const terminate = vi.fn();
  const worker = {
    postMessage: (message: unknown) => sent.push(message),
    addEventListener: target.addEventListener.bind(target) as Worker['addEventListener'],
    terminate,
  };
  const say = (data: TransferMessage) =>
    target.dispatchEvent(new MessageEvent('message', { data }));
  const fail = () => target.dispatchEvent(new Event('error'));
  return { start: () => worker, sent, say, fail, terminate };
}

const REQUEST: TransferRequest = { kind: 'work', account: null };
const SOURCE = { url: 'https://example.org/a', lang: '', html: '<p>A', highlights: [] };

describe('a transfer in a worker', () => {
  it('tells how far it is, and ends with the last message', async () => {
    const { start, sent, say, terminate } = fakeWorker();
    const onProgress = vi.fn();
    const options = { signal: new AbortController().signal, onProgress };
    const ended = transferInWorker(start, REQUEST, options);
    say({ kind: 'progress', done: 1, all: 2 });
    say({ kind: 'done' });
    expect(await ended).toEqual({ kind: 'done' });
    expect(sent).toEqual([REQUEST]);
    expect(onProgress).toHaveBeenCalledExactlyOnceWith(1, 2);
    expect(terminate).toHaveBeenCalledOnce();
  });

  it('gets its articles from the page, and none if the page cannot make it', async () => {
    const { start, sent, say } = fakeWorker();
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const makeArticle = vi.fn().mockRejectedValue(new Error('no article'));
    const { signal } = new AbortController();
    const ended = transferInWorker(start, REQUEST, { signal, makeArticle });
    say({ kind: 'article', source: SOURCE });
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]).toEqual({ kind: 'article', made: null });
    expect(makeArticle).toHaveBeenCalledWith(SOURCE);
    say({ kind: 'done' });
    await ended;
    log.mockRestore();
  });

  it('is stopped by its signal, and fails when the worker breaks', async () => {
    const stopped = fakeWorker();
    const stop = new AbortController();
    const first = transferInWorker(stopped.start, REQUEST, { signal: stop.signal });
    stop.abort();
    expect(await first).toBe(null);
    expect(stopped.terminate).toHaveBeenCalledOnce();
    const broken = fakeWorker();
    const { signal } = new AbortController();
    const second = transferInWorker(broken.start, REQUEST, { signal });
    broken.fail();
    expect(await second).toEqual({ kind: 'failed', problem: 'failed' });
  });
});

describe('the library of a check', () => {
  it('is removed when its page was closed in the middle, and not while a check runs', async () => {
    const indexedDB = new IDBFactory();
    const databases = async () => (await indexedDB.databases()).map(({ name }) => name);
    const opened = async (account: string | null) => {
      const now = () => unixMs(1_700_000_000_000);
      return value(await openLibrary({ account, now, newId: () => 'a', indexedDB, storage: {} }));
    };
    (await opened(null)).close();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const check = navigator.locks.request(CHECK_LOCK, async () => {
      const aside = await opened(CHECKED_LIBRARY);
      await ended;
      // It still has its library.
      expect(await databases()).toEqual(['leafmark', `leafmark:${CHECKED_LIBRARY}`]);
      aside.close();
    });
    const forgotten = forgetCheck((account) => removeLibrary(account, indexedDB));
    end();
    await Promise.all([check, forgotten]);
    expect(await databases()).toEqual(['leafmark']);
  });
});
