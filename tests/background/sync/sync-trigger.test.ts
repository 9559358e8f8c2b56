import { describe, expect, it } from 'vitest';
import { type SyncTrigger, shouldSync } from '../../../src/background/sync/sync-runner';
import { DAY_MS, HOUR_MS, MINUTE_MS, unixMs } from '../../../src/domain/time';
import { INITIAL_META } from '../../../src/library/database/sync-rows';

const NOW = unixMs(1_800_000_000_000);
const later = (ms: number) => unixMs(NOW + ms);
const OFFLINE = { ...INITIAL_META, stop: { kind: 'offline' }, retryAt: later(MINUTE_MS) } as const;
const BUSY = { ...OFFLINE, stop: { kind: 'server-busy' } } as const;
const FRESH = { ...INITIAL_META, syncedAt: later(-1000) };

describe('a trigger', () => {
  it.each<[string, boolean, SyncTrigger, Parameters<typeof shouldSync>[1], number]>([
    ['starts the first sync', true, 'background', INITIAL_META, 0],
    ['starts a sync when a person asks for it', true, 'manual', BUSY, 0],
    ['does not start a sync before the wait is over', false, 'background', OFFLINE, 1],
    ['starts a sync when the network may be back', true, 'foreground', OFFLINE, 0],
    ['does not start a sync before the Retry-After time', false, 'foreground', BUSY, 1],
    ['starts a sync once the wait is over', true, 'background', { ...BUSY, retryAt: later(-1) }, 0],
    ['does not start a sync each time that a page is shown', false, 'foreground', FRESH, 0],
    ['starts a sync when a page is shown and changes wait', true, 'foreground', FRESH, 1],
    ['starts a sync when changes may be due', true, 'background', FRESH, 0],
    ['starts a sync for a remote change soon after the last sync', true, 'remote-change', FRESH, 0],
    [
      'starts a sync for a remote change after a network failure',
      true,
      'remote-change',
      OFFLINE,
      0,
    ],
    [
      'does not start a sync for a remote change before the Retry-After time',
      false,
      'remote-change',
      BUSY,
      0,
    ],
    [
      'starts a sync when a page is shown after a while',
      true,
      'foreground',
      { ...FRESH, syncedAt: later(-MINUTE_MS) },
      0,
    ],
    [
      'starts a sync when the clock was set back meanwhile',
      true,
      'foreground',
      { ...FRESH, syncedAt: later(HOUR_MS) },
      0,
    ],
    [
      'does not start a sync before a Retry-After time of hours',
      false,
      'background',
      { ...BUSY, retryAt: later(DAY_MS) },
      1,
    ],
    [
      'starts a sync when the end of the wait is more than a year away',
      true,
      'background',
      { ...BUSY, retryAt: later(400 * DAY_MS) },
      0,
    ],
  ])('%s', (_, isWorth, trigger, meta, waiting) => {
    expect(shouldSync(trigger, meta, waiting, NOW)).toBe(isWorth);
  });
});
