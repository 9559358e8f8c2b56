import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../src/domain/bookmark';
import { err, ok, type Result } from '../../src/domain/result';
import { DAY_MS, type UnixMs, unixMs } from '../../src/domain/time';
import type { Written } from '../../src/library';
import type { ServiceError } from '../../src/service';
import type { SyncContext } from '../../src/sync/context';
import { newIntent } from '../../src/sync/merge/queue';
import {
  type Attempt,
  afterFailure,
  attempted,
  delayed,
  freed,
  isDue,
  isUntried,
  isWaiting,
  type NothingDue,
  nothingBefore,
  type Outgoing,
  Runner,
  type Settle,
  settled,
} from '../../src/sync/runner';
import { ENDED, type Failure, SET_ASIDE } from '../../src/sync/stop';

const NOW = unixMs(1_700_000_000_000);
const later = (ms: number): UnixMs => unixMs(NOW + ms);

/** The requests of an item, what was written, and how the server and the library answer. */
interface Tx {
  waiting: string[];
  written: string[];
}
type Sent = Result<Settle<Tx>, ServiceError>;
type Write = Awaited<Written<void>>;

interface ItemOptions {
  readonly send?: (about: string) => Sent | Promise<Sent>;
  readonly dueAt?: UnixMs | null;
  readonly write?: () => Write;
  readonly claim?: (tx: Tx) => Attempt | NothingDue;
}

const OFFLINE = { kind: 'offline' } as const;
const BROKEN: ServiceError = { kind: 'server', status: 500, retryAfterMs: null };
const REFUSED: ServiceError = {
  kind: 'invalid',
  status: 422,
  messages: ['too long'],
  fields: [],
};

const settle =
  (about: string): Settle<Tx> =>
  (tx) => {
    tx.waiting = tx.waiting.filter((one) => one !== about);
    tx.written.push(`settled ${about}`);
  };

function start(signal = new AbortController().signal) {
  const clock = { now: NOW };
  // The runner uses only these.
  const context = { now: () => clock.now, random: () => 0, signal } as unknown as SyncContext;
  const runner = new Runner(context);
  const run = async (waiting: readonly string[], options: ItemOptions = {}) => {
    const tx: Tx = { waiting: [...waiting], written: [] };
    const sent: string[] = [];
    const failures: Failure[] = [];
    const scopes: unknown[] = [];
    const item: Outgoing<Tx, Attempt> = {
      async transaction(work, scope) {
        const written = options.write?.() ?? ok(undefined);
        scopes.push(scope);
        if (written.ok) work(tx);
        return written;
      },
      claim:
        options.claim ??
        (({ waiting: [about] }) =>
          about === undefined ? nothingBefore(options.dueAt ?? null) : { about, attempts: 1 }),
      async send({ about }) {
        sent.push(about);
        return options.send?.(about) ?? ok(settle(about));
      },
      fail(_, { about }, failure) {
        failures.push(failure);
        tx.waiting = tx.waiting.filter((one) => one !== about);
        tx.written.push(`failed ${about}`);
      },
    };
    await runner.run(item);
    return { sent, failures, scopes, written: tx.written };
  };
  return { runner, clock, run };
}

