import { POLL_INTERVAL_SECONDS, SLOW_DOWN_SECONDS } from '../../src/contract';
import { SECOND_MS, type UnixMs } from '../../src/domain';

/** A device that asks to be let in, as far as polling is concerned. Times in Unix ms. */
export interface DevicePolling {
  readonly state: 'pending' | 'approved' | 'denied';
  readonly intervalMs: number;
  /** null: not polled yet. */
  readonly polledAt: number | null;
  readonly expires: number;
}

/** What one poll of the token route comes to (spec section 3). */
export type Poll =
  | { readonly kind: 'expired' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'approved' }
  /** Not yet decided. `next` is what to remember of this poll. */
  | {
      readonly kind: 'pending' | 'too-fast';
      readonly next: { readonly polledAt: UnixMs; readonly intervalMs: number };
    };

export const FIRST_INTERVAL_MS = POLL_INTERVAL_SECONDS * SECOND_MS;

/**
 * The table of the specification's section 3, row by row. A decision is told at once; only while
 * there is none may polling be too fast, and each time it is, the interval grows (RFC 8628 3.5).
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
