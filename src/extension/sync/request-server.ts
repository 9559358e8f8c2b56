import type { WxtBrowser } from 'wxt/browser';
import { originPatternOf } from '../../service/find/typed-address';
import { readStatus } from '../account/status-schemas';
import { ACCOUNT_STATUS } from '../account/storage-keys';
import { watchStored } from '../watch-stored';

type Browser = {
  readonly storage: Pick<WxtBrowser['storage'], 'local'>;
  readonly permissions: Pick<WxtBrowser['permissions'], 'request'>;
};

/**
 * Gives what asks the person to let us reach the server in use; whether they did. That is to be
 * called first thing in a click, so where the server is has been read by then.
 */
export function createServerRequest({ storage, permissions }: Browser): () => Promise<boolean> {
  let origins: string[] = [];
  watchStored(storage.local, ACCOUNT_STATUS, (stored) => {
    const { active, accounts } = readStatus(stored);
    origins = accounts.filter(({ id }) => id === active).map(({ base }) => originPatternOf(base));
  });
  return () => permissions.request({ origins });
}
