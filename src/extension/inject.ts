/** When a refused script is tried again, in milliseconds. */
const RETRY_AFTER_MS = [40, 160];

/**
 * Runs `execute` (a call of `scripting.executeScript`) in a tab that a click has just opened to us;
 * rejects as it does, 200 ms later.
 *
 * Don't simplify: Chromium sends the grant and the script to the page on two ways, and a script
 * that arrives first is refused (3 in 40 saves by key, on a busy machine). A moment later it is let
 * in.
 */
export async function inject<T>(execute: () => Promise<T>): Promise<T> {
  for (const delayMs of RETRY_AFTER_MS) {
    try {
      return await execute();
    } catch {
      // Refused for whatever reason: only another try tells.
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  return execute();
}
