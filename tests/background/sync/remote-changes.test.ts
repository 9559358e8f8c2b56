import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createRemoteChanges,
  type RemoteChanges,
} from '../../../src/background/sync/remote-changes';
import { stayAwake } from '../../../src/extension/stay-awake';
import { type Account, platformTransport } from '../../../src/service';
import { signedInAccount } from '../support/signed-in-account';
import { pagePort } from './page-port';

const ENTRY = { id: 'YcVfxkQb6JRzqk5kF2tNLv', time: '2026-01-02T03:04:05Z', type: 'update' };

/** A stream that a server keeps open. */
interface Stream {
  readonly token: string | null;
  readonly isAborted: () => boolean;
  sendChange(): void;
}

let account: Account | null;
let isAllowed: boolean;
let extensions: string[];
/** Replaces the stream. When it is null, the server sends the stream. */
let replaceStream: (() => Response) | null;
let streams: Stream[];
let infos: number;
let interruptible: number[];
const onRemoteChange = vi.fn(async () => {});
const getPlatformInfo = vi.fn();

const accountOf = (id: string): Account =>
  signedInAccount({ id, base: 'https://read.example', token: id, username: id });

/** A server with a stream of events, in memory. */
async function serve(input: string | URL | Request): Promise<Response> {
  const request = input instanceof Request ? input : expect.fail('not a request');
  if (request.url.endsWith('/api/info')) {
    infos += 1;
    return Response.json({ version: { canonical: '1', release: '1', build: '' }, extensions });
  }
  if (replaceStream) return replaceStream();
  let sendChange = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      const text = `data: ${JSON.stringify(ENTRY)}\n\n`;
      sendChange = () => stream.enqueue(new TextEncoder().encode(text));
      request.signal.addEventListener('abort', () => stream.error(request.signal.reason));
    },
  });
  const token = request.headers.get('Authorization');
  streams.push({ token, isAborted: () => request.signal.aborted, sendChange: () => sendChange() });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

const startRemoteChanges = (): RemoteChanges =>
  createRemoteChanges({
    stayAwake: (work) => stayAwake({ getPlatformInfo }, work),
    accounts: { current: async () => account },
    isAllowed: async () => isAllowed,
    transport: {
      ...platformTransport,
      fetch: serve,
      async sleep(ms, signal) {
        if (signal?.aborted) return;
        interruptible.push(ms);
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      },
    },
    onRemoteChange,
  });

