import { type Browser, browser } from 'wxt/browser';
import { readLibraryChoice } from '../../src/background/account/account-summary';
import { watchStored } from '../../src/background/settings/watch-stored';
import { optionalPermission } from '../../src/extension/settings/optional-permission';
import {
  BACKUP_RECORD,
  BACKUP_SETTINGS,
  backupStatusOf,
  changeBackupSettings,
  parseBackupSettings,
  parseRecord,
} from '../../src/extension/transfer/backup-record';
import { type BackupStore, createBackupStore } from '../../src/ui/settings/backup-store';
import { background } from './connect-browser';

const DOWNLOADS = { permissions: ['downloads'] } satisfies Browser.permissions.Permissions;

export const downloadsPermission = optionalPermission(browser.permissions, DOWNLOADS);

/** Returns the store of the backups of the active library. */
export function connectBackups(): BackupStore {
  const { local } = browser.storage;
  const name = readLibraryChoice(local).then((choice) => choice.name);
  return createBackupStore({
    watchSettings: (listener) =>
      watchStored(local, BACKUP_SETTINGS, (stored) => listener(parseBackupSettings(stored))),
    watchStatus: (listener) =>
      watchStored(local, BACKUP_RECORD, (stored) => {
        void name.then((library) => listener(backupStatusOf(parseRecord(stored), library)));
      }),
    change: (change) => changeBackupSettings(local, change),
    background,
    permission: downloadsPermission,
  });
}
