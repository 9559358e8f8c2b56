import type { WxtBrowser } from 'wxt/browser';

/** Browsers take a worker for idle after 30 s. */
const CALL_EVERY_MS = 20_000;

/**
 * Keeps this worker from being taken for idle, until what it gives is called: any call of the
 * browser's counts, in Chromium and in Firefox. Should it be ended all the same, what it was at must
 * go on without it.
 * @see https://developer.chrome.com/docs/extensions/develop/concepts/service-workers/lifecycle
 */
export function stayAwake({
  getPlatformInfo,
}: Pick<WxtBrowser['runtime'], 'getPlatformInfo'>): () => void {
  const calls = setInterval(() => void getPlatformInfo(), CALL_EVERY_MS);
  return () => clearInterval(calls);
}
