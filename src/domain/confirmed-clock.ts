import { DAY_MS, type UnixMs, unixMs } from './time';

/**
 * The knowledge about a clock that may be wrong. Nothing that a person made is deleted for good because
 * `now` says that its time has passed: a clock that was ahead for a minute would delete all of it. Only
 * the confirmed time counts.
 */
export interface KnownClock {
  /** The last time that was confirmed. 0: none. */
  readonly confirmed: UnixMs;
  /** A time that the clock showed and has not gone back behind since. */
  readonly candidate: UnixMs;
  /** How long the clock was seen to run since then. */
  readonly ranMs: number;
  readonly lookedAt: UnixMs;
}

/**
 * Two looks further apart may have a jump of the clock between them, or the device slept. It is not
 * known which, so that time does not count as running.
 */
const MAX_STEP_MS = 2 * DAY_MS;

/** Clocks that differ less are the same for times of days. */
const SAME_MS = DAY_MS;

/**
 * Returns what is known after a look at the clock. A time is confirmed when the clock has run for a day
 * since, or when another clock shows the same. A clock that another one contradicts confirms nothing.
 */
export function lookAtClock(
  known: KnownClock | null,
  now: UnixMs,
  other: UnixMs | null,
): KnownClock {
  const begun = {
    confirmed: known?.confirmed ?? unixMs(0),
    candidate: now,
    ranMs: 0,
    lookedAt: now,
  };
  if (other !== null) return Math.abs(now - other) < SAME_MS ? { ...begun, confirmed: now } : begun;
  if (known === null || now < known.candidate) return begun;
  const step = now - known.lookedAt;
  const ranMs = known.ranMs + (step > 0 && step <= MAX_STEP_MS ? step : 0);
  if (ranMs >= DAY_MS) return { ...begun, confirmed: known.candidate };
  return { ...known, ranMs, lookedAt: now };
}

/** Returns the time up to which something may have expired. 0: nothing has. */
export const confirmedTime = (known: KnownClock | null, now: UnixMs): UnixMs =>
  unixMs(Math.min(now, known?.confirmed ?? 0));
