import { describe, expect, it } from 'vitest';
import { until } from '../e2e/support/until';

describe('a wait for a condition', () => {
  it('fails by its name when a call never ends', async () => {
    const never = new Promise<boolean>(() => {});
    await expect(until('the window is closed', () => never, 20, 10)).rejects.toThrow(
      'in vain: the window is closed (the last look has had no answer)',
    );
  });

  it('says why a condition failed that waited itself a little longer', async () => {
    const slow = () => until('the inner one', () => false, 40);
    await expect(until('the outer one', slow, 20)).rejects.toThrow(/the outer one .*the inner one/);
  });
});
