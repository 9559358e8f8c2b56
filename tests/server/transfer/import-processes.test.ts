// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { importJobs } from '../../../server/transfer/import/import-jobs';
import {
  type ImportLimits,
  ImportProcesses,
} from '../../../server/transfer/import/import-processes';
import { readLines, writeAccount } from '../../../server/transfer/import/read-file';
import { unixMs } from '../../../src/domain/time';
import type { Fetch, FileSource } from '../../../src/formats';
import { buildProgram } from '../storage/support/build-program';
import { DATABASES } from '../storage/support/databases';
import { pausedProgram, watchedProgram } from '../support/instrumented-programs';
import { runDueJobs } from '../support/run-jobs';
import { startServer, type TestServer } from '../support/test-server';

const [, sqlite] = DATABASES[0];
/** The settings of a process in Linux's /proc. */
const ANSWERS = { oom_score_adj: '1000', coredump_filter: '00000000' };
const NOTHING = async () => undefined;

describe('processes that read imports', () => {
  let program: string;
  let parent: string;
  let opened: ImportProcesses[] = [];
  let removals: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    program = await buildProgram('server/transfer/import/import-program.ts', 'import-reader');
    parent = await buildProgram('tests/server/support/import-parent.ts', 'import-parent');
  });
  afterEach(async () => {
    for (const processes of opened) await processes.close();
    for (const remove of removals) await remove();
    opened = [];
    removals = [];
  });

  const processesOf = (of: string, limits: Partial<ImportLimits> = {}) => {
    const processes = new ImportProcesses(of, limits);
    opened.push(processes);
    return processes;
  };
  const paused = async () => {
    const wrapped = await pausedProgram(program);
    removals.push(wrapped.remove);
    return wrapped;
  };
  const watched = async () => {
    const wrapped = await watchedProgram(program);
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
    const read = await processesOf(program).read(
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
    expect(read).toEqual({ ok: true, value: { entries: 3000, skipped: 1 } });
    expect(parts.length).toBeGreaterThan(1);
    // The last line of the file is the oldest entry.
    expect(parts.flatMap(({ urls }) => urls)).toEqual(addresses(3000).reverse());
    for (const [at, { first, next, urls }] of parts.entries()) {
      expect(first).toBe(parts[at - 1]?.next ?? 0);
      expect(next - first).toBe(urls.length);
    }
  });

  it('report why a file cannot be read', async () => {
    const read = processesOf(program).read(file('[', 'pinboard'), NOTHING);
    expect(await read).toEqual({ ok: false, error: { kind: 'not-json' } });
  });

  it('end with a file that needs too much memory, and read the next one', async () => {
    const processes = processesOf(program, { memoryMb: 16 });
    const many = `[[${'[],'.repeat(2_000_000)}0]]`;
    // This allocates all memory at once, which a thread and its process would not survive.
    const large = `["\u0101${'x'.repeat(30_000_000)}"]`;
    const [first, second, third] = [
      processes.read(file(many, 'pinboard'), NOTHING),
      processes.read(file(large, 'pinboard'), NOTHING),
      processes.read(file('https://example.org/'), NOTHING),
    ];
    expect(await first).toEqual({ ok: false, error: { kind: 'too-large' } });
    expect(await second).toEqual({ ok: false, error: { kind: 'too-large' } });
    expect(await third).toEqual({ ok: true, value: { entries: 1, skipped: 0 } });
  });

  it('are read of each user in turn', async () => {
    const processes = processesOf(program);
    const read: string[] = [];
    const files = ['ada', 'ada', 'ada', 'bob'].map((user) =>
      processes.read(file('https://example.org/'), async () => void read.push(user), user),
    );
    await Promise.all(files);
    expect(read).toEqual(['ada', 'bob', 'ada', 'ada']);
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
    const readAll = async (processes: ImportProcesses, fetch: Fetch) => {
      const urls: string[] = [];
      const failures: unknown[] = [];
      const { signal } = new AbortController();
      for await (const part of processes.readAccount(account, fetch, signal)) {
        if (part.ok) urls.push(...[...readLines(part.value.bytes, 0)].map(({ url }) => url));
        else failures.push(part.error);
      }
      return { urls, failures };
    };

    it('send requests only through the server, with the parameters of the service', async () => {
      const requests: unknown[] = [];
      const fetch = bag((page) =>
        Response.json({ pages: 2, _embedded: { items: [item(page * 2), item(page * 2 + 1)] } }),
      );
      const read = await readAll(processesOf(program), (url, init) => {
        requests.push([
          init.method,
          url,
          new Headers(init.headers).get('authorization'),
          init.body,
        ]);
        return fetch(url, init);
      });
      expect(read).toEqual({
        urls: [2, 3, 4, 5].map((number) => `https://example.org/${number}`),
        failures: [],
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
          failures: [failure],
        });
      }
      const many = bag(() => new Response(`[${'[],'.repeat(2_000_000)}0]`));
      expect(await readAll(processesOf(program, { memoryMb: 16 }), many)).toEqual({
        urls: [],
        failures: [{ kind: 'too-large' }],
      });
    });

    it('end with an abort', async () => {
      const stop = new AbortController();
      const processes = processesOf(program);
      const countingFetch = bag(() => {
        stop.abort();
        return Response.json({ pages: 9, _embedded: { items: [item(1)] } });
      });
      const parts = processes.readAccount(account, countingFetch, stop.signal);
      await expect(parts.next()).rejects.toThrow();
    });
  });

  it('end with a file that takes too long', async () => {
    const { program: pausedReader } = await paused();
    const read = processesOf(pausedReader, { timeoutMs: 1 }).read(file('x'), NOTHING);
    expect(await read).toEqual({ ok: false, error: { kind: 'too-large' } });
  });

  it('report that a part could not be stored', async () => {
    const full = new Error('full');
    const processes = processesOf(program);
    const read = processes.read(file('https://example.org/'), () => Promise.reject(full));
    await expect(read).rejects.toBe(full);
  });

  it('end when the server stops', async () => {
    const { program: pausedReader } = await paused();
    const processes = processesOf(pausedReader);
    let ended: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      const bytes = async () => {
        begun();
        return Buffer.from('x');
      };
      ended = expect(processes.read({ ...file(''), bytes }, NOTHING)).rejects.toThrow();
    });
    await processes.close();
    await ended;
  });

  it('get no environment of the server', async () => {
    vi.stubEnv('LEAFMARK_SECRET_KEY', 'a secret of the server');
    const { program: wrapped, started: first } = await watched();
    await processesOf(wrapped).read(file('https://example.org/'), NOTHING);
    expect((await first).process.env).not.toHaveProperty('LEAFMARK_SECRET_KEY');
    vi.unstubAllEnvs();
  });

  it('ignore signals of the terminal, because the server finishes its work first', async () => {
    const { program: wrapped, started: first } = await watched();
    const read = await processesOf(wrapped).read(file('https://example.org/'), async () => {
      const { pid } = (await first).process;
      process.kill(pid, 'SIGINT');
      process.kill(pid, 'SIGTERM');
    });
    expect(read).toEqual({ ok: true, value: { entries: 1, skipped: 0 } });
  });

  it('report why they could not start', async () => {
    const read = processesOf(`${program}.nowhere`).read(file('x'), NOTHING);
    await expect(read).rejects.toThrow(/ended early \(1\).*Cannot find module/s);
  });

  it('end when the server is killed', async () => {
    const { program: wrapped, started: first } = await watched();
    const server = spawn(process.execPath, [parent, wrapped], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(server.stdout, 'data');
    server.kill('SIGKILL');
    await (await first).ended;
  });

  it('are killed before other processes when memory runs out, and leave no core dump with data', async () => {
    const { program: wrapped, started: first } = await watched();
    // Other systems have no such settings.
    const expected = process.platform === 'linux' ? ANSWERS : {};
    const answered: Record<string, string> = {};
    await processesOf(wrapped).read(file('https://example.org/'), async () => {
      const { pid } = (await first).process;
      for (const name of Object.keys(expected)) {
        answered[name] = (await readFile(`/proc/${pid}/${name}`, 'utf8')).trim();
      }
    });
    expect(answered).toEqual(expected);
  });

  it('do not block the server while a file is read', async () => {
    const pausedReader = await paused();
    const t: TestServer = await startServer(sqlite);
    const other = t.another({ importReader: processesOf(pausedReader.program) });
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
