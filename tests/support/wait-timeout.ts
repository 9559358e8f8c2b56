// Extends the timeout of `vi.waitFor`. Its default of one second is too short for a busy machine
// that loads a module on demand.
import { vi } from 'vitest';

/** Shorter than the timeout of a test, so that the failure names the condition. */
export const WAIT_TIMEOUT_MS = 15_000;

const { waitFor } = vi;
vi.waitFor = (callback, options = {}) => {
  const { timeout = WAIT_TIMEOUT_MS, ...others } =
    typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { timeout, ...others });
};
