import process from 'node:process';
import type { BrowserName } from '../../../scripts/set-up/find-browser.mjs';

export type { BrowserName };

const ALL_BROWSERS: readonly BrowserName[] = ['chromium', 'firefox'];
/** `npm test` runs each browser in a process of its own, and names it in `LEAFMARK_BROWSER`. */
export const BROWSERS = ALL_BROWSERS.filter(
  (name) => (process.env.LEAFMARK_BROWSER ?? name) === name,
);

/** On a busy machine Firefox takes more than half a minute to start. */
export const START_TIMEOUT_MS = 180_000;
