import { join } from 'node:path';

/** What `reading/program.ts` is built into: a program beside this one (scripts/server/build.mjs). */
export const READER_PROGRAM = join(import.meta.dirname, 'page-reader.js');
