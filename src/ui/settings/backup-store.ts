import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { BackupSettings, BackupStatus } from '../../domain';

/** The browser and the stored records, which the entrypoint provides. */
export interface BackupSource {
  watchSettings(listener: (settings: BackupSettings) => void): void;
  watchStatus(listener: (status: BackupStatus) => void): void;
  change(change: Partial<BackupSettings>): Promise<void>;
  /** Resolves when the background has made a backup, or has failed to. */
  run(): Promise<void>;
  /** The permission for downloads. */
  readonly permission: {
    has(): Promise<boolean>;
    /** Shows the browser's prompt. It must be called first in a click handler. */
    request(): Promise<boolean>;
    remove(): Promise<unknown>;
    watch(listener: (isAllowed: boolean) => void): void;
  };
}

/** The backups of the active library, live. Everything is null until it is known. */
export interface BackupStore {
  readonly settings: ReadonlySignal<BackupSettings | null>;
  readonly status: ReadonlySignal<BackupStatus | null>;
  readonly isAllowed: ReadonlySignal<boolean | null>;
  /** True while a backup runs that this page has started. */
  readonly isRunning: ReadonlySignal<boolean>;
  /** Asks for the permission and makes the first backup. Call it in a click handler. */
  turnOn(): Promise<void>;
  /** Gives the permission back. The files stay. */
  turnOff(): Promise<void>;
  change(change: Partial<BackupSettings>): void;
  run(): Promise<void>;
}

export function createBackupStore({ permission, ...source }: BackupSource): BackupStore {
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
      await source.run();
    } finally {
      isRunning.value = false;
    }
  }

  return {
    settings: computed(() => settings.value),
    status: computed(() => status.value),
    isAllowed: computed(() => isAllowed.value),
    isRunning: computed(() => isRunning.value),
    async turnOn() {
      if (!(await permission.request())) return;
      if ((settings.value?.every ?? null) === null) await source.change({ every: 'day' });
      await run();
    },
    async turnOff() {
      await source.change({ every: null });
      await permission.remove();
    },
    change: (change) => void source.change(change),
    run,
  };
}
