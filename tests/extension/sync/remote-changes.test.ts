import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFollower, type Follower } from '../../../src/extension/sync/remote-changes';
import { type Account, platformTransport } from '../../../src/service';
import { OWN_ORIGIN } from '../support/fake-extension';
import { LIBRARY, lookingPort } from './looking-port';

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
let waits: number[];
const onNews = vi.fn();
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

const newFollower = (): Follower =>
  createFollower({
    runtime: { getPlatformInfo, getURL: (path: string) => OWN_ORIGIN + path.replace('/', '') },
    accounts: { current: async () => account },
    isAllowed: async () => isAllowed,
    transport: {
      ...platformTransport,
      fetch: serve,
      async sleep(ms, signal) {
        if (signal?.aborted) return;
        waits.push(ms);
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      },
    },
    onNews,
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
  [streams, infos, waits] = [[], 0, []];
});
afterEach(() => vi.useRealTimers());

describe('while somebody looks', () => {
  it('a round is asked for when the line is there, and for what changes, together', async () => {
    const page = lookingPort();
    newFollower().attend(page.end);
    expect(page.said).toEqual([{ isFollowed: false }]);
    await opened(1);
    await pass(500);
    expect(onNews).toHaveBeenCalledTimes(1);
    expect(page.said).toEqual([{ isFollowed: false }, { isFollowed: true }]);
    for (let n = 0; n < 20; n += 1) streams[0]?.tell();
    await pass(499);
    expect(onNews).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(onNews).toHaveBeenCalledTimes(2);
    streams[0]?.tell();
    await pass(500);
    expect(onNews).toHaveBeenCalledTimes(3);
  });

  it('one line is enough for all pages, and it is let go with the last', async () => {
    const [one, other] = [lookingPort(), lookingPort()];
    const follower = newFollower();
    follower.attend(one.end);
    await opened(1);
    follower.attend(other.end);
    one.close();
    await pass(500);
    expect(streams[0]?.isAborted()).toBe(false);
    other.close();
    expect(streams[0]?.isAborted()).toBe(true);
    await pass(60_000);
    expect(streams).toHaveLength(1);
    expect(waits).toEqual([]);
  });

  it('the worker is kept awake, and no longer', async () => {
    const page = lookingPort();
    newFollower().attend(page.end);
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
  it('is followed in place of the one before', async () => {
    const follower = newFollower();
    follower.attend(lookingPort().end);
    await opened(1);
    account = accountOf('bob');
    follower.startAnew();
    expect(streams[0]?.isAborted()).toBe(true);
    await opened(2);
    expect(streams.map(({ token }) => token)).toEqual(['Bearer ada', 'Bearer bob']);
  });

  it('that is none ends it, until there is one again', async () => {
    const page = lookingPort();
    const follower = newFollower();
    follower.attend(page.end);
    await opened(1);
    await pass(500);
    account = null;
    follower.startAnew();
    await pass(60_000);
    expect(streams).toHaveLength(1);
    expect(streams[0]?.isAborted()).toBe(true);
    expect(page.said.at(-1)).toEqual({ isFollowed: false });
    account = accountOf('bob');
    follower.startAnew();
    await opened(2);
  });
});

describe('a server', () => {
  it('that announces no events is asked for none, and anew for the next page', async () => {
    features = ['email'];
    const page = lookingPort();
    const follower = newFollower();
    follower.attend(page.end);
    await vi.waitFor(() => expect(infos).toBe(1));
    await pass(60_000);
    expect([infos, streams, onNews.mock.calls]).toEqual([1, [], []]);
    expect(page.said).toEqual([{ isFollowed: false }]);
    features = ['events'];
    follower.attend(lookingPort().end);
    await opened(1);
  });

  it('that can not be reached is asked again later, or once somebody comes', async () => {
    instead = () => {
      throw new TypeError('Failed to fetch');
    };
    const follower = newFollower();
    follower.attend(lookingPort().end);
    await vi.waitFor(() => expect(waits).toEqual([1000]));
    follower.hurry();
    await vi.waitFor(() => expect(waits).toEqual([1000, 2000]));
    instead = null;
    follower.hurry();
    await opened(1);
  });

  it('that wants to be left alone is, for as long as it says and whoever comes', async () => {
    instead = () => new Response(null, { status: 503, headers: { 'Retry-After': '1200' } });
    const follower = newFollower();
    follower.attend(lookingPort().end);
    await vi.waitFor(() => expect(waits).toEqual([1_200_000]));
    instead = null;
    follower.hurry();
    await pass(60_000);
    expect(streams).toEqual([]);
  });

  it('that does not take the token any more is told of by a round', async () => {
    instead = () => Response.json({ status: 401, message: 'Unauthorized' }, { status: 401 });
    newFollower().attend(lookingPort().end);
    await vi.waitFor(() => expect(onNews).toHaveBeenCalledTimes(1));
    expect(waits).toEqual([]);
  });

  it('that the browser keeps from us is not asked', async () => {
    isAllowed = false;
    const follower = newFollower();
    follower.attend(lookingPort().end);
    await pass(60_000);
    expect(infos).toBe(0);
    isAllowed = true;
    follower.startAnew();
    await opened(1);
  });
});

describe('a port', () => {
  it.each([
    ['of another name', LIBRARY, 'capture-images'],
    ['of a page of the web', 'https://evil.example/library.html', 'looking'],
    ['of nobody', '', 'looking'],
  ])('%s is left alone', async (_, url, name) => {
    const page = lookingPort(url, name);
    newFollower().attend(page.end);
    await pass(60_000);
    expect([page.said, infos]).toEqual([[], 0]);
  });

  it('that was closed before anybody listened is not waited for', async () => {
    const page = lookingPort();
    page.close(false);
    newFollower().attend(page.end);
    await pass(60_000);
    expect(infos).toBe(0);
  });
});
