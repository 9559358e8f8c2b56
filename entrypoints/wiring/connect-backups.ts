import { type Browser, browser } from 'wxt/browser';
import { HOUR_MS } from '../../src/domain';
import { readLibraryChoice } from '../../src/extension/account/account-summary';
import { sendMessage } from '../../src/extension/messages/page-client';
import { optionalPermission } from '../../src/extension/settings/optional-permission';
import { watchStored } from '../../src/extension/settings/watch-stored';
import {
  BACKUP_RECORD,
  BACKUP_SETTINGS,
  backupStatusOf,
  changeBackupSettings,
  parseBackupSettings,
  parseRecord,
} from '../../src/extension/transfer/backup-record';
import { type BackupStore, createBackupStore } from '../../src/ui/settings/backup-store';

const DOWNLOADS = { permissions: ['downloads'] } satisfies Browser.permissions.Permissions;

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
    async run() {
      // A large library takes long. The result is stored.
      await sendMessage(
        (message) => browser.runtime.sendMessage(message),
        'backupNow',
        {},
        Promise.resolve(),
        { backupNow: HOUR_MS },
      );
    },
    permission: optionalPermission(browser.permissions, DOWNLOADS),
  });
}
