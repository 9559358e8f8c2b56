import { join } from 'node:path';

/** What `reading/program.ts` is built into: a program beside this one (scripts/server/build.mjs). */
export const IMPORT_PROGRAM = join(import.meta.dirname, 'import-reader.js');
