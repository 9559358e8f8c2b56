import { Dexie } from 'dexie';
import { databaseName } from './database';
import type { AccountKey } from './repository';

/**
 * Removes the library of an account with all that is in it. Who has it open is asked to close it,
 * and does.
 */
export async function removeLibrary(account: AccountKey, indexedDB?: IDBFactory): Promise<void> {
  const name = databaseName(account);
  await new Dexie(name, indexedDB === undefined ? {} : { indexedDB }).delete();
}
