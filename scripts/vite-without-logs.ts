import type { Plugin } from 'vite';

const READABILITY = '/@mozilla/readability/Readability.js';
const LOG = /^\s*this\.log\([\s\S]*?\);$/gm;

/**
 * Leaves out what Readability writes to its log. The log is for its own developers and is never on, but
 * its words are in the script that each page gets.
 */
export const withoutLogs = (): Plugin => ({
  name: 'without-logs',
  transform(code, id) {
    if (!id.endsWith(READABILITY)) return null;
    const quiet = code.replace(LOG, '');
    if (quiet.includes('this.log('))
      throw new Error('Readability has a log that cannot be left out.');
    return { code: quiet, map: null };
  },
});
