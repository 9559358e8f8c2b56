import { backOffMs } from '../domain/back-off';
import { err, type Result } from '../domain/result';
import { HOUR_MS, SECOND_MS, type UnixMs } from '../domain/time';
import type { Refusal, SyncStop, Written } from '../library';
import { detailOf, meaningOf, type ServiceError } from '../service';

/** The reason why a round ends early. */
export interface Stopped {
  /** null: the caller aborted the round. */
  readonly stop: SyncStop | null;
  /** The delay that the server asked for; null: the caller chooses one. */
  readonly waitMs: number | null;
}

const FIRST_BACK_OFF_MS = 5 * SECOND_MS;

const MAX_BACK_OFF_MS = HOUR_MS;

/** The wait after failures of a server, in milliseconds. `random` is from 0 to 1. */
export const waitAfter = (failures: number, random: number): number =>
  backOffMs(failures, random, { firstMs: FIRST_BACK_OFF_MS, maxMs: MAX_BACK_OFF_MS });

/** Converts an error after which the round makes no more requests. */
export const stoppedBy = (error: ServiceError): Stopped => ({
  stop: stopOf(error),
  waitMs: meaningOf(error).waitMs,
});

function stopOf(error: ServiceError): SyncStop | null {
  switch (error.kind) {
    case 'offline':
    case 'timeout':
    case 'interrupted':
      return { kind: 'offline' };
    case 'aborted':
      return null;
    case 'unauthorised':
    case 'oauth':
      return { kind: 'signed-out' };
    case 'not-this-service':
    case 'moved':
    case 'not-found':
      return { kind: 'wrong-server' };
    case 'server':
    case 'rate-limited':
    case 'malformed':
      return { kind: 'server-busy' };
    case 'forbidden':
      return { kind: 'forbidden', detail: detailOf(error) };
    case 'invalid':
    case 'refused':
    case 'too-large':
    case 'answer-too-large':
      return { kind: 'refused', detail: detailOf(error) };
  }
}

/** Returns the earlier of two times; null means none. */
export const earlier = (a: UnixMs | null, b: UnixMs | null): UnixMs | null =>
  a === null || (b !== null && b < a) ? b : a;

/** Waits for a write. The round ends if it fails. */
export async function orStopped<T>(writing: Written<T>): Promise<Result<T, Stopped>> {
  const written = await writing;
  if (written.ok) return written;
  const kind = written.error.kind === 'quota' ? 'quota' : 'library-unavailable';
  return err({ stop: { kind }, waitMs: null });
}

/**
 * A malformed response may be a broken connection. After this many attempts it is reported to a
 * person.
 */
const MAX_MALFORMED_ATTEMPTS = 5;

/** This many failed requests in a row mean that the server itself has a problem. */
export const FAILURES_TO_STOP = 3;

/** The consequence of a failed request. */
export type Failure =
  /** The server would refuse it again, so a person has to decide. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'later';
      /** True if the server may have acted on it. */
      readonly isTried: boolean;
      /** True if only this item failed and others may succeed; otherwise the round is over. */
      readonly isItemFailure: boolean;
      readonly waitMs: number;
    };

/** The server has no database at the moment, or its disk is full. */
const OF_WHOLE_SERVER: readonly number[] = [503, 507];

/** @param attempts number of attempts so far */
export function classifyFailure(error: ServiceError, attempts: number, random: number): Failure {
  const { change, retry, waitMs } = meaningOf(error);
  const isMalformed = error.kind === 'malformed' && attempts < MAX_MALFORMED_ATTEMPTS;
  if (retry === 'never' && !isMalformed && error.kind !== 'forbidden') {
    return { kind: 'refused', refusal: { kind: error.kind, detail: detailOf(error) } };
  }
  const isOfItem = error.kind === 'server' && !OF_WHOLE_SERVER.includes(error.status);
  const isItemFailure = isOfItem || isMalformed;
  return {
    kind: 'later',
    isTried: change !== 'not-made',
    isItemFailure,
    waitMs: isItemFailure ? Math.max(waitMs ?? 0, waitAfter(attempts, random)) : 0,
  };
}

/** An item of a loop comes up less often than this, unless its requests change nothing. */
const MAX_REPEATS = 20;

/** An item whose requests changed nothing waits, so that the others go first. */
export const SET_ASIDE = {
  kind: 'later',
  isTried: true,
  isItemFailure: true,
  waitMs: HOUR_MS,
} as const satisfies Failure;

/** The caller has aborted the round. */
export const ENDED: Stopped = { stop: null, waitMs: null };

export const NO_PROGRESS: Stopped = { stop: { kind: 'no-progress' }, waitMs: null };

/**
 * Bounds a loop whose end depends on what the server answers or on what is stored: it ends when the
 * same items come up again and again.
 */
export class RepeatLimit {
  readonly #counts = new Map<string, number>();

  /** Counts each item. Returns true if none of them may come up again. */
  isReached(items: readonly string[]): boolean {
    let areAllOver = true;
    for (const item of items) {
      const count = (this.#counts.get(item) ?? 0) + 1;
      this.#counts.set(item, count);
      areAllOver &&= count > MAX_REPEATS;
    }
    return areAllOver;
  }
}
