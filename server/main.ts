import module from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/** By then the first requests have loaded the code that they need. */
const FLUSH_AFTER_MS = 10_000;

// Only the server's own account may read its files: libraries, password hashes, uploads.
process.umask(0o077);
// A log on a full disk, or whose reader has ended, must not end the server.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
// V8 caches compiled code for the next start. The cache is beside the program; if that folder is
// read-only there is no cache.
module.enableCompileCache(join(import.meta.dirname, 'compiled'));
// A server may run until it is killed, which does not write the cache.
setTimeout(() => module.flushCompileCache(), FLUSH_AFTER_MS).unref();

// Loaded now, because the cache has only what is loaded later.
const [{ runCli }, { systemTerminal }] = await Promise.all([
  import('./cli'),
  import('./commands/terminal'),
]);
process.exitCode = await runCli(process.argv.slice(2), process.env, systemTerminal);
