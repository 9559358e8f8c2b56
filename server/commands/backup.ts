import { resolve } from 'node:path';
import type { RestoreError, Storage } from '../storage';
import type { Arguments } from './arguments';
import type { Terminal } from './terminal';

/** Runs `backup FILE`. Returns the exit code: 0 when the backup is complete. */
export async function runBackup(
  storage: Storage,
  [file = '']: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (file === '') {
    terminal.say('Name the file to write: backup FILE');
    return 2;
  }
  const path = resolve(file);
  try {
    await storage.backup(path);
  } catch (error) {
    // Errors of the file system have readable messages: a missing folder, no space, no permission.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    terminal.say(error.message);
    return 1;
  }
  terminal.say('Wrote the backup to:');
  terminal.out(path);
  return 0;
}

const RESTORE_REASONS: Readonly<Record<RestoreError['kind'], string>> = {
  'not-a-backup': 'This is not a backup of Leafmark. Nothing was changed.',
  incomplete: 'The backup ends too early, or a part of it is damaged. Nothing was changed.',
  'newer-schema': 'A newer version of Leafmark wrote this backup. Nothing was changed.',
  'older-schema':
    'An unreleased version of Leafmark wrote this backup, and it cannot be converted. Nothing was changed.',
};

/** Runs `restore FILE`. Returns the exit code: 0 when everything was restored. */
export async function runRestore(
  storage: Storage,
  [file = '']: readonly string[],
  { mayReplace }: Pick<Arguments, 'mayReplace'>,
  terminal: Terminal,
): Promise<number> {
  if (file === '') {
    terminal.say('Name the backup to read: restore FILE');
    return 2;
  }
  if (!mayReplace && (await storage.users.count()) > 0) {
    terminal.say('There are accounts already. Add --replace to replace all data with the backup.');
    return 1;
  }
  const restored = await storage.restore(resolve(file));
  terminal.say(restored.ok ? 'Restored the backup.' : RESTORE_REASONS[restored.error.kind]);
  return restored.ok ? 0 : 1;
}
