import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { value } from '../../library/library';
import { temporaryFolder } from '../../support/temporary-folder';
import type { World } from '../support/world';

/** Backups of the server's data. Only the last one is kept in use. */
export interface Backups {
  make(): Promise<void>;
  isMade(): boolean;
  /** Restores the last backup on the server. */
  restore(): Promise<void>;
  remove(): void;
}

export function createBackups({ t }: World): Backups {
  let folder: string | null = null;
  let made = 0;
  const file = () => join(folder!, String(made));
  return {
    async make() {
      folder ??= temporaryFolder('leafmark-backups');
      made += 1;
      await t.storage.backup(file());
    },
    isMade: () => made > 0,
    async restore() {
      value(await t.storage.restore(file()));
    },
    remove() {
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}
