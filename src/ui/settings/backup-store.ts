import { signal } from '@preact/signals';
import type { BackupSettings, BackupStatus } from '../../domain/backup';
import type { Background } from '../../messages/background-client';
import { readonly } from '../components/readonly';

/** The browser and the stored records, which the entrypoint provides. */
export interface BackupSource {
  watchSettings(listener: (settings: BackupSettings) => void): void;
  watchStatus(listener: (status: BackupStatus) => void): void;
  change(change: Partial<BackupSettings>): Promise<void>;
  readonly background: Pick<Background, 'backupNow'>;
  /** The permission for downloads. */
  readonly permission: {
    has(): Promise<boolean>;
    /** Shows the browser's prompt. It must be called first in a click handler. */
    request(): Promise<boolean>;
    remove(): Promise<unknown>;
    watch(listener: (isAllowed: boolean) => void): void;
  };
}

export function createBackupStore({ permission, ...source }: BackupSource) {
  const settings = signal<BackupSettings | null>(null);
  const status = signal<BackupStatus | null>(null);
  const isAllowed = signal<boolean | null>(null);
  const isRunning = signal(false);
  const allow = (next: boolean) => {
    isAllowed.value = next;
  };
  source.watchSettings((next) => {
    settings.value = next;
  });
  source.watchStatus((next) => {
    status.value = next;
  });
  permission.watch(allow);
  void permission.has().then(allow);

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
    isAllowed: readonly(isAllowed),
    /** True while a backup runs that this page has started. */
    isRunning: readonly(isRunning),
    /** Asks for the permission and makes the first backup. Call it in a click handler. */
    async turnOn() {
      if (!(await permission.request())) return;
      if ((settings.value?.every ?? null) === null) await source.change({ every: 'day' });
      await run();
    },
    /** Gives the permission back. The files stay. */
    async turnOff() {
      await source.change({ every: null });
      await permission.remove();
    },
    change: (change: Partial<BackupSettings>) => void source.change(change),
    run,
  };
}

/** The backups of the active library, live. Everything is null until it is known. */
export type BackupStore = ReturnType<typeof createBackupStore>;
