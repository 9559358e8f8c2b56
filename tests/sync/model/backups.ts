import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { value } from '../../library/library';
import type { World } from '../support/world';

/** Backups of the server, of which the last counts. */
export interface Backups {
  make(): Promise<void>;
  /** Puts the server back; whether there was anything to put back. */
  restore(): Promise<boolean>;
  remove(): void;
}

export function createBackups({ t }: World): Backups {
  let folder: string | null = null;
  let made = 0;
  const file = () => join(folder!, String(made));
  return {
    async make() {
      folder ??= mkdtempSync(join(tmpdir(), 'leafmark-backups-'));
      made += 1;
      await t.storage.backup(file());
    },
    async restore() {
      if (folder === null) return false;
      value(await t.storage.restore(file()));
      return true;
    },
    remove() {
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}
