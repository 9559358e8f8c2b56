import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createRemoteChanges,
  type RemoteChanges,
} from '../../../src/extension/sync/remote-changes';
import { type Account, platformTransport } from '../../../src/service';
import { OWN_ORIGIN } from '../support/fake-extension';
import { LIBRARY, pagePort } from './page-port';

const ENTRY = { id: 'YcVfxkQb6JRzqk5kF2tNLv', time: '2026-01-02T03:04:05Z', type: 'update' };

/** A stream that a server has open. */
interface Stream {
  readonly token: string | null;
  readonly isAborted: () => boolean;
  tell(): void;
}

let account: Account | null;
let isAllowed: boolean;
let features: string[];
/** What answers in the stream's place; null: the stream. */
let instead: (() => Response) | null;
let streams: Stream[];
let infos: number;
let interruptible: number[];
const onRemoteChange = vi.fn();
const getPlatformInfo = vi.fn();

const accountOf = (id: string): Account => ({
  ...{ id, library: null, base: 'https://read.example', token: id, credential: 'token' },
  ...{ tokenId: '', username: id, permissions: [], scopes: [], serverVersion: '', features: [] },
  ...{ extraHeaders: {}, signedInAt: 0, signedOutAt: null },
});

/** A server with its stream of events, in memory. */
async function serve(input: string | URL | Request): Promise<Response> {
  const request = input instanceof Request ? input : expect.fail('not a request');
  if (request.url.endsWith('/api/info')) {
    infos += 1;
    return Response.json({ version: { canonical: '1', release: '1', build: '' }, features });
  }
  if (instead) return instead();
  let tell = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(stream) {
      const text = `data: ${JSON.stringify(ENTRY)}\n\n`;
      tell = () => stream.enqueue(new TextEncoder().encode(text));
      request.signal.addEventListener('abort', () => stream.error(request.signal.reason));
    },
  });
  const token = request.headers.get('Authorization');
  streams.push({ token, isAborted: () => request.signal.aborted, tell: () => tell() });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

const newFollower = (): RemoteChanges =>
  createRemoteChanges({
    runtime: { getPlatformInfo, getURL: (path: string) => OWN_ORIGIN + path.replace('/', '') },
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
/** Lets all that is under way come to where it waits. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  account = accountOf('ada');
  isAllowed = true;
  features = ['events'];
  instead = null;
  [streams, infos, interruptible] = [[], 0, []];
});
afterEach(() => vi.useRealTimers());

describe('while a page is visible', () => {
  it('one sync starts when the stream opens, and one for several changes together', async () => {
    const page = pagePort();
    newFollower().addPort(page.end);
    expect(page.said).toEqual([{ isFollowed: false }]);
    await opened(1);
    await pass(500);
    expect(onRemoteChange).toHaveBeenCalledTimes(1);
    expect(page.said).toEqual([{ isFollowed: false }, { isFollowed: true }]);
    for (let n = 0; n < 20; n += 1) streams[0]?.tell();
    await pass(499);
    expect(onRemoteChange).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(onRemoteChange).toHaveBeenCalledTimes(2);
    streams[0]?.tell();
    await pass(500);
    expect(onRemoteChange).toHaveBeenCalledTimes(3);
  });

  it('one stream serves all pages and closes with the last', async () => {
    const [one, other] = [pagePort(), pagePort()];
    const remoteChanges = newFollower();
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

  it('the worker is kept awake, and not longer', async () => {
    const page = pagePort();
    newFollower().addPort(page.end);
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
    const remoteChanges = newFollower();
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
    const remoteChanges = newFollower();
    remoteChanges.addPort(page.end);
    await opened(1);
    await pass(500);
    account = null;
    remoteChanges.restart();
    await pass(60_000);
    expect(streams).toHaveLength(1);
    expect(streams[0]?.isAborted()).toBe(true);
    expect(page.said.at(-1)).toEqual({ isFollowed: false });
    account = accountOf('bob');
    remoteChanges.restart();
    await opened(2);
  });
});

describe('a server', () => {
  it('is not asked for events without the feature, and is checked again for the next page', async () => {
    features = ['email'];
    const page = pagePort();
    const remoteChanges = newFollower();
    remoteChanges.addPort(page.end);
    await vi.waitFor(() => expect(infos).toBe(1));
    await pass(60_000);
    expect([infos, streams, onRemoteChange.mock.calls]).toEqual([1, [], []]);
    expect(page.said).toEqual([{ isFollowed: false }]);
    features = ['events'];
    remoteChanges.addPort(pagePort().end);
    await opened(1);
  });

  it('is asked again later when it is unreachable, or when a page comes to the foreground', async () => {
    instead = () => {
      throw new TypeError('Failed to fetch');
    };
    const remoteChanges = newFollower();
    remoteChanges.addPort(pagePort().end);
    await vi.waitFor(() => expect(interruptible).toEqual([1000]));
    remoteChanges.retryNow();
    await vi.waitFor(() => expect(interruptible).toEqual([1000, 2000]));
    instead = null;
    remoteChanges.retryNow();
    await opened(1);
  });

  it('is left alone for as long as it requests, whichever page opens', async () => {
    instead = () => new Response(null, { status: 503, headers: { 'Retry-After': '1200' } });
    const remoteChanges = newFollower();
    remoteChanges.addPort(pagePort().end);
    await vi.waitFor(() => expect(interruptible).toEqual([1_200_000]));
    instead = null;
    remoteChanges.retryNow();
    await pass(60_000);
    expect(streams).toEqual([]);
  });

  it('causes a sync when it rejects the token', async () => {
    instead = () => Response.json({ status: 401, message: 'Unauthorized' }, { status: 401 });
    newFollower().addPort(pagePort().end);
    await vi.waitFor(() => expect(onRemoteChange).toHaveBeenCalledTimes(1));
    expect(interruptible).toEqual([]);
  });

  it('is not asked without permission', async () => {
    isAllowed = false;
    const remoteChanges = newFollower();
    remoteChanges.addPort(pagePort().end);
    await pass(60_000);
    expect(infos).toBe(0);
    isAllowed = true;
    remoteChanges.restart();
    await opened(1);
  });
});

describe('a port', () => {
  it.each([
    ['of another name', LIBRARY, 'capture-images'],
    ['of a page of the web', 'https://evil.example/library.html', 'visible-page'],
    ['of nobody', '', 'visible-page'],
  ])('%s is ignored', async (_, url, name) => {
    const page = pagePort(url, name);
    newFollower().addPort(page.end);
    await pass(60_000);
    expect([page.said, infos]).toEqual([[], 0]);
  });

  it('is not waited for when it closed before anyone listened', async () => {
    const page = pagePort();
    page.close(false);
    newFollower().addPort(page.end);
    await pass(60_000);
    expect(infos).toBe(0);
  });
});
