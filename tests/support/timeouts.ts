// Timeouts of all tests. A condition that comes true ends its wait at once, so that long timeouts
// cost nothing. Short ones fail on a busy machine, although nothing is wrong.

/** For one condition. Shorter than the timeout of a test, so that a failure names the condition. */
export const CONDITION_TIMEOUT_MS = 120_000;
export const TEST_TIMEOUT_MS = 300_000;
/** A browser test waits for many conditions, one after another. */
export const BROWSER_TEST_TIMEOUT_MS = 600_000;