describe('a runner', () => {
  it('sends what is due of an item, and settles each in the transaction of the next', async () => {
    const { runner, run } = start();
    const { sent, written, scopes } = await run(['a', 'b'], {
      send: (about) => ok(Object.assign(settle(about), { scope: { urls: [about] } })),
    });
    expect({ sent, written }).toEqual({ sent: ['a', 'b'], written: ['settled a', 'settled b'] });
    expect(scopes).toEqual([{}, { urls: ['a'] }, { urls: ['b'] }]);
    expect(runner.result).toEqual(ok(null));
  });

  it('says when the first of the items that wait is due', async () => {
    const { runner, run, clock } = start();
    for (const ms of [2000, 1000, 3000]) await run([], { dueAt: later(ms) });
    await run([]);
    expect(runner.result).toEqual(ok(later(1000)));
    clock.now = later(999);
    expect(runner.takeIsDue()).toBe(false);
    clock.now = later(1000);
    expect(runner.takeIsDue()).toBe(true);
    expect(runner.takeIsDue()).toBe(false);
    expect(runner.result).toEqual(ok(null));
  });

  it('sends nothing more of an item whose result is the last', async () => {
    const { run } = start();
    const isLast = { isLast: true };
    const { sent } = await run(['a', 'b'], {
      send: (about) => ok(Object.assign(settle(about), isLast)),
    });
    expect(sent).toEqual(['a']);
  });

  it('ends the round and writes nothing when a step ends it', async () => {
    const { runner, run } = start();
    // A step says with this error that the round is over.
    const { sent, written } = await run(['a', 'b'], { send: () => err(ENDED as never) });
    expect({ sent, written }).toEqual({ sent: ['a'], written: [] });
    expect(runner.result).toEqual(err(ENDED));
    expect((await run(['c'])).sent).toEqual([]);
  });

  it('ends the round at once when the server cannot be reached', async () => {
    const { runner, run } = start();
    const { sent, written } = await run(['a', 'b'], { send: () => err(OFFLINE) });
    expect({ sent, written }).toEqual({ sent: ['a'], written: ['failed a'] });
    expect(runner.result).toMatchObject({ ok: false, error: { stop: { kind: 'offline' } } });
  });

  it('goes on after a refusal, however many there are', async () => {
    const { runner, run } = start();
    const { sent, failures } = await run(['a', 'b', 'c', 'd'], { send: () => err(REFUSED) });
    expect(sent).toEqual(['a', 'b', 'c', 'd']);
    expect(failures.map(({ kind }) => kind)).toEqual(Array(4).fill('refused'));
    expect(runner.result.ok).toBe(true);
  });

  it('ends the round at the third broken answer in a row', async () => {
    const { runner, run } = start();
    expect((await run(['a', 'b', 'c', 'd'], { send: () => err(BROKEN) })).sent).toEqual([
      'a',
      'b',
      'c',
    ]);
    expect(runner.result).toMatchObject({ ok: false, error: { stop: { kind: 'server-busy' } } });
  });

  it.each([
    ['a write that succeeded', false, ['a', 'b', 'good', 'c', 'd']],
    ['an answer that shows nothing about writes', true, ['a', 'b', 'good', 'c']],
  ])('counts broken answers anew only after a write: %s', async (_, isNoWrite, expected) => {
    const { run } = start();
    const { sent } = await run(['a', 'b', 'good', 'c', 'd'], {
      send: (about) =>
        about === 'good' ? ok(Object.assign(settle(about), { isNoWrite })) : err(BROKEN),
    });
    expect(sent).toEqual(expected);
  });

  it('makes no request after its round is aborted, and settles the one that is being made', async () => {
    const abort = new AbortController();
    const { runner, run } = start(abort.signal);
    const { sent, written } = await run(['a', 'b'], {
      send: (about) => {
        abort.abort();
        return ok(settle(about));
      },
    });
    expect({ sent, written }).toEqual({ sent: ['a'], written: ['settled a'] });
    expect(runner.result).toEqual(err(ENDED));
    const { scopes } = await run(['c']);
    expect(scopes).toEqual([]);
  });

  it('ends the round when the library cannot be written', async () => {
    const { runner, run } = start();
    const { sent } = await run(['a'], { write: () => err({ kind: 'quota' }) });
    expect(sent).toEqual([]);
    expect(runner.result).toMatchObject({ ok: false, error: { stop: { kind: 'quota' } } });
  });

  it('sets an item aside whose requests change nothing, and ends the round', async () => {
    const { runner, run } = start();
    const { sent, failures, written } = await run(['a'], { send: () => ok(() => undefined) });
    expect(sent.length).toBeGreaterThan(2);
    expect({ failures, written }).toEqual({ failures: [SET_ASIDE], written: ['failed a'] });
    expect(runner.result).toMatchObject({ ok: false, error: { stop: { kind: 'no-progress' } } });
  });
});

describe('an entry of the outbox', () => {
  const ENTRY = newIntent('b1' as BookmarkId, { kind: 'delete' }, NOW);
  const REFUSAL = { kind: 'invalid', detail: 'too long' };

  it('is due at its time, and with a clock that was set back or a time too far away', () => {
    const dueIn = (notBefore: number, queuedAt = 0) =>
      isDue({ notBefore: later(notBefore), queuedAt: later(queuedAt) }, NOW);
    expect([dueIn(-1), dueIn(0), dueIn(1)]).toEqual([true, true, false]);
    expect([dueIn(5, 1), dueIn(5, 0)]).toEqual([true, false]);
    expect([dueIn(DAY_MS), dueIn(DAY_MS + 1)]).toEqual([false, true]);
  });

  it('counts its attempts until one is settled', () => {
    const sending = attempted(attempted(ENTRY));
    expect(sending).toMatchObject({ state: 'sending', attempts: 2 });
    expect(settled(sending)).toEqual(ENTRY);
    expect(settled(null)).toBeNull();
    expect(delayed(sending, { notBefore: later(7), isTried: true })).toEqual({
      ...ENTRY,
      attempts: 2,
      notBefore: later(7),
    });
    expect(delayed(sending, { notBefore: later(7), isTried: false }).attempts).toBe(1);
  });

  it('waits for a person after a refusal, until it is freed', () => {
    const refused = afterFailure(attempted(ENTRY), { kind: 'refused', refusal: REFUSAL }, NOW);
    expect(refused).toEqual({ ...ENTRY, state: 'attention', attempts: 1, refusal: REFUSAL });
    expect([isWaiting(refused), isWaiting(ENTRY), isWaiting(null)]).toEqual([false, true, false]);
    expect(freed(refused)).toEqual({ ...ENTRY, attempts: 1 });
    expect(freed(ENTRY)).toBe(ENTRY);
  });

  it('is sent later after a failure, with its attempt only if the server may have acted', () => {
    const failure = { ...SET_ASIDE, waitMs: 500 };
    const sending = attempted(ENTRY);
    expect(afterFailure(sending, failure, NOW)).toEqual({
      ...ENTRY,
      attempts: 1,
      notBefore: later(500),
    });
    expect(afterFailure(sending, { ...failure, isTried: false }, NOW).attempts).toBe(0);
    const failures: Failure[] = [
      { kind: 'refused', refusal: REFUSAL },
      failure,
      { ...failure, isTried: false },
    ];
    expect(failures.map(isUntried)).toEqual([true, false, true]);
  });
});
