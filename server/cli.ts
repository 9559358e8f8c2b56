import { chmod, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Arguments, helpText, readArguments } from './commands/arguments';
import { runBackup, runRestore } from './commands/backup';
import { createFolder } from './commands/create-folder';
import { runServe } from './commands/serve';
import type { Terminal } from './commands/terminal';
import { runToken } from './commands/token';
import { runUser } from './commands/user';
import type { Config, WrittenSettings } from './config/config';
import { type Processes, ProcessPool } from './processes/process-pool';
import { openStorage, SchemaMismatch, type Storage, StorageUnavailable } from './storage';
import { TASK_PROGRAM, TASKS, type Tasks } from './tasks';

type Command = (
  storage: Storage,
  options: Arguments,
  terminal: Terminal,
  processes: Processes<Tasks>,
) => Promise<number>;

const COMMANDS_BY_NAME: Readonly<Record<string, Command>> = {
  serve: (storage, { config }, terminal, processes) =>
    runServe(config, storage, processes, terminal),
  user: (storage, options, terminal) => runUser(storage, options.words.slice(1), options, terminal),
  backup: (storage, options, terminal) => runBackup(storage, options.words.slice(1), terminal),
  restore: (storage, options, terminal) =>
    runRestore(storage, options.words.slice(1), options, terminal),
  token: (storage, options, terminal) =>
    runToken(storage, options.words.slice(1), options, terminal),
};

/** Runs a command line. Returns the exit code: 0 for success, 2 for wrong usage, 1 for other errors. */
export async function runCli(
  typed: readonly string[],
  variables: WrittenSettings,
  terminal: Terminal,
): Promise<number> {
  const read = readArguments(typed, variables);
  if (!read.ok) {
    for (const problem of read.error) terminal.say(problem);
    return 2;
  }
  if (read.value.wantsHelp) {
    terminal.out(helpText());
    return 0;
  }
  const name = read.value.words[0] ?? 'serve';
  const command = COMMANDS_BY_NAME[name];
  if (command === undefined) {
    terminal.say(`There is no command ${name}. --help lists them.`);
    return 2;
  }
  return withStorage(read.value.config, terminal, (storage, processes) =>
    command(storage, read.value, terminal, processes),
  );
}

async function withStorage(
  config: Config,
  terminal: Terminal,
  work: (storage: Storage, processes: Processes<Tasks>) => Promise<number>,
): Promise<number> {
  const { database } = config;
  try {
    if (database.kind === 'sqlite') {
      const problem = await createFolder(dirname(database.file));
      if (problem !== null) {
        terminal.say(problem);
        return 1;
      }
    }
    for (const problem of await closeToOthers(config)) terminal.say(problem);
    const processes = new ProcessPool<Tasks>(TASK_PROGRAM, TASKS);
    const storage = await openStorage({
      database: database.kind === 'sqlite' ? database.file : database.url,
      processes,
    });
    try {
      return await work(storage, processes);
    } finally {
      await processes.close();
      await storage.close();
    }
  } catch (error) {
    if (error instanceof SchemaMismatch) {
      terminal.say(error.message);
      return 1;
    }
    if (!(error instanceof StorageUnavailable)) throw error;
    // The address of PostgreSQL contains the password.
    const name = database.kind === 'sqlite' ? `database ${database.file}` : 'PostgreSQL database';
    terminal.say(`The ${name} cannot be used: ${asMessage(error.cause)}`);
    return 1;
  }
}

/** Returns the message of an error of the system. An error for several addresses has only a code. */
function asMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

const MODE_OF_OTHERS = 0o077;

/**
 * Removes the access of other accounts from existing files: the data folder, the uploads, the
 * database and the files that SQLite keeps beside it. An earlier start or another program may have
 * created them with wider permissions. Returns a sentence for each file of another owner.
 */
async function closeToOthers({ dataDir, uploadDir, database }: Config): Promise<readonly string[]> {
  const files =
    database.kind === 'sqlite' ? ['', '-wal', '-shm'].map((end) => database.file + end) : [];
  const problems: string[] = [];
  for (const path of [dataDir, uploadDir, ...files]) {
    const found = await stat(path).catch(() => null); // main.ts sets the mode of new files.
    if (found === null || (found.mode & MODE_OF_OTHERS) === 0) continue;
    try {
      await chmod(path, found.mode & ~MODE_OF_OTHERS & 0o7777);
    } catch {
      problems.push(
        `Other accounts of this machine may read ${path}, and this account cannot change that. Run: chmod go-rwx ${path}`,
      );
    }
  }
  return problems;
}
