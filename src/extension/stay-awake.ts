import type { WxtBrowser } from 'wxt/browser';

/** Browsers stop a worker that is idle for 30 s. */
const CALL_EVERY_MS = 20_000;

/**
 * Does `work`, and keeps the worker alive until it ends. Any call of a browser API counts as
 * activity, in Chromium and in Firefox. The worker may be stopped anyway, so the work must be
 * resumable.
 * @see https://developer.chrome.com/docs/extensions/develop/concepts/service-workers/lifecycle
 */
export async function stayAwake<T>(
  { getPlatformInfo }: Pick<WxtBrowser['runtime'], 'getPlatformInfo'>,
  work: () => Promise<T>,
): Promise<T> {
  const calls = setInterval(() => void getPlatformInfo(), CALL_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(calls);
  }
}
