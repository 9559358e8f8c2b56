import { setEnvironmentData } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importJobs } from '../../server/importing/import-jobs';
import type { FileContent } from '../../server/importing/reading/read-file';
import { type ImportLimits, ImportThreads } from '../../server/importing/threads/import-threads';
import { unixMs } from '../../src/domain';
import { buildProgram } from '../storage/support/build-program';
import { DATABASES } from '../storage/support/databases';
import { runDueJobs } from './support/run-jobs';
import { startServer, type TestServer } from './support/test-server';

const [, sqlite] = DATABASES[0];
const NOTHING = async () => undefined;

describe('threads that read imports', () => {
  let program: string;
  let heldProgram: string;
  let opened: ImportThreads[] = [];
  beforeAll(async () => {
    program = await buildProgram('server/importing/reading/worker.ts', 'import-reader');
    heldProgram = await buildProgram('tests/server/support/held-import-worker.ts', 'held-import');
  });
  afterAll(async () => {
    for (const threads of opened) await threads.close();
    opened = [];
  });

  const threadsOf = (of: string, limits: Partial<ImportLimits> = {}) => {
    const threads = new ImportThreads(of, limits);
    opened.push(threads);
    return threads;
  };

  const file = (text: string, source: FileContent['source'] = 'text') => ({
    source,
    bytes: async () => Buffer.from(text),
    hasLabelsFromFolders: false,
    now: unixMs(Date.UTC(2026, 0, 1)),
  });
  const addresses = (count: number) =>
    Array.from({ length: count }, (_, at) => `https://example.org/${at}`);

  it('give what a file has in parts, one after the other, and each once', async () => {
    const parts: { first: number; next: number; urls: string[] }[] = [];
    let isTaking = false;
    const read = await threadsOf(program).read(
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
    // The last line was saved first.
    expect(parts.flatMap(({ urls }) => urls)).toEqual(addresses(3000).reverse());
    for (const [at, { first, next, urls }] of parts.entries()) {
      expect(first).toBe(parts[at - 1]?.next ?? 0);
      expect(next - first).toBe(urls.length);
    }
  });

  it('say what is wrong with a file', async () => {
    const read = threadsOf(program).read(file('[', 'pinboard'), NOTHING);
    expect(await read).toEqual({ ok: false, error: { kind: 'not-json' } });
  });

  it('end with a file that takes too much memory, and read the next one', async () => {
    const threads = threadsOf(program, { memoryMb: 16 });
    const large = `[${'[],'.repeat(2_000_000)}0]`;
    const [first, second] = [
      threads.read(file(large, 'pinboard'), NOTHING),
      threads.read(file('https://example.org/'), NOTHING),
    ];
    expect(await first).toEqual({ ok: false, error: { kind: 'too-large' } });
    expect(await second).toEqual({ ok: true, value: { entries: 1, skipped: 0 } });
  });

  it('end with a file that takes too long', async () => {
    setEnvironmentData('held', new SharedArrayBuffer(4));
    const read = threadsOf(heldProgram, { timeoutMs: 1 }).read(file('x'), NOTHING);
    expect(await read).toEqual({ ok: false, error: { kind: 'too-large' } });
  });

  it('pass on that a part could not be kept', async () => {
    const full = new Error('full');
    const threads = threadsOf(program);
    const read = threads.read(file('https://example.org/'), () => Promise.reject(full));
    await expect(read).rejects.toBe(full);
  });

  it('end when the server does', async () => {
    setEnvironmentData('held', new SharedArrayBuffer(4));
    const threads = threadsOf(heldProgram);
    let ended: Promise<void> | undefined;
    await new Promise<void>((begun) => {
      const bytes = async () => {
        begun();
        return Buffer.from('x');
      };
      ended = expect(threads.read({ ...file(''), bytes }, NOTHING)).rejects.toThrow();
    });
    await threads.close();
    await ended;
  });

  it('leave the server free to answer, however long a file takes to be read', async () => {
    const gate = new SharedArrayBuffer(4);
    setEnvironmentData('held', gate);
    const t: TestServer = await startServer(sqlite);
    const held = t.another({ importReader: threadsOf(heldProgram) });
    const token = await held.tokenOf(await held.addUser());
    const json = { data: addresses(30).join('\n') };
    const importing = held.send('POST', '/api/bookmarks/import/text', { token, json });
    let isImported = false;
    void importing.then(() => {
      isImported = true;
    });
    // Read and written meanwhile.
    const url = 'https://example.org/other';
    const created = await held.send('POST', '/api/bookmarks', { token, json: { url } });
    expect(created.status).toBe(202);
    const listed = await held.send('GET', '/api/bookmarks', { token });
    expect(listed.headers.get('Total-Count')).toBe('1');
    expect(isImported).toBe(false);
    Atomics.store(new Int32Array(gate), 0, 1);
    Atomics.notify(new Int32Array(gate), 0);
    expect((await importing).status).toBe(202);
    const kind = importJobs(held.server, () => Promise.reject(new Error('Nobody is asked')));
    await runDueJobs(held.server, [kind]);
    const all = await held.send('GET', '/api/bookmarks', { token });
    expect(all.headers.get('Total-Count')).toBe('31');
    await t.remove();
  });
});
