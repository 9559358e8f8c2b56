// Extends the timeout of `vi.waitFor`, which is one second by default.
import { vi } from 'vitest';
import { CONDITION_TIMEOUT_MS } from './timeouts';

const { waitFor } = vi;
vi.waitFor = (callback, options = {}) => {
  const { timeout = CONDITION_TIMEOUT_MS, ...others } =
    typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { timeout, ...others });
};
