import type { WxtBrowser } from 'wxt/browser';
import { err, ok } from '../../domain';
import {
  type Account,
  type AppIdentity,
  activeAccount,
  libraryInUse,
  signedOut,
  type Transport,
} from '../../service';
import type { Libraries } from '../libraries';
import { answerMessage, type HandlersOf, type Reply } from '../message-table';
import { createAccountKeeper, type Kept } from './account-keeper';
import { createAuthWindow } from './auth-window';
import { callDoctor } from './call-doctor';
import { readCompanion } from './companion';
import type { LeftToken } from './left-tokens';
import { ACCOUNT_MESSAGES, type AccountMessages } from './messages';
import { createOrigins } from './origins';
import { problem } from './problem';
import { serviceCalls } from './service-calls';
import { createSignIn } from './sign-in';
import { signOut } from './sign-out';
import { SIGN_IN_ALARM } from './storage-keys';
import { createTakingBack } from './taking-back';

export interface AccountsDependencies {
  readonly browser: Pick<WxtBrowser, 'alarms' | 'identity' | 'permissions' | 'runtime' | 'storage'>;
  readonly libraries: Omit<Libraries, 'inUse'>;
  readonly transport: Transport;
  readonly app: () => Promise<AppIdentity>;
  /** Fetches a file of the extension's own. */
  readonly loadFile: (address: string) => Promise<Response>;
  readonly newId: () => string;
}

/** Everything about accounts, in the background. */
export interface Accounts {
  /** Answers a message of `ACCOUNT_MESSAGES`; refuses others. */
  answer(name: string, request: unknown): Promise<Reply>;
  /** Goes on with a sign-in that another worker left, and with tokens that are to be given back. */
  resume(): Promise<void>;
  /** The account in use, with its secrets; null when nobody is signed in. */
  current(): Promise<Account | null>;
  /** The server said that the token of `account` is not good any more: a page asks the person. */
  tokenRefused(account: Account): Promise<void>;
}

/** Browsers wake nobody more often. */
const WAKE_EVERY_MINUTES = 0.5;
const WAKE_FOR_LEFT_MINUTES = 60;

/** The alarm by which another worker goes on; null where there is nothing to go on with. */
function wakingFor(isSigningIn: boolean, left: readonly LeftToken[]) {
  if (isSigningIn) return { periodInMinutes: WAKE_EVERY_MINUTES };
  if (left.length === 0) return null;
  const when = Math.min(...left.map(({ nextAt }) => nextAt));
  return { when, periodInMinutes: WAKE_FOR_LEFT_MINUTES };
}

export function createAccounts(given: AccountsDependencies): Accounts {
  const { browser, libraries, transport, app, loadFile, newId } = given;
  const onChange = ({ accounts, signIn, left }: Kept) => {
    libraries.use(libraryInUse(accounts));
    // Should this worker be ended, another goes on.
    const alarm = wakingFor(signIn !== null, left);
    if (alarm) void browser.alarms.create(SIGN_IN_ALARM, alarm);
    else void browser.alarms.clear(SIGN_IN_ALARM);
    if (left.length > 0) void takingBack.go();
  };
  const keeper = createAccountKeeper(browser.storage.local, onChange);
  const tools = {
    ...{ keeper, libraries, transport, app, newId },
    now: transport.now,
    callsTo: serviceCalls(transport),
    origins: createOrigins(browser.permissions),
    authWindow: createAuthWindow(browser),
    session: browser.storage.session,
  };
  const takingBack = createTakingBack(tools);
  const signIn = createSignIn(tools);
  let examining = new AbortController();
  const handlers: HandlersOf<AccountMessages> = {
    findServer: async (request) => ok(await signIn.find({ ...request })),
    findAgain: async (request) => ok(await signIn.findAgain(request)),
    signIn: async (request) => ok(await signIn.begin(request)),
    async pokeSignIn() {
      void signIn.resume('person');
      return ok(null);
    },
    async cancelSignIn() {
      await signIn.cancel();
      return ok(null);
    },
    companion: async () => ok((await readCompanion(browser, loadFile))?.base ?? null),
    async signInToCompanion({ allowed }) {
      const companion = await readCompanion(browser, loadFile);
      if (companion === null) return ok(problem('no-account'));
      const { base: address, ...person } = companion;
      const found = await signIn.find({ address, headers: '', allowed });
      return ok(found ?? (await signIn.begin({ way: 'password', ...person })));
    },
    async switchAccount({ id }) {
      const { accounts } = await keeper.change((kept) =>
        kept.accounts.accounts.some((account) => account.id === id)
          ? { ...kept, accounts: { ...kept.accounts, active: id } }
          : kept,
      );
      return ok(accounts.active === id ? null : problem('no-account'));
    },
    async countUnsent({ id }) {
      const { accounts } = (await keeper.read()).accounts;
      const account = accounts.find((one) => one.id === id);
      if (!account) return err({ kind: 'not-found' });
      const library = await libraries.open(account.library);
      return library.ok
        ? ok(await library.value.unsent.count())
        : err({ kind: 'failed', detail: library.error.kind });
    },
    signOut: async (request) => ok(await signOut({ ...tools, takingBack }, request)),
    async examine() {
      examining.abort();
      examining = new AbortController();
      const { signal } = examining;
      const { redirectUri } = tools.authWindow;
      return ok(await callDoctor({ ...tools, redirectUri, signal }));
    },
  };

  return {
    answer: (name, request) => answerMessage(ACCOUNT_MESSAGES, handlers, name, request),
    async resume() {
      await Promise.all([signIn.resume('by-itself'), takingBack.go()]);
    },
    async current() {
      const account = activeAccount((await keeper.read()).accounts);
      return account && account.signedOutAt === null ? account : null;
    },
    async tokenRefused({ id, token }) {
      await keeper.change((kept) => {
        // One that was signed in anew meanwhile is not meant.
        const isMeant = kept.accounts.accounts.some((one) => one.id === id && one.token === token);
        if (!isMeant) return kept;
        return { ...kept, accounts: signedOut(kept.accounts, id, transport.now()) };
      });
    },
  };
}