const opened = (count: number) => vi.waitFor(() => expect(streams).toHaveLength(count));
/** Lets pending work run until it waits. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  account = accountOf('ada');
  isAllowed = true;
  extensions = ['events'];
  replaceStream = null;
  [streams, infos, interruptible] = [[], 0, []];
});
afterEach(() => vi.useRealTimers());

describe('while a page is visible', () => {
  it('starts one sync when the stream opens, and one for several changes together', async () => {
    const page = pagePort();
    startRemoteChanges().addPort(page.end);
    expect(page.posted).toEqual([{ isFollowed: false }]);
    await opened(1);
    await pass(500);
    expect(onRemoteChange).toHaveBeenCalledTimes(1);
    expect(page.posted).toEqual([{ isFollowed: false }, { isFollowed: true }]);
    await pass(10_000);
    for (let n = 0; n < 20; n += 1) streams[0]?.sendChange();
    await pass(499);
    expect(onRemoteChange).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(onRemoteChange).toHaveBeenCalledTimes(2);
    await pass(10_000);
    streams[0]?.sendChange();
    await pass(500);
    expect(onRemoteChange).toHaveBeenCalledTimes(3);
    await pass(10_000);
    expect(onRemoteChange).toHaveBeenCalledTimes(3);
  });

  it.each([0, 2_000])(
    'leaves some seconds between syncs of %i ms while another device sends',
    async (roundMs) => {
      const begun: number[] = [];
      const ended: number[] = [];
      onRemoteChange.mockImplementation(async () => {
        begun.push(Date.now());
        await new Promise((resolve) => setTimeout(resolve, roundMs));
        ended.push(Date.now());
      });
      startRemoteChanges().addPort(pagePort().end);
      await opened(1);
      await pass(10_000);
      expect(begun).toHaveLength(1);
      const since = Date.now();
      for (let sent = 0; sent < 600; sent += 1) {
        streams[0]?.sendChange();
        await pass(100);
      }
      const last = Date.now() - 100;
      await pass(10_000);
      expect(begun[1]! - since).toBe(500);
      const distances = begun.slice(2).map((at, nth) => at - ended[nth + 1]!);
      expect(Math.min(...distances)).toBe(3_000);
      expect(begun.length).toBeLessThan(25);
      // The last change has a sync of its own, soon, and nothing follows.
      expect(begun.at(-1)).toBeGreaterThanOrEqual(last);
      expect(begun.at(-1)! - last).toBeLessThanOrEqual(3_000 + roundMs);
    },
  );

  it('opens one stream for all pages and closes it with the last', async () => {
    const [one, other] = [pagePort(), pagePort()];
    const remoteChanges = startRemoteChanges();
    remoteChanges.addPort(one.end);
    await opened(1);
    remoteChanges.addPort(other.end);
    one.close();
    await pass(500);
    expect(streams[0]?.isAborted()).toBe(false);
    other.close();
    expect(streams[0]?.isAborted()).toBe(true);
    await pass(60_000);
    expect(streams).toHaveLength(1);
    expect(interruptible).toEqual([]);
  });

  it('keeps the worker awake, and not longer', async () => {
    const page = pagePort();
    startRemoteChanges().addPort(page.end);
    await opened(1);
    getPlatformInfo.mockClear();
    await pass(60_000);
    expect(getPlatformInfo).toHaveBeenCalledTimes(3);
    page.close();
    await pass(60_000);
    expect(getPlatformInfo).toHaveBeenCalledTimes(3);
  });
});

describe('another account', () => {
  it('is followed in place of the previous one', async () => {
    const remoteChanges = startRemoteChanges();
    remoteChanges.addPort(pagePort().end);
    await opened(1);
    account = accountOf('bob');
    remoteChanges.restart();
    expect(streams[0]?.isAborted()).toBe(true);
    await opened(2);
    expect(streams.map(({ token }) => token)).toEqual(['Bearer ada', 'Bearer bob']);
  });

  it('ends the stream when it is signed out, until there is one again', async () => {
    const page = pagePort();
    const remoteChanges = startRemoteChanges();
    remoteChanges.addPort(page.end);
    await opened(1);
    await pass(500);
    account = null;
    remoteChanges.restart();
    await pass(60_000);
    expect(streams).toHaveLength(1);
    expect(streams[0]?.isAborted()).toBe(true);
    expect(page.posted.at(-1)).toEqual({ isFollowed: false });
    account = accountOf('bob');
    remoteChanges.restart();
    await opened(2);
  });
});

describe('a server', () => {
  it('is not asked for events without the feature, and is checked again for the next page', async () => {
    extensions = [];
    const page = pagePort();
    const remoteChanges = startRemoteChanges();
    remoteChanges.addPort(page.end);
    await vi.waitFor(() => expect(infos).toBe(1));
    await pass(60_000);
    expect([infos, streams, onRemoteChange.mock.calls]).toEqual([1, [], []]);
    expect(page.posted).toEqual([{ isFollowed: false }]);
    extensions = ['events'];
    remoteChanges.addPort(pagePort().end);
    await opened(1);
  });

  it('is asked again later when it is unreachable, or when a page comes to the foreground', async () => {
    replaceStream = () => {
      throw new TypeError('Failed to fetch');
    };
    const remoteChanges = startRemoteChanges();
    remoteChanges.addPort(pagePort().end);
    await vi.waitFor(() => expect(interruptible).toEqual([1000]));
    remoteChanges.retryNow();
    await vi.waitFor(() => expect(interruptible).toEqual([1000, 2000]));
    replaceStream = null;
    remoteChanges.retryNow();
    await opened(1);
  });

  it('is not asked before its Retry-After time when another page opens', async () => {
    replaceStream = () => new Response(null, { status: 503, headers: { 'Retry-After': '1200' } });
    const remoteChanges = startRemoteChanges();
    remoteChanges.addPort(pagePort().end);
    await vi.waitFor(() => expect(interruptible).toEqual([1_200_000]));
    replaceStream = null;
    remoteChanges.retryNow();
    await pass(60_000);
    expect(streams).toEqual([]);
  });

  it('causes a sync when it rejects the token', async () => {
    replaceStream = () => Response.json({ status: 401, message: 'Unauthorized' }, { status: 401 });
    startRemoteChanges().addPort(pagePort().end);
    await vi.waitFor(() => expect(onRemoteChange).toHaveBeenCalledTimes(1));
    expect(interruptible).toEqual([]);
  });

  it('is not asked without permission', async () => {
    isAllowed = false;
    const remoteChanges = startRemoteChanges();
    remoteChanges.addPort(pagePort().end);
    await pass(60_000);
    expect(infos).toBe(0);
    isAllowed = true;
    remoteChanges.restart();
    await opened(1);
  });
});

describe('a port', () => {
  it('is ignored when it was closed before anything listened', async () => {
    const page = pagePort();
    page.close(false);
    startRemoteChanges().addPort(page.end);
    await pass(60_000);
    expect(infos).toBe(0);
  });
});
