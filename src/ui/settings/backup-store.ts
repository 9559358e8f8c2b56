import { signal } from '@preact/signals';
import type { BackupSettings, BackupStatus } from '../../domain/backup';
import type { ExtensionBackground } from '../../messages/background-client';
import { into, readonly, type Watch } from '../components/signals';
import { createBrowserAccess, type Permission } from './browser-access';

/** The browser and the stored records, which the entrypoint provides. */
export interface BackupSource {
  readonly watchSettings: Watch<BackupSettings>;
  readonly watchStatus: Watch<BackupStatus>;
  change(change: Partial<BackupSettings>): Promise<void>;
  readonly background: Pick<ExtensionBackground, 'backupNow'>;
  /** The permission for downloads. */
  readonly permission: Permission;
}

export function createBackupStore({ permission, ...source }: BackupSource) {
  const settings = signal<BackupSettings | null>(null);
  const status = signal<BackupStatus | null>(null);
  const access = createBrowserAccess(permission);
  const isRunning = signal(false);
  source.watchSettings(into(settings));
  source.watchStatus(into(status));

  async function run(): Promise<void> {
    if (isRunning.value) return;
    isRunning.value = true;
    try {
      await source.background.backupNow();
    } finally {
      isRunning.value = false;
    }
  }

  return {
    settings: readonly(settings),
    status: readonly(status),
    isAllowed: access.isAllowed,
    /** True while a backup runs that this page has started. */
    isRunning: readonly(isRunning),
    /** Asks for the permission and makes the first backup. Call it in a click handler. */
    async turnOn() {
      if (!(await access.request())) return;
      if ((settings.value?.every ?? null) === null) await source.change({ every: 'day' });
      await run();
    },
    /** Gives the permission back unless something else needs it. The files stay. */
    async turnOff(isNeeded: () => Promise<boolean>) {
      await source.change({ every: null });
      if (!(await isNeeded())) await access.revoke();
    },
    change: (change: Partial<BackupSettings>) => void source.change(change),
    run,
  };
}

/** The backups of the active library, live. Everything is null until it is known. */
export type BackupStore = ReturnType<typeof createBackupStore>;
