import { readOnlyHere } from '../entrypoints/wiring/only-here';
import { ACCOUNT_STATUS, EXAMINATION } from '../src/background/account/account-summary';
import { watchStored } from '../src/background/settings/watch-stored';
import { ok } from '../src/domain/result';
import { readStatus } from '../src/service/account/account-status';
import { readExamination } from '../src/service/account/doctor-results';
import { createAccountStore } from '../src/ui/account/account-store';
import { background } from './connect-page';
import { makeFirst } from './leave-page';
import { local, session } from './stored-area';

/** Returns the account store of this page. */
export const connectAccounts = () =>
  createAccountStore(
    {
      background,
      watchStatus: (listener) =>
        watchStored(local, ACCOUNT_STATUS, (stored) => listener(readStatus(stored))),
      watchExamination: (listener) =>
        watchStored(session, EXAMINATION, (stored) => listener(readExamination(stored))),
      askForOrigins: async () => ok([]),
      onlyHere: (account, isServerAnew) => readOnlyHere(account, isServerAnew, makeFirst),
    },
    localStorage,
  );
