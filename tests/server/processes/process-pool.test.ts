// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WITH_NOTES } from '../../../server/articles/render-options';
import { runCli } from '../../../server/cli';
import { canReadPages } from '../../../server/extraction';
import { type GroupLimits, ProcessPool } from '../../../server/processes/process-pool';
import type { Lane } from '../../../server/processes/task-queue';
import { TASKS, type Tasks } from '../../../server/tasks';
import { unixMs } from '../../../src/domain/time';
import { temporaryFolder } from '../../support/temporary-folder';
import { CONDITION_TIMEOUT_MS } from '../../support/timeouts';
import { buildProgram } from '../storage/support/build-program';
import { watchedProgram } from '../support/instrumented-programs';

/** Settings of a process in Linux's /proc. */
const YIELDING = { oom_score_adj: '1000', coredump_filter: '00000000' };

describe('processes that do tasks', () => {
  let program: string;
  let parent: string;
  let folder: string;
  const pools: ProcessPool<Tasks>[] = [];
  beforeAll(async () => {
    program = await buildProgram('server/task-program.ts', 'tasks-pool');
    parent = await buildProgram('tests/server/support/task-parent.ts', 'task-parent');
    folder = temporaryFolder('leafmark-processes');
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const pool of pools.splice(0)) await pool.close();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const start = (limits: Partial<GroupLimits> = {}, of = program) => {
    // On a busy machine, a process may need longer than the default of 30 s to start.
    const changes = { timeoutMs: CONDITION_TIMEOUT_MS, ...limits };
    const pool = new ProcessPool<Tasks>(of, TASKS, changes);
    pools.push(pool);
    return pool;
  };
  const page = (html: string) => ({
    url: 'https://a.org/',
    bytes: Buffer.from(html),
    contentType: 'text/html',
    findsMain: true,
  });
  const SMALL = page('<title>Small</title><p>Hello');
  /** A parser needs hours for formatting that is opened again in each paragraph. */
  const ENDLESS = page(`${'<b><i>'.repeat(20_000)}${'<p>a</b>'.repeat(20_000)}`);
  const HUGE = page('<p>hello world '.repeat(200_000));
  const title = async (pool: ProcessPool<Tasks>) => {
    const read = await pool.run('page', SMALL);
    return read.ok ? read.value.metadata.title : read.error;
  };

  it('read pages and clean drawings one after another', async () => {
    const pool = start();
    expect(await title(pool)).toBe('Small');
    expect(await title(pool)).toBe('Small');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><script/><path d="M0 0"/></svg>';
    const clean = await pool.run('svg', svg);
    expect(clean).toMatchObject({ ok: true, value: { width: 4, height: 3 } });
    expect(JSON.stringify(clean)).not.toContain('script');
    expect(pool.size).toBe(1);
  });

  it('are limited in number', async () => {
    const pool = start({ size: 2 });
    const titles = await Promise.all(Array.from({ length: 8 }, () => title(pool)));
    expect(new Set(titles)).toEqual(new Set(['Small']));
    expect(pool.size).toBe(2);
  });

  it('read the page of one user while pages of another user block the others', async () => {
    const pool = start({ size: 2, timeoutMs: 60_000 });
    const [ada, bob] = [pool.sharedBy('ada'), pool.sharedBy('bob')];
    const stop = new AbortController();
    const ofAda = Array.from({ length: 4 }, () => ada.run('page', ENDLESS, stop.signal));
    const firstOfAda = Promise.race(ofAda).then(() => 'ada');
    const ofBob = bob.run('page', SMALL).then(({ ok }) => (ok ? 'bob' : 'nobody'));
    expect(await Promise.race([firstOfAda, ofBob])).toBe('bob');
    expect(pool.size).toBe(2);
    stop.abort(new Error('stopped'));
    for (const read of await Promise.allSettled(ofAda)) expect(read.status).toBe('rejected');
  });

  it('render an article at once while hostile pages block all other processes', async () => {
    const pool = start({ size: 2, reserved: 1, timeoutMs: 60_000 });
    const stop = new AbortController();
    const hostile = ['ada', 'ada', 'eve', 'eve'].map((user) =>
      pool.sharedBy(user).run('page', ENDLESS, stop.signal),
    );
    const reading = Promise.race(hostile).then(() => 'read');
    const input = { article: '<p>Hello', annotations: [], options: WITH_NOTES, images: null };
    const renderFor = async (user: string) => {
      const rendered = await pool.sharedBy(user, 'interactive').run('render', input);
      return rendered.ok ? rendered.value : rendered.error;
    };
    // The owner of the hostile pages is also served.
    for (const user of ['bob', 'ada']) {
      expect(await Promise.race([reading, renderFor(user)])).toBe('<p>Hello');
    }
    expect(pool.size).toBe(3);
    stop.abort(new Error('stopped'));
    for (const read of await Promise.allSettled(hostile)) expect(read.status).toBe('rejected');
  });

  it('always leave one process to other users', async () => {
    const pool = start({ size: 1, reserved: 1, timeoutMs: 60_000 });
    const stop = new AbortController();
    const ofAda = Array.from({ length: 3 }, () =>
      pool.sharedBy('ada', 'interactive').run('page', ENDLESS, stop.signal),
    );
    const ofBob = pool.sharedBy('bob', 'interactive').run('page', SMALL);
    const first = await Promise.race([Promise.race(ofAda), ofBob]);
    expect(first).toMatchObject({ ok: true, value: { metadata: { title: 'Small' } } });
    stop.abort(new Error('stopped'));
    for (const read of await Promise.allSettled(ofAda)) expect(read.status).toBe('rejected');
  });

  it('take turns between waiting users', async () => {
    const pool = start({ size: 1 });
    const order: string[] = [];
    const read = async (user: string) => {
      await pool.sharedBy(user).run('page', SMALL);
      order.push(user);
    };
    await Promise.all(['ada', 'ada', 'ada', 'bob', 'eve'].map(read));
    expect(order).toEqual(['ada', 'bob', 'eve', 'ada', 'ada']);
  });

  it('do interactive tasks of a user before background tasks', async () => {
    const pool = start({ size: 1, reserved: 0 });
    const order: string[] = [];
    const read = async (lane: Lane) => {
      await pool.sharedBy('ada', lane).run('page', SMALL);
      order.push(lane);
    };
    await Promise.all((['background', 'background', 'interactive'] as const).map(read));
    expect(order).toEqual(['background', 'interactive', 'background']);
  });

  it('are ended by a page that takes too long, without losing other pages', async () => {
    const pool = start({ size: 1, timeoutMs: 50 });
    expect(await pool.run('page', HUGE)).toEqual({ ok: false, error: { kind: 'took-too-long' } });
    expect(pool.size).toBe(0);
    expect(await title(start({ size: 1 }))).toBe('Small');
  });

  it('are ended by a page that needs too much memory, without losing other pages', async () => {
    const pool = start({ size: 1, memoryMb: 64, timeoutMs: 120_000 });
    // One page allocates in small steps, the other all at once, which a thread and its process
    // would not survive.
    const atOnce = page(`<p>\u0101${'x'.repeat(24_000_000)}`);
    for (const demanding of [HUGE, atOnce]) {
      const read = await pool.run('page', demanding);
      expect(read).toEqual({ ok: false, error: { kind: 'took-too-much-memory' } });
      expect(await title(pool)).toBe('Small');
    }
  });

  it('get no environment of the server, ignore signals of the terminal, and are the first to end when memory runs out', async () => {
    vi.stubEnv('LEAFMARK_SECRET_KEY', 'a secret of the server');
    const watched = await watchedProgram(program);
    const pool = start({}, watched.program);
    expect(await title(pool)).toBe('Small');
    const { pid, env } = (await watched.started).process;
    expect(env).not.toHaveProperty('LEAFMARK_SECRET_KEY');
    vi.unstubAllEnvs();
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    expect(await title(pool)).toBe('Small');
    expect(getPriority(pid)).toBeGreaterThanOrEqual(constants.priority.PRIORITY_BELOW_NORMAL);
    // Other systems have no such settings.
    for (const [name, value] of process.platform === 'linux' ? Object.entries(YIELDING) : []) {
      expect((await readFile(`/proc/${pid}/${name}`, 'utf8')).trim()).toBe(value);
    }
    await pool.close();
    await watched.remove();
  });

  it('end by themselves after the server was killed, while they work and while they wait for it', async () => {
    const watched = await watchedProgram(program);
    const server = spawn(process.execPath, [parent, watched.program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(server.stdout, 'data');
    server.kill('SIGKILL');
    const [waiting, working] = [await watched.started, watched.last()];
    expect(working).not.toBe(waiting);
    await Promise.all([waiting.ended, working.ended]);
    await watched.remove();
  });

  it('of one kind wait for no other kind', async () => {
    const pool = start({ size: 1, timeoutMs: 60_000 });
    const stop = new AbortController();
    const reading = pool.run('page', ENDLESS, stop.signal);
    const file = { source: 'text', hasLabelsFromFolders: false, now: unixMs(0) } as const;
    const help = { piece: async () => Buffer.alloc(0), take: async () => undefined };
    const value = { ok: true, value: { entries: 0, skipped: 0 } };
    expect(await pool.run('importFile', file, stop.signal, help)).toEqual({ ok: true, value });
    stop.abort(new Error('stopped'));
    await expect(reading).rejects.toThrow('stopped');
  });

  it('are ended by an abort', async () => {
    const pool = start();
    const stop = new AbortController();
    const reading = pool.run('page', HUGE, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(reading).rejects.toThrow('stopped');
    await expect(pool.run('page', SMALL, stop.signal)).rejects.toThrow('stopped');
    expect(await title(pool)).toBe('Small');
  });

  it('are not waited for by a task that was aborted', async () => {
    const pool = start({ size: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const reading = pool.run('page', ENDLESS, first.signal);
    const waiting = pool.run('page', SMALL, second.signal);
    const next = title(pool);
    second.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    first.abort(new Error('stopped'));
    await expect(reading).rejects.toThrow('stopped');
    expect(await next).toBe('Small');
  });

  it('are replaced after a number of pages', async () => {
    const pool = start({ size: 1, tasksPerProcess: 2 });
    const sizes: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      expect(await title(pool)).toBe('Small');
      sizes.push(pool.size);
    }
    expect(sizes).toEqual([1, 0, 1]);
  });

  it('are ended when they are idle', async () => {
    const pool = start({ idleMs: 60_000 });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    expect(await title(pool)).toBe('Small');
    await vi.advanceTimersByTimeAsync(59_999);
    expect(pool.size).toBe(1);
    // A task that was stopped before it could begin uses no process.
    const stopped = pool.run('page', SMALL, AbortSignal.abort(new Error('stopped')));
    await expect(stopped).rejects.toThrow('stopped');
    await vi.advanceTimersByTimeAsync(1);
    expect(pool.size).toBe(0);
  });

  const programOf = (name: string, code: string) => {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, code);
    return path;
  };
  const answering = (message: object) =>
    `process.on('message', () => process.send(${JSON.stringify(message)}));`;
  const reading = (article: object | null) => answering({ kind: 'done', value: { article } });

  it.each([
    ['breaks at once', `throw new Error('DOMPurify does not work');`],
    ['ends', `process.on('message', () => process.exit(3));`],
    ['cannot read', answering({ kind: 'failed', fault: 'no' })],
    [
      'lets everything through',
      reading({ html: '<p>Hello<script>harm()</script>', imageUrls: [] }),
    ],
    ['finds nothing', reading(null)],
    ['asks the server for more than it offers', answering({ kind: 'question', name: 'toString' })],
  ])('are not trusted when one %s', async (name, code) => {
    const pool = start({}, programOf(name, code));
    expect(await canReadPages(pool)).toBe(false);
    const ends = code.includes('throw') || code.includes('exit') || code.includes('question');
    expect(pool.size).toBe(ends ? 0 : 1);
  });

  it('report why they could not start', async () => {
    expect(await title(start({}, `${program}.nowhere`))).toEqual({
      kind: 'broke',
      fault: expect.stringMatching(/ended early \(1\).*Cannot find module/s),
    });
  });

  it('are trusted when they make a hostile page harmless', async () => {
    expect(await canReadPages(start())).toBe(true);
  });

  it('are required for the server to start', async () => {
    // The sources have no built program.
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const lines: string[] = [];
    const terminal = {
      out: () => undefined,
      say: (line: string) => void lines.push(line),
      readAll: async () => '',
    };
    const typed = ['serve', '--port', '0', '--data', folder];
    expect(await runCli(typed, {}, terminal)).toBe(1);
    const events = written.mock.calls.map(([line]) => JSON.parse(String(line)).event);
    written.mockRestore();
    expect(events.at(-1)).toBe('the sanitiser does not work on this machine');
    const [, address] = /listens at (\S+)/.exec(lines.join('\n')) ?? [];
    await expect(fetch(`${address}api/info`)).rejects.toThrow('fetch failed');
  });
});
