import { browser } from 'wxt/browser';
import { SECOND_MS } from '../../domain';
import type { AccountStatus, Examination } from '../../service';
import { readStatus } from '../../service/account/account-status';
import { readExamination } from '../../service/account/doctor-findings';
import type { MessageName, RequestOf } from '../messages/messages';
import { sendMessage, type Timeouts, type Transport } from '../messages/page-client';
import { watchStored } from '../settings/watch-stored';
import { ACCOUNT_STATUS, EXAMINATION } from './account-summary';
import { createOriginRequest } from './origin-permissions';

const TIMEOUT_MS: Timeouts = {
  findServer: 180 * SECOND_MS,
  findAgain: 60 * SECOND_MS,
  signIn: 120 * SECOND_MS,
  cancelSignIn: 60 * SECOND_MS,
  signInToCompanion: 60 * SECOND_MS,
  countUnsent: 15 * SECOND_MS,
  signOut: 120 * SECOND_MS,
  examine: 300 * SECOND_MS,
};

/**
 * The account functions for pages. Commands are messages to the background; the state is read from
 * the storage. Pages load it after their first paint.
 */
export function createAccountClient(
  transport: Transport = (message) => browser.runtime.sendMessage(message),
) {
  const { local, session } = browser.storage;
  const send = <Name extends MessageName>(name: Name, request: RequestOf<Name>) =>
    sendMessage(transport, name, request, Promise.resolve(), TIMEOUT_MS);
  return {
    watchStatus: (listener: (status: AccountStatus) => void) =>
      watchStored(local, ACCOUNT_STATUS, (stored) => listener(readStatus(stored))),
    watchExamination: (listener: (examination: Examination | null) => void) =>
      watchStored(session, EXAMINATION, (stored) => listener(readExamination(stored))),
    async companion() {
      const base = await send('companion', {});
      return base.ok ? base.value : null;
    },
    askForOrigins: createOriginRequest(browser.permissions),
    findServer: (address: string, headers: string, allowed: readonly string[]) =>
      send('findServer', { address, headers, allowed: [...allowed] }),
    findAgain: (id: string, allowed: readonly string[]) =>
      send('findAgain', { id, allowed: [...allowed] }),
    signIn: (request: RequestOf<'signIn'>) => send('signIn', request),
    signInToCompanion: (allowed: readonly string[]) =>
      send('signInToCompanion', { allowed: [...allowed] }),
    pokeSignIn: () => send('pokeSignIn', {}),
    cancelSignIn: () => send('cancelSignIn', {}),
    switchAccount: (id: string) => send('switchAccount', { id }),
    countUnsent: (id: string) => send('countUnsent', { id }),
    signOut: (id: string, keep: boolean) => send('signOut', { id, keep }),
    examine: () => send('examine', {}),
  };
}
