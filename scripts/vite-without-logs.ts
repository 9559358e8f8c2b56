import type { Plugin } from 'vite';

/**
 * The packages that log, by the end of the file's path, with the statements that do, and with what is
 * put for them. A statement ends at the first line that ends with `);`.
 */
const LOGGING = [
  {
    file: '/@mozilla/readability/Readability.js',
    // Also the definition of its log, which stands between two lines with this indentation.
    log: /^\s*this\.log\([\s\S]*?\);$|^ {2}if \(this\._debug\) \{$[\s\S]*?^ {2}\}$/gm,
    // An empty statement is left, because the log may be all that an `if` does.
    quiet: ';',
  },
  {
    file: '/@mozilla/readability/Readability.js',
    // Only the number of these reasons is used.
    log: /\berrs\.push\([\s\S]*?\);$/gm,
    quiet: 'errs.push(0);',
  },
  {
    file: '/dexie/dist/modern/dexie.mjs',
    log: /^\s*console\.(?:debug|trace|warn)\([\s\S]*?\);$/gm,
    quiet: ';',
  },
];

/**
 * Leaves out what packages write to their logs. The logs are for their own developers, but their
 * words are in the script that each page gets and in the background.
 */
export const withoutLogs = (): Plugin => ({
  name: 'without-logs',
  transform(code, id) {
    const logging = LOGGING.filter(({ file }) => id.endsWith(file));
    if (logging.length === 0) return null;
    let left = code;
    for (const { file, log, quiet } of logging) {
      const without = left.replace(log, quiet);
      if (without === left) throw new Error(`The logs of ${file} were not found.`);
      left = without;
    }
    return { code: left, map: null };
  },
});
