import { resolve } from 'node:path';
import type { RestoreError, Storage } from '../storage';
import type { Arguments } from './arguments';
import type { Terminal } from './terminal';

/** `backup FILE`. The exit code: 0 when the file is whole. */
export async function runBackup(
  storage: Storage,
  [file = '']: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (file === '') {
    terminal.say('backup FILE');
    return 2;
  }
  const path = resolve(file);
  try {
    await storage.backup(path);
  } catch (error) {
    // The file system's own words: no such folder, no room, no permission.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    terminal.say(error.message);
    return 1;
  }
  terminal.say('Kept everything in:');
  terminal.out(path);
  return 0;
}

const REASONS: Readonly<Record<RestoreError['kind'], string>> = {
  'not-a-backup': 'This is not a backup of Leafmark. Nothing was changed.',
  incomplete: 'The backup ends too early, or a part of it is damaged. Nothing was changed.',
  'newer-schema': 'A newer version of Leafmark wrote this backup. Nothing was changed.',
};

/** `restore FILE`. The exit code: 0 when all of it is there. */
export async function runRestore(
  storage: Storage,
  [file = '']: readonly string[],
  { mayReplace }: Pick<Arguments, 'mayReplace'>,
  terminal: Terminal,
): Promise<number> {
  if (file === '') {
    terminal.say('restore FILE');
    return 2;
  }
  if (!mayReplace && (await storage.users.count()) > 0) {
    terminal.say(
      'There are accounts already. --replace puts the backup in the place of all there is.',
    );
    return 1;
  }
  const restored = await storage.restore(resolve(file));
  terminal.say(restored.ok ? 'Everything of the backup is there.' : REASONS[restored.error.kind]);
  return restored.ok ? 0 : 1;
}
