import { describe, expect, it, vi } from 'vitest';
import type { BulkJob } from '../../../src/library';
import { doPart } from '../../../src/library/jobs/jobs';
import { ARCHIVE, addFive, inChunksOfTwo } from '../bulk/library';
import { testLibrary, value } from '../library';

describe('a part of a job', () => {
  it('is not done in a job that has ended, or that is gone', async () => {
    const test = await testLibrary();
    const bulk = inChunksOfTwo(test);
    const id = value(await bulk.start(ARCHIVE, await addFive(test))) ?? 0;
    value(await bulk.run());
    const work = vi.fn(async (job: BulkJob) => job);
    const doNext = async (job: number) => value(await doPart(test.tables, 'bulk', job, [], work));
    expect(await doNext(id)).toMatchObject({ id, state: 'finished', done: 5 });
    expect(await doNext(id + 1)).toBeNull();
    expect(work).not.toHaveBeenCalled();
  });

  it('changes nothing of its job if it fails', async () => {
    const test = await testLibrary();
    const bulk = inChunksOfTwo(test);
    const id = value(await bulk.start(ARCHIVE, await addFive(test))) ?? 0;
    const work = async (job: BulkJob): Promise<BulkJob> => {
      await test.tables.jobs.put({ ...job, done: 2 });
      throw new Error('The tab was closed');
    };
    await expect(doPart(test.tables, 'bulk', id, [], work)).rejects.toThrow('The tab was closed');
    expect(await test.tables.jobs.get(id)).toMatchObject({ state: 'running', done: 0 });
  });
});
