import { err, ok, type Result } from '../domain';

/** When a refused script is tried again, in milliseconds. */
const RETRY_AFTER_MS = [40, 160];

/**
 * Runs `execute` (a call of `scripting.executeScript`) in a tab that a click has just opened to us.
 * When it rejects, `diagnose` says why; null is a refusal, and the error once it was tried again
 * for 200 ms. Any other cause ends it at once.
 *
 * Don't simplify: Chromium sends the grant and the script to the page on two ways, and a script
 * that arrives first is refused (3 in 40 saves by key, on a busy machine). A moment later it is let
 * in.
 */
export async function inject<T, Cause>(
  execute: () => Promise<T>,
  diagnose: (refusal: unknown) => Promise<Cause | null>,
): Promise<Result<T, Cause | null>> {
  for (let tries = 0; ; tries += 1) {
    try {
      return ok(await execute());
    } catch (refusal) {
      // Browsers word their refusals differently and change them: the tab is asked, where it knows.
      const cause = await diagnose(refusal);
      const delayMs = RETRY_AFTER_MS[tries];
      if (cause !== null || delayMs === undefined) return err(cause);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}
