import { join } from 'node:path';
import type { BrowserName } from '../../tests/e2e/support/real-browser.ts';
import { ROOT } from '../set-up/process.mjs';

/** Returns the folder of the extension that was built for a browser. */
export const builtExtension = (name: BrowserName): string =>
  join(ROOT, '.output', name === 'chromium' ? 'chrome-mv3' : 'firefox-mv3');
