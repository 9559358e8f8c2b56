import process from 'node:process';
import { runCli } from './cli';
import { systemTerminal } from './commands/terminal';

// Only the server's own account may read its files: libraries, password hashes, uploads.
process.umask(0o077);
process.exitCode = await runCli(process.argv.slice(2), process.env, systemTerminal);
