// `npm run server -- [COMMAND] [SETTINGS]`: builds the server if its sources are newer than the
// build, then runs it in this process, so that signals and exit codes are the server's.
import module from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { buildServer, OUTPUT } from './server/build.mjs';

/** By then the code for most requests is loaded. */
const FLUSH_AFTER_MS = 10_000;

const program = await buildServer();
// V8 caches compiled code for the next start. The cache is beside the program; if that folder is
// read-only there is no cache. Node 20 does not support it.
module.enableCompileCache?.(join(OUTPUT, 'compiled'));
// A server may run until it is killed, which does not write the cache.
setTimeout(() => module.flushCompileCache?.(), FLUSH_AFTER_MS).unref();
await import(program);
// Open resources, such as a pool of connections, must not keep a finished command alive.
process.exit();
