import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eachBounded } from '../../src/domain/each-bounded';
import { err, ok, type Result } from '../../src/domain/result';
import { pipeline } from '../../src/sync/pipeline';

/** Promise rejections that nothing handled. */
let unhandled: unknown[];
const recordUnhandled = (error: unknown) => void unhandled.push(error);
beforeEach(() => {
  unhandled = [];
  process.on('unhandledRejection', recordUnhandled);
});
afterEach(async () => {
  // Node reports unhandled rejections after the promises of this turn have settled.
  await setImmediate();
  process.off('unhandledRejection', recordUnhandled);
  expect(unhandled).toEqual([]);
});

const bug = new Error('a bug');
const slow = async (turns = 5) => {
  for (let n = 0; n < turns; n += 1) await setImmediate();
};

describe('tasks that run side by side', () => {
  it('are finished, and no others started, when the error of one is reported', async () => {
    const begun: number[] = [];
    const over: number[] = [];
    const work = async (n: number) => {
      begun.push(n);
      if (n === 2) throw bug;
      await slow();
      over.push(n);
    };
    await expect(eachBounded([1, 2, 3, 4, 5, 6], 3, work)).rejects.toBe(bug);
    expect([begun, over]).toEqual([
      [1, 2, 3],
      [1, 3],
    ]);
  });
});

describe('a pipeline', () => {
  type Outcome = Result<null, string>;
  const over: number[] = [];
  beforeEach(() => void over.splice(0));
  const doing =
    (outcome: (n: number) => Outcome, turnsOf = (_: number) => 5) =>
    async (n: number): Promise<Outcome> => {
      const turns = turnsOf(n);
      if (turns > 0) await slow(turns);
      const done = outcome(n);
      over.push(n);
      return done;
    };
  const thrown = (): never => {
    throw bug;
  };
  async function* items(last: number, end = () => {}) {
    for (let n = 1; n <= last; n += 1) yield n;
    await slow(2);
    end();
  }

  it('waits for its tasks when its source throws', async () => {
    const all = pipeline(
      items(2, thrown),
      doing(() => ok(null)),
    );
    await expect(all).rejects.toBe(bug);
    expect(over).toEqual([1, 2]);
  });

  it.each([
    ['at once', 0],
    ['after a while', 9],
  ])(
    'reports the error of a task that throws %s, after the other tasks have ended',
    async (_, turns) => {
      const outcome = (n: number) => (n === 2 ? thrown() : ok(null));
      const work = doing(outcome, (n) => (n === 2 ? turns : 5));
      await expect(pipeline(items(4), work)).rejects.toBe(bug);
      expect(over).toContain(1);
    },
  );

  it('ends at the first task that fails, after the started tasks have ended', async () => {
    const work = doing((n) => (n === 2 ? err('no room') : ok(null)));
    expect(await pipeline(items(9), work)).toEqual(err('no room'));
    expect(over).toEqual([1, 2, 3]);
  });
});
