import type { Plugin } from 'vite';

/** The packages that log, by the end of the file's path, with the start of each call. */
const LOGGING = [
  { file: '/@mozilla/readability/Readability.js', call: 'this.log(' },
  { file: '/dexie/dist/modern/dexie.mjs', call: 'console.warn(' },
  { file: '/dexie/dist/modern/dexie.mjs', call: 'console.debug(' },
];

/** Statements that begin with `call`. A statement ends at the first line that ends with `);`. */
const statements = (call: string) =>
  new RegExp(String.raw`^\s*${RegExp.escape(call)}[\s\S]*?\);$`, 'gm');

/**
 * Leaves out what packages write to their logs. The logs are for their own developers, but their
 * words are in the script that each page gets and in the background.
 */
export const withoutLogs = (): Plugin => ({
  name: 'without-logs',
  transform(code, id) {
    let quiet = code;
    for (const { file, call } of LOGGING) {
      if (!id.endsWith(file)) continue;
      // An empty statement is left, because the log may be all that an `if` does.
      quiet = quiet.replace(statements(call), ';');
      if (quiet.includes(call)) throw new Error(`${file} has a log that cannot be left out.`);
    }
    return quiet === code ? null : { code: quiet, map: null };
  },
});
