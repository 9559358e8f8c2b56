import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR_MS, unixMs } from '../../../src/domain';
import { createSyncAlarm } from '../../../src/extension/sync/sync-alarm';
import { fakeExtension } from '../support/fake-extension';

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

describe('the alarm of sync', () => {
  it('comes each 15 minutes', async () => {
    await alarm.setFor(null);
    expect(fake.alarms.get('sync')).toEqual({ delayInMinutes: 15, periodInMinutes: 15 });
  });

  it('comes when something is due, and no later than that', async () => {
    await alarm.setFor(unixMs(NOW + 120_000));
    expect(delay()).toBe(2);
    await alarm.setFor(unixMs(NOW + HOUR_MS));
    expect(delay()).toBe(15);
  });

  it('is for a worker that was ended where something is due sooner than alarms ring', async () => {
    await alarm.setFor(unixMs(NOW + 20_000));
    expect(delay()).toBe(0.5);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(ring).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('comes soon where a round does not come to its end', async () => {
    await alarm.setFor(unixMs(NOW + 20_000));
    await alarm.begin();
    expect(delay()).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ring).not.toHaveBeenCalled();
  });

  it('is gone where there is nobody to sync for', async () => {
    await alarm.setFor(unixMs(NOW + 20_000));
    await alarm.clear();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ring).not.toHaveBeenCalled();
    expect(fake.alarms.has('sync')).toBe(false);
  });
});
