// @module-tag full
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type GroupLimits, ProcessPool } from '../../../server/processes/process-pool';
import { TASKS, type Tasks } from '../../../server/tasks';
import {
  type FileToRead,
  readAccountIn,
  readFileIn,
} from '../../../server/transfer/import/import-apart';
import { importJobs } from '../../../server/transfer/import/import-jobs';
import { type EntryPart, readLines, writeAccount } from '../../../server/transfer/import/read-file';
import { unixMs } from '../../../src/domain/time';
import type { Fetch, FileSource } from '../../../src/formats';
import { buildProgram } from '../storage/support/build-program';
import { DATABASES } from '../storage/support/databases';
import { pausedProgram } from '../support/instrumented-programs';
import { runDueJobs } from '../support/run-jobs';
import { startServer, type TestServer } from '../support/test-server';

const [, sqlite] = DATABASES[0];
const NOTHING = async () => undefined;

describe('processes that read imports', () => {
  let program: string;
  let opened: ProcessPool<Tasks>[] = [];
  let removals: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    program = await buildProgram('server/task-program.ts', 'tasks-import');
  });
  afterEach(async () => {
    for (const processes of opened) await processes.close();
    for (const remove of removals) await remove();
    opened = [];
    removals = [];
    vi.useRealTimers();
  });

  const processesOf = (of: string, limits: Partial<GroupLimits> = {}) => {
    const processes = new ProcessPool<Tasks>(of, TASKS, limits);
    opened.push(processes);
    return processes;
  };
  const read = (
    processes: ProcessPool<Tasks>,
    from: FileToRead,
    take: Parameters<typeof readFileIn>[3] = NOTHING,
    user = 'ada',
  ) => readFileIn(processes, user, from, take);
  const paused = async () => {
    const wrapped = await pausedProgram(program);
    removals.push(wrapped.remove);
    return wrapped;
  };
  const file = (text: string, source: FileSource = 'text') => ({
    source,
    bytes: async () => Buffer.from(text),
    hasLabelsFromFolders: false,
    now: unixMs(Date.UTC(2026, 0, 1)),
  });
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, at) => `https://example.org/${at}`);

  it('return the entries of a file in parts, one after another, each entry once', async () => {
    const parts: { first: number; next: number; urls: string[] }[] = [];
    let isTaking = false;
    const done = await read(
      processesOf(program),
      file([...addresses(3000), 'nothing'].join('\n')),
      async ({ first, next, bytes }) => {
        expect(isTaking).toBe(false);
        isTaking = true;
        const lines = new TextDecoder().decode(bytes).trimEnd().split('\n');
        parts.push({ first, next, urls: lines.map((line) => JSON.parse(line).url) });
        await new Promise<void>((resolve) => setImmediate(resolve));
        isTaking = false;
      },
    );
    expect(done).toEqual({ ok: true, value: { entries: 3000, skipped: 1 } });
    expect(parts.length).toBeGreaterThan(1);
    // The last line of the file is the oldest entry.
    expect(parts.flatMap(({ urls }) => urls)).toEqual(addresses(3000).reverse());
    for (const [at, { first, next, urls }] of parts.entries()) {
      expect(first).toBe(parts[at - 1]?.next ?? 0);
      expect(next - first).toBe(urls.length);
    }
  });

  it('report why a file cannot be read', async () => {
    expect(await read(processesOf(program), file('[', 'pinboard'))).toEqual({
      ok: false,
      error: { kind: 'not-json' },
    });
  });

  it('end with a file that needs too much memory, and read the next one', async () => {
    const processes = processesOf(program, { memoryMb: 16 });
    const many = `[[${'[],'.repeat(2_000_000)}0]]`;
    // This allocates all memory at once, which a thread and its process would not survive.
    const large = `["\u0101${'x'.repeat(30_000_000)}"]`;
    const [first, second, third] = [
      read(processes, file(many, 'pinboard')),
      read(processes, file(large, 'pinboard')),
      read(processes, file('https://example.org/')),
    ];
    expect(await first).toEqual({ ok: false, error: { kind: 'too-large' } });
    expect(await second).toEqual({ ok: false, error: { kind: 'too-large' } });
    expect(await third).toEqual({ ok: true, value: { entries: 1, skipped: 0 } });
  });

  it('are read of each user in turn', async () => {
    const processes = processesOf(program);
    const order: string[] = [];
    const files = ['ada', 'ada', 'ada', 'bob'].map((user) =>
      read(processes, file('https://example.org/'), async () => void order.push(user), user),
    );
    await Promise.all(files);
    expect(order).toEqual(['ada', 'bob', 'ada', 'ada']);
  });

  describe('for an account', () => {
    const account = {
      source: 'wallabag' as const,
      account: writeAccount({
        url: 'https://bag.example/sub',
        username: 'ann',
        password: 'p&w',
        clientId: '1',
        clientSecret: 's',
      }),
      now: unixMs(Date.UTC(2026, 0, 1)),
    };
    const item = (number: number) => ({ url: `https://example.org/${number}`, title: 'x' });
    const bag =
      (pages: (number: number) => Response): Fetch =>
      async (url) => {
        const page = new URL(url).searchParams.get('page');
        return page === null ? Response.json({ access_token: 'T' }) : pages(Number(page));
      };
    const readAll = async (
      processes: ProcessPool<Tasks>,
      fetch: Fetch,
      { signal } = new AbortController(),
    ) => {
      const urls: string[] = [];
      const take = async ({ bytes }: EntryPart) => {
        for (const { url } of readLines(bytes, 0)) urls.push(url);
      };
      const done = await readAccountIn(processes, 'ada', account, fetch, take, signal);
      return { urls, failure: done.ok ? null : done.error };
    };

    it('send requests only through the server, with the parameters of the service', async () => {
      const requests: unknown[] = [];
      const fetch = bag((page) =>
        Response.json({ pages: 2, _embedded: { items: [item(page * 2), item(page * 2 + 1)] } }),
      );
      const all = await readAll(processesOf(program), (url, init) => {
        requests.push([
          init.method,
          url,
          new Headers(init.headers).get('authorization'),
          init.body,
        ]);
        return fetch(url, init);
      });
      expect(all).toEqual({
        urls: [2, 3, 4, 5].map((number) => `https://example.org/${number}`),
        failure: null,
      });
      const entries = 'https://bag.example/sub/api/entries.json?perPage=20&page';
      expect(requests).toEqual([
        ['POST', 'https://bag.example/sub/oauth/v2/token', null, expect.stringContaining('p%26w')],
        ['GET', `${entries}=1&sort=created&order=asc`, 'Bearer T', undefined],
        ['GET', `${entries}=2&sort=created&order=asc`, 'Bearer T', undefined],
      ]);
    });

    it('return what was read before a response is too long, is missing or needs too much memory', async () => {
      const first = () => Response.json({ pages: 2, _embedded: { items: [item(1)] } });
      const ends: readonly [() => Response, object][] = [
        [() => new Response('x'.repeat(17 * 1024 * 1024)), { kind: 'too-large' }],
        [() => Response.error(), { kind: 'service', status: null, isRetriable: true }],
        [
          () => new Response('', { status: 503 }),
          { kind: 'service', status: 503, isRetriable: true },
        ],
      ];
      for (const [end, failure] of ends) {
        const fetch = bag((page) => (page === 1 ? first() : end()));
        expect(await readAll(processesOf(program), fetch)).toEqual({
          urls: ['https://example.org/1'],
          failure,
        });
      }
      const many = bag(() => new Response(`[${'[],'.repeat(2_000_000)}0]`));
      expect(await readAll(processesOf(program, { memoryMb: 16 }), many)).toEqual({
        urls: [],
        failure: { kind: 'too-large' },
      });
    });

    it('end with an abort', async () => {
      const stop = new AbortController();
      const stoppingFetch = bag(() => {
        stop.abort(new Error('stopped'));
        return Response.json({ pages: 9, _embedded: { items: [item(1)] } });
      });
      const reading = readAll(processesOf(program), stoppingFetch, stop);
      await expect(reading).rejects.toThrow('stopped');
    });

    it('may take any time, but not the work on one answer', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const slow = bag((page) => {
        vi.advanceTimersByTime(59_999);
        return Response.json({ pages: 3, _embedded: { items: [item(page)] } });
      });
      const limits = { timeoutMs: 60_000 };
      const all = await readAll(processesOf(program, limits), slow);
      expect(all).toMatchObject({ urls: { length: 3 }, failure: null });
      const late = async () => void vi.advanceTimersByTime(60_000);
      const done = await read(processesOf(program, limits), file('https://example.org/'), late);
      expect(done).toEqual({ ok: false, error: { kind: 'too-large' } });
    });
  });

  it('end with a file that takes too long', async () => {
    const { program: pausedReader } = await paused();
    const done = await read(processesOf(pausedReader, { timeoutMs: 1 }), file('x'));
    expect(done).toEqual({ ok: false, error: { kind: 'too-large' } });
  });

  it('report that a part could not be stored, and that they could not start', async () => {
    const full = new Error('full');
    const processes = processesOf(program);
    const reading = read(processes, file('https://example.org/'), () => Promise.reject(full));
    await expect(reading).rejects.toBe(full);
    expect(processes.size).toBe(0);
    const missing = read(processesOf(`${program}.nowhere`), file('x'));
    await expect(missing).rejects.toThrow('Cannot find module');
  });

  it('end when the server stops, after what it does for them', async () => {
    const processes = processesOf(program);
    let isStored = false;
    let closing: Promise<void> | undefined;
    const reading = read(processes, file('https://example.org/'), async () => {
      closing = processes.close();
      await new Promise<void>((resolve) => setImmediate(resolve));
      isStored = true;
    });
    await expect(reading).rejects.toThrow('closed');
    await closing;
    expect(isStored).toBe(true);
  });

  it('do not block the server while a file is read', async () => {
    const pausedReader = await paused();
    const t: TestServer = await startServer(sqlite);
    const other = t.another({ processes: processesOf(pausedReader.program) });
    const token = await other.tokenOf(await other.addUser());
    const json = { data: addresses(30).join('\n') };
    const importing = other.send('POST', '/api/bookmarks/import/text', { token, json });
    let isImported = false;
    void importing.then(() => {
      isImported = true;
    });
    // The server can write and read in the meantime.
    const url = 'https://example.org/other';
    const created = await other.send('POST', '/api/bookmarks', { token, json: { url } });
    expect(created.status).toBe(202);
    const listed = await other.send('GET', '/api/bookmarks', { token });
    expect(listed.headers.get('Total-Count')).toBe('1');
    expect(isImported).toBe(false);
    await pausedReader.resume();
    expect((await importing).status).toBe(202);
    const kind = importJobs(other.server, () =>
      Promise.reject(new Error('The test must not contact a service')),
    );
    await runDueJobs(other.server, [kind]);
    const all = await other.send('GET', '/api/bookmarks', { token });
    expect(all.headers.get('Total-Count')).toBe('31');
    await t.remove();
  });
});
