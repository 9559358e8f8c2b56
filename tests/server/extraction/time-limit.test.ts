import { describe, expect, it } from 'vitest';
import { within } from '../../../server/extraction/reading/do-task';

describe('work with a time limit', () => {
  it('returns its result', () => {
    expect(within(10_000, () => ['read'])).toEqual(['read']);
  });

  it('is stopped at its limit, even if it never pauses', () => {
    let times = 0;
    const endless = () => {
      for (;;) {
        try {
          times += 1;
        } finally {
          times += 1;
        }
      }
    };
    expect(within(1, endless)).toBeNull();
    const ended = times;
    expect(within(10_000, () => times)).toBe(ended);
  });

  it('fails with its own error', () => {
    const fault = new Error('broken');
    const fail = () => {
      throw fault;
    };
    expect(() => within(10_000, fail)).toThrow(fault);
  });
});
