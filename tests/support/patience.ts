// A condition is waited for as long as a busy machine may take. The second that `vi.waitFor` gives
// by default can be over before such a machine has read a module that is imported on demand.
import { vi } from 'vitest';

/** Less than a test may take: what was waited for is told, and not that time was up. */
export const PATIENCE_MS = 15_000;

const { waitFor } = vi;
vi.waitFor = (callback, options = {}) => {
  const { timeout = PATIENCE_MS, ...others } =
    typeof options === 'number' ? { timeout: options } : options;
  return waitFor(callback, { timeout, ...others });
};
