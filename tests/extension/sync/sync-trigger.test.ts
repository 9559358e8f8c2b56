import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, unixMs } from '../../../src/domain';
import { type SyncTrigger, shouldSync } from '../../../src/extension/sync/sync-runner';
import { INITIAL_META } from '../../../src/library/database/sync-rows';

const NOW = unixMs(1_800_000_000_000);
const later = (ms: number) => unixMs(NOW + ms);
const OFFLINE = { ...INITIAL_META, stop: { kind: 'offline' }, retryAt: later(MINUTE_MS) } as const;
const BUSY = { ...OFFLINE, stop: { kind: 'server-busy' } } as const;
const FRESH = { ...INITIAL_META, syncedAt: later(-1000) };

describe('a trigger starts a sync', () => {
  it.each<[string, boolean, SyncTrigger, Parameters<typeof shouldSync>[1], number]>([
    ['the first time', true, 'background', INITIAL_META, 0],
    ['when a person asks, whatever is in the way', true, 'manual', BUSY, 0],
    ['not before the wait is over', false, 'background', OFFLINE, 1],
    ['when the network may be back', true, 'foreground', OFFLINE, 0],
    ['not while the server wants to be left alone', false, 'foreground', BUSY, 1],
    ['once the wait is over', true, 'background', { ...BUSY, retryAt: later(-1) }, 0],
    ['not when a page comes to the front again and again', false, 'foreground', FRESH, 0],
    ['when it comes with something to send', true, 'foreground', FRESH, 1],
    ['when something may be due', true, 'background', FRESH, 0],
    ['when the server says so, however fresh all is', true, 'remote-change', FRESH, 0],
    ['when the server says so, and can be reached after all', true, 'remote-change', OFFLINE, 0],
    ['not when it says so and wants to be left alone', false, 'remote-change', BUSY, 0],
    ['after a while', true, 'foreground', { ...FRESH, syncedAt: later(-MINUTE_MS) }, 0],
    [
      'when the clock was set back meanwhile',
      true,
      'foreground',
      { ...FRESH, syncedAt: later(HOUR_MS) },
      0,
    ],
    [
      'not while the server wants to be left alone for hours',
      false,
      'background',
      { ...BUSY, retryAt: later(DAY_MS) },
      1,
    ],
    [
      'though the wait ends in another year',
      true,
      'background',
      { ...BUSY, retryAt: later(400 * DAY_MS) },
      0,
    ],
  ])('%s', (_, isWorth, trigger, meta, waiting) => {
    expect(shouldSync(trigger, meta, waiting, NOW)).toBe(isWorth);
  });
});
