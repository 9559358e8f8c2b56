import { vi } from 'vitest';
import {
  type BackupSettings,
  type BackupStatus,
  DEFAULT_BACKUP_SETTINGS,
} from '../../../src/domain/backup';
import { createBackupStore } from '../../../src/ui/settings/backup-store';
import { fakeBackground } from '../fake-background';

interface Start {
  readonly settings?: Partial<BackupSettings>;
  readonly status?: Partial<BackupStatus>;
  readonly isAllowed?: boolean;
}

/** A store of backups, and what it calls. */
export function fakeBackups({ settings = {}, status = {}, isAllowed = false }: Start = {}) {
  let current: BackupSettings = { ...DEFAULT_BACKUP_SETTINGS, ...settings };
  let tell = (_: BackupSettings) => {};
  let tellAllowed = (_: boolean) => {};
  const allow = (next: boolean) => {
    tellAllowed(next);
    return next;
  };
  const request = vi.fn(async () => allow(true));
  const remove = vi.fn(async () => allow(false));
  const background = fakeBackground();
  const store = createBackupStore({
    watchSettings(listener) {
      tell = listener;
      listener(current);
    },
    watchStatus: (listener) => listener({ last: null, failure: null, check: null, ...status }),
    async change(change) {
      current = { ...current, ...change };
      tell(current);
    },
    background,
    permission: {
      has: async () => isAllowed,
      request,
      remove,
      watch(listener) {
        tellAllowed = listener;
      },
    },
  });
  return { store, request, remove, run: background.backupNow, settings: () => current };
}
