import { describe, expect, it, vi } from 'vitest';
import { err, ok } from '../../src/domain/result';
import type { ImportRepository } from '../../src/library';
import type { JobRow } from '../../src/library/database/job-rows';
import { workOnImports } from '../../src/transfer';
import type { ImportWork } from '../../src/transfer/import-work';
import { value } from '../library/library';
import { contentOf, link, netscape, opened, started, titles } from './import-jobs';

const FILE = netscape([1, 2, 3, 4, 5].map((at) => link(at)));

/** A library with an import whose file is kept, and what a background does about it. */
async function waiting(file: Blob | null = FILE) {
  const test = await opened();
  const before = await contentOf(test);
  const id = await started(test.imports);
  const files = new Map(file === null ? [] : [[id, file]]);
  const work = (changed: Partial<ImportWork> = {}) =>
    workOnImports({
      imports: test.imports,
      makeArticle: async () => null,
      readDocument: async () => null,
      async openInput(job) {
        const kept = files.get(job.id);
        return kept === undefined ? err('file-gone') : ok(kept);
      },
      forgetFile: async (job) => void files.delete(job),
      batchRows: 2,
      ...changed,
    });
  const job = () => test.imports.get(id);
  return { ...test, id, files, work, job, before };
}

/** Calls `after` when a batch was added. */
const addingThen = (
  imports: ImportRepository,
  after: () => Promise<unknown>,
): ImportRepository => ({
  ...imports,
  async add(...batch) {
    const added = await imports.add(...batch);
    await after();
    return added;
  },
});

const IMPORTED = ['A page', 'Page 1', 'Page 2', 'Page 3', 'Page 4', 'Page 5'];

describe('the work on imports', () => {
  it('carries out the import that waits, and forgets its file', async () => {
    const test = await waiting();
    value(await test.work());
    expect(await titles(test)).toEqual(IMPORTED);
    expect(await test.job()).toMatchObject({ state: 'finished', done: 5, added: 5 });
    expect(test.files.size).toBe(0);
  });

  it('stops before the next batch when a person pauses it, and goes on later', async () => {
    const test = await waiting();
    const { imports, id } = test;
    const pausing = addingThen(imports, () => imports.pause(id, null));
    value(await test.work({ imports: pausing }));
    expect(await test.job()).toMatchObject({ state: 'paused', problem: null, done: 2, added: 2 });
    expect(test.files.size).toBe(1);
    value(await test.work());
    expect(await test.job()).toMatchObject({ state: 'paused', done: 2 });
    value(await imports.resume(id));
    value(await test.work());
    expect(await titles(test)).toEqual(IMPORTED);
    expect(await test.job()).toMatchObject({ state: 'finished', done: 5, added: 5 });
  });

  it('does not finish an import that is paused during its last rows', async () => {
    const test = await waiting();
    const { imports, id } = test;
    const pausing: ImportRepository = {
      ...imports,
      async add(job, batch) {
        if (batch.from === 4) value(await imports.pause(id, null));
        return imports.add(job, batch);
      },
    };
    value(await test.work({ imports: pausing }));
    expect(await test.job()).toMatchObject({ state: 'paused', done: 4 });
    value(await imports.resume(id));
    value(await test.work());
    expect(await titles(test)).toEqual(IMPORTED);
  });

  it('goes on without a person after it was killed', async () => {
    const test = await waiting();
    const killed = addingThen(test.imports, () => new Promise(() => {}));
    void test.work({ imports: killed });
    await vi.waitFor(async () => expect(await test.job()).toMatchObject({ done: 2 }));
    expect(await test.job()).toMatchObject({ state: 'running' });
    value(await test.work());
    expect(await titles(test)).toEqual(IMPORTED);
    expect(await test.job()).toMatchObject({ state: 'finished', done: 5, added: 5 });
  });

  it('pauses with the reason when the file is gone, or a row cannot be written', async () => {
    const gone = await waiting(null);
    value(await gone.work());
    expect(await gone.job()).toMatchObject({ state: 'paused', problem: 'file-gone', done: 0 });

    const full = await waiting();
    const quota = { ok: false, error: { kind: 'quota' } } as const;
    value(await full.work({ imports: { ...full.imports, add: async () => quota } }));
    expect(await full.job()).toMatchObject({ state: 'paused', problem: 'quota', done: 0 });
    expect(full.files.size).toBe(1);
    value(await full.imports.resume(full.id));
    expect(await full.job()).toMatchObject({ state: 'running', problem: null });
    value(await full.work());
    expect(await full.job()).toMatchObject({ state: 'finished', done: 5 });
  });

  it('pauses an import that hits a bug or a full disk, and logs that', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const test = await waiting();
    const broken = addingThen(test.imports, () => Promise.reject(new Error('a bug')));
    value(await test.work({ imports: broken }));
    expect(await test.job()).toMatchObject({ state: 'paused', problem: 'failed', done: 2 });
    expect(log).toHaveBeenCalledOnce();

    value(await test.imports.resume(test.id));
    const openInput = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    value(await test.work({ openInput }));
    expect(await test.job()).toMatchObject({ state: 'paused', problem: 'quota', done: 2 });
    log.mockRestore();
  });

  it('leaves an import from a server until all of the server has been read', async () => {
    const test = await waiting();
    value(await test.imports.finish(test.id, { isCancelled: true, problem: null }));
    const id = await started(test.imports, {}, 'server');
    value(await test.work());
    expect(await test.imports.get(id)).toMatchObject({ state: 'running', done: 0, problem: null });
    value(await test.imports.sourceRead(id, 3));
    value(await test.work());
    expect(await test.imports.get(id)).toMatchObject({
      state: 'paused',
      problem: 'file-gone',
      total: 3,
    });
  });

  it('ends when a paused import is ended, and keeps what was added', async () => {
    const test = await waiting();
    const { imports, id } = test;
    const ending = addingThen(imports, () =>
      imports.finish(id, { isCancelled: true, problem: null }),
    );
    value(await test.work({ imports: ending }));
    expect(await test.job()).toMatchObject({ state: 'finished', isCancelled: true, added: 2 });
    expect(test.files.size).toBe(0);
  });

  it('counts no job of this version as one that only another version knows', async () => {
    const { imports, tables, id } = await waiting();
    const job = await tables.jobs.get(id);
    if (job === undefined) throw new Error('The job is gone');
    const kinds = ['bulk', 'articles', 'later', 'toString'];
    const jobs = kinds.map((kind, at) => ({ ...job, id: id + 1 + at, kind }));
    // Another version may have stored any kind.
    await tables.jobs.bulkAdd(jobs as JobRow[]);
    const listener = vi.fn();
    const end = imports.watchUnknown(listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    end();
    expect(listener).toHaveBeenLastCalledWith(2);
  });

  it('tells the background when there is some, and only then', async () => {
    const { imports, id, work } = await waiting();
    const listener = vi.fn();
    const end = imports.watchWork(listener);
    await vi.waitFor(() => expect(listener).toHaveBeenCalled());
    end();
    value(await imports.pause(id, null));
    expect(await imports.next()).toBe(null);
    value(await imports.resume(id));
    expect(await imports.next()).toMatchObject({ id });
    value(await work());
    expect(await imports.next()).toBe(null);
  });
});
