// `npm run server -- [COMMAND] [SETTINGS]`: builds the server when its sources are newer than what
// was built, then runs it in this process, so that signals and the exit code are its own.
import module from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { buildServer, OUTPUT } from './server/build.mjs';

/** By then all is loaded that most requests need. */
const FLUSH_AFTER_MS = 10_000;

const program = await buildServer();
// The next start reads what V8 compiled, instead of compiling it again. Beside the program, where
// nobody else writes; where that is read-only there is no cache. Node 20 has none.
module.enableCompileCache?.(join(OUTPUT, 'compiled'));
// A server runs until it is killed perhaps, and then writes nothing.
setTimeout(() => module.flushCompileCache?.(), FLUSH_AFTER_MS).unref();
await import(program);
// What stays open, such as a pool of connections, must not keep a finished command alive.
process.exit();
