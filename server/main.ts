import process from 'node:process';
import { runCli } from './cli';
import { systemTerminal } from './commands/terminal';

// Every file that the server makes is for its own account alone: libraries, password hashes, uploads.
process.umask(0o077);
process.exitCode = await runCli(process.argv.slice(2), process.env, systemTerminal);
