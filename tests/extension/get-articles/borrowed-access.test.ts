import { describe, expect, it, vi } from 'vitest';
import {
  counts,
  hosts,
  OPTIONS,
  run,
  saveAll,
  stored,
  useArticlesJob,
  world,
} from './run-articles-job';

useArticlesJob();

describe('the access that was granted for the job', () => {
  it('is given back at its end', async () => {
    await world.asked.start(await saveAll(hosts(1)), { ...OPTIONS, isBorrowed: true });
    await run();
    expect(world.isAllowed).toBe(false);
    expect((await world.wanted.job())?.isBorrowed).toBe(false);
  });

  it('is given back when the job is paused and then stopped', async () => {
    await world.asked.start(await saveAll(hosts(1)), { ...OPTIONS, isBorrowed: true });
    await world.wanted.pause(null);
    await run();
    const listener = vi.fn(() => run());
    const end = world.wanted.watchWork(listener);
    expect(world.isAllowed).toBe(true);
    await world.asked.stop();
    await vi.waitFor(() => expect(world.isAllowed).toBe(false));
    end();
  });

  it('stays if somebody keeps all images since', async () => {
    stored.keepAllImages = true;
    await world.asked.start(await saveAll(hosts(1)), { ...OPTIONS, isBorrowed: true });
    await run();
    expect(world.isAllowed).toBe(true);
    expect((await world.wanted.job())?.isBorrowed).toBe(false);
  });

  it('waits for a click if others would be lost with it, such as that of a server', async () => {
    world.origins.push('https://server.example/*');
    await world.asked.start(await saveAll(hosts(1)), { ...OPTIONS, isBorrowed: true });
    await run();
    expect(world.isAllowed).toBe(true);
    expect((await world.wanted.job())?.isBorrowed).toBe(true);
  });

  it('stays for a job that a person paused after one of its pages was got', async () => {
    const ids = await saveAll(hosts(2));
    await world.asked.start(ids, { ...OPTIONS, isBorrowed: true });
    await world.wanted.pause(null);
    await world.asked.start(ids.slice(1), { ...OPTIONS, isAsked: true });
    await run();
    expect(await counts()).toEqual({ kept: 1, waiting: 1 });
    expect(world.isAllowed).toBe(true);
    expect((await world.wanted.job())?.isBorrowed).toBe(true);
  });

  it('is given back after one page if the job waits for a person to allow it again', async () => {
    const ids = await saveAll(hosts(2));
    await world.asked.start(ids, { ...OPTIONS, isBorrowed: true });
    world.isAllowed = false;
    await run();
    world.isAllowed = true;
    await world.asked.start(ids.slice(1), { ...OPTIONS, isAsked: true, isBorrowed: true });
    await run();
    expect(await counts()).toEqual({ kept: 1, waiting: 1 });
    expect(world.isAllowed).toBe(false);
    const job = { state: 'paused', problem: 'not-allowed', isBorrowed: false };
    expect(await world.wanted.job()).toMatchObject(job);
  });
});
