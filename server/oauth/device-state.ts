import { POLL_INTERVAL_SECONDS, SLOW_DOWN_SECONDS } from '../../src/contract';
import { SECOND_MS, type UnixMs } from '../../src/domain';

/** The state of a device code that decides how polls are answered. Times in Unix ms. */
export interface DevicePolling {
  readonly state: 'pending' | 'approved' | 'denied';
  readonly intervalMs: number;
  /** null before the first poll. */
  readonly polledAt: number | null;
  readonly expires: number;
}

/** The result of one poll of the token route (spec section 3). */
export type Poll =
  | { readonly kind: 'expired' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'approved' }
  /** Undecided. `next` is to be stored for the next poll. */
  | {
      readonly kind: 'pending' | 'too-fast';
      readonly next: { readonly polledAt: UnixMs; readonly intervalMs: number };
    };

export const FIRST_INTERVAL_MS = POLL_INTERVAL_SECONDS * SECOND_MS;

/**
 * Evaluates one poll by the table in the specification's section 3. A decision is returned at once.
 * Before it, a poll that comes too early makes the interval longer (RFC 8628 3.5).
 */
export function poll(device: DevicePolling, now: UnixMs): Poll {
  if (now >= device.expires) return { kind: 'expired' };
  if (device.state !== 'pending') return { kind: device.state };
  const { polledAt, intervalMs } = device;
  if (polledAt === null || now - polledAt >= intervalMs) {
    return { kind: 'pending', next: { polledAt: now, intervalMs } };
  }
  const longer = intervalMs + SLOW_DOWN_SECONDS * SECOND_MS;
  return { kind: 'too-fast', next: { polledAt: now, intervalMs: longer } };
}
