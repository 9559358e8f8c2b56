import type { Plugin } from 'vite';

/**
 * The packages that log, by the end of the file's path, with the statements that do. A statement ends
 * at the first line that ends with `);`.
 */
const LOGGING = [
  {
    file: '/@mozilla/readability/Readability.js',
    // Also the definition of its log, which stands between two lines with this indentation.
    log: /^\s*this\.log\([\s\S]*?\);$|^ {2}if \(this\._debug\) \{$[\s\S]*?^ {2}\}$/gm,
  },
  {
    file: '/dexie/dist/modern/dexie.mjs',
    log: /^\s*console\.(?:debug|trace|warn)\([\s\S]*?\);$/gm,
  },
];

/**
 * Leaves out what packages write to their logs. The logs are for their own developers, but their
 * words are in the script that each page gets and in the background.
 */
export const withoutLogs = (): Plugin => ({
  name: 'without-logs',
  transform(code, id) {
    const logging = LOGGING.find(({ file }) => id.endsWith(file));
    if (!logging) return null;
    // An empty statement is left, because the log may be all that an `if` does.
    const quiet = code.replace(logging.log, ';');
    if (quiet === code) throw new Error(`The logs of ${logging.file} were not found.`);
    return { code: quiet, map: null };
  },
});
