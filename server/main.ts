import process from 'node:process';
import { runCli } from './cli';
import { systemTerminal } from './commands/terminal';

process.exitCode = await runCli(process.argv.slice(2), process.env, systemTerminal);
