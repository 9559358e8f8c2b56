import type { WxtBrowser } from 'wxt/browser';

/** Browsers stop a worker that is idle for 30 s. */
const CALL_EVERY_MS = 20_000;

/**
 * Keeps the worker alive until the returned function is called. Any call of a browser API counts as
 * activity, in Chromium and in Firefox. The worker may be stopped anyway, so the caller's work must
 * be resumable.
 * @see https://developer.chrome.com/docs/extensions/develop/concepts/service-workers/lifecycle
 */
export function stayAwake({
  getPlatformInfo,
}: Pick<WxtBrowser['runtime'], 'getPlatformInfo'>): () => void {
  const calls = setInterval(() => void getPlatformInfo(), CALL_EVERY_MS);
  return () => clearInterval(calls);
}
