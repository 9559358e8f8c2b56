import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSyncAlarm } from '../../../src/background/sync/sync-alarm';
import { HOUR_MS, unixMs } from '../../../src/domain/time';
import { fakeExtension } from '../../extension/support/fake-extension';

const NOW = unixMs(1_800_000_000_000);
const fake = fakeExtension();
const ring = vi.fn();
const alarm = createSyncAlarm(fake.browser.alarms, () => NOW, ring);
const delay = () => (fake.alarms.get('sync') as { delayInMinutes: number }).delayInMinutes;

beforeEach(() => {
  vi.useFakeTimers();
  ring.mockClear();
});
afterEach(() => vi.useRealTimers());

describe('the sync alarm', () => {
  it('fires every 15 minutes', async () => {
    await alarm.setFor(null);
    expect(fake.alarms.get('sync')).toEqual({ delayInMinutes: 15, periodInMinutes: 15 });
  });

  it('fires when a sync is due, and not later', async () => {
    await alarm.setFor(unixMs(NOW + 120_000));
    expect(delay()).toBe(2);
    await alarm.setFor(unixMs(NOW + HOUR_MS));
    expect(delay()).toBe(15);
  });

  it('covers a stopped worker when a sync is due earlier than alarms can fire', async () => {
    await alarm.setFor(unixMs(NOW + 20_000));
    expect(delay()).toBe(0.5);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(ring).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('fires soon when a sync does not end', async () => {
    await alarm.setFor(unixMs(NOW + 20_000));
    await alarm.begin();
    expect(delay()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ring).not.toHaveBeenCalled();
  });

  it('is removed when there is no account', async () => {
    await alarm.setFor(unixMs(NOW + 20_000));
    await alarm.clear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ring).not.toHaveBeenCalled();
    expect(fake.alarms.has('sync')).toBe(false);
  });
});
