import { ok } from '../../domain/result';
import type { SecretStore } from '../../library';
import type { BackgroundHandlers } from '../../messages/messages';
import {
  type Account,
  activeAccount,
  connectClient,
  examine,
  type FoundCheck,
  type ImportSource,
  libraryInUse,
  type Problem,
  problem,
  signedOut,
} from '../../service';
import type { Libraries } from '../library/libraries';
import type { Alarms, StoredArea } from '../ports';
import { type AccountData, createAccountStorage } from './account-storage';
import { EXAMINATION, SIGN_IN_ALARM } from './account-summary';
import { createSignIn } from './sign-in';
import type { AccountTools } from './sign-in-attempt';
import { connectionOf } from './sign-in-steps';
import { createRevocations, signOut } from './sign-out';

export interface AccountsDependencies
  extends Pick<AccountTools, 'access' | 'authWindow' | 'transport' | 'app' | 'newId' | 'isShared'> {
  readonly alarms: Pick<Alarms, 'create' | 'clear'>;
  readonly local: Pick<StoredArea, 'get' | 'set'>;
  readonly session: Pick<StoredArea, 'set'>;
  readonly secrets: SecretStore;
  readonly libraries: Omit<Libraries, 'inUse'>;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Browsers do not allow a shorter period. */
const WAKE_EVERY_MINUTES = 0.5;
const WAKE_FOR_REVOCATIONS_MINUTES = 60;

/** The alarm for the next worker; null if there is nothing to continue. */
function nextAlarm({ signIn, left }: AccountData) {
  if (signIn !== null) return { periodInMinutes: WAKE_EVERY_MINUTES };
  if (left.length === 0) return null;
  const when = Math.min(...left.map(({ nextAt }) => nextAt));
  return { when, periodInMinutes: WAKE_FOR_REVOCATIONS_MINUTES };
}

/** The account functions of the background. */
export function createAccounts(dependencies: AccountsDependencies) {
  const tools = createTools(dependencies);
  const { accountStorage, revocations, signIn, transport } = tools;
  return {
    handlers: { ...signInHandlers(tools), ...accountHandlers(tools) },
    /** Continues a sign-in of an earlier worker and due revocations. */
    async resume(): Promise<void> {
      await accountStorage.repairStatus();
      await Promise.all([signIn.resume('background'), revocations.runDue()]);
    },
    /** Continues a sign-in for which the web app has left its page. */
    comeBack: signIn.comeBack,
    /** The active account with its secrets; null if the user is not signed in. */
    current: (): Promise<Account | null> => currentAccount(tools),
    /** Reads again what the token of `account` may do, because that can change on the server. */
    refreshPermissions: (account: Account): Promise<void> => refreshPermissions(tools, account),
    /** Marks `account` as signed out after the server rejected its token. */
    async tokenRefused({ id, token }: Account): Promise<void> {
      await accountStorage.change((kept) => {
        const { source } = kept;
        if (source?.account.id === id && source.account.token === token) {
          const account = { ...source.account, token: '', signedOutAt: transport.now() };
          return { ...kept, source: { ...source, account } };
        }
        // Ignore an account that was signed in again meanwhile.
        const isMeant = kept.accounts.some((one) => one.id === id && one.token === token);
        return isMeant ? signedOut(kept, id, transport.now()) : kept;
      });
    },
    /** The server that is read for an import, with its secrets; null if there is none. */
    source: async (): Promise<ImportSource | null> => (await accountStorage.read()).source,
    /** Signs out of the source of an import that has ended, and removes its library. */
    async leaveSource(id: string): Promise<void> {
      await signOut(tools, revocations, { id, keep: false });
    },
  };
}

type Tools = ReturnType<typeof createTools>;

function createTools(dependencies: AccountsDependencies) {
  const { alarms, local, secrets, libraries } = dependencies;
  const onChange = (kept: AccountData) => {
    libraries.use(libraryInUse(kept));
    // If this worker is stopped, the next one continues.
    const alarm = nextAlarm(kept);
    if (alarm) void alarms.create(SIGN_IN_ALARM, alarm);
    else void alarms.clear(SIGN_IN_ALARM);
    if (kept.left.length > 0) void revocations.runDue();
  };
  const tools = {
    ...dependencies,
    accountStorage: createAccountStorage(secrets, local, onChange),
  };
  const revocations = createRevocations(tools);
  return { ...tools, revocations, signIn: createSignIn(tools) };
}

const signInHandlers = ({ signIn }: Tools) =>
  ({
    findServer: async (request) => ok(await signIn.find(request)),
    findAgain: async (request) => ok(await signIn.findAgain(request)),
    signIn: async (request) => ok(await signIn.begin(request)),
    answerFormer: async ({ isOpened }) => ok(await signIn.answer(isOpened)),
    async pokeSignIn() {
      void signIn.resume('person');
      return ok(null);
    },
    async cancelSignIn({ use }) {
      await signIn.cancel(use);
      return ok(null);
    },
  }) satisfies Partial<BackgroundHandlers>;

function accountHandlers(tools: Tools) {
  const { accountStorage, session, revocations } = tools;
  let examining = new AbortController();
  return {
    async switchAccount({ id }) {
      const { active } = await accountStorage.change((kept) =>
        kept.accounts.some((account) => account.id === id) ? { ...kept, active: id } : kept,
      );
      return ok(active === id ? null : problem('no-account'));
    },
    signOut: async (request) => ok(await signOut(tools, revocations, request)),
    async pageReading({ id }) {
      const account = await currentAccount(tools);
      const read = account && (await connectClient(account, tools.transport).bookmarks.read(id));
      if (!read?.ok || !read.value.body) return ok(null);
      const { loaded, updated, errors } = read.value.body;
      const readsAgain = account?.features.includes('replace_article') ?? false;
      return ok({ isOver: loaded, updated, errors: errors ?? [], readsAgain });
    },
    async examine() {
      examining.abort();
      examining = new AbortController();
      const outcome = await runDoctor(tools, session, examining.signal);
      const account = await currentAccount(tools);
      if (account !== null) await refreshPermissions(tools, account);
      return ok(outcome);
    },
  } satisfies Partial<BackgroundHandlers>;
}

async function currentAccount({ accountStorage }: AccountTools): Promise<Account | null> {
  const account = activeAccount(await accountStorage.read());
  return account && account.signedOutAt === null ? account : null;
}

async function refreshPermissions(
  { accountStorage, transport }: AccountTools,
  account: Account,
): Promise<void> {
  const read = await connectClient(account, transport).profile.read();
  if (!read.ok) return;
  const { permissions } = read.value.body.provider;
  // Each change of an account starts a round of sync.
  if (JSON.stringify(permissions) === JSON.stringify(account.permissions)) return;
  await accountStorage.change((kept) => ({
    ...kept,
    accounts: kept.accounts.map((one) =>
      one.id === account.id && one.token === account.token ? { ...one, permissions } : one,
    ),
  }));
}

/**
 * Examines the server of the sign-in in progress, or of the active account. It publishes the
 * findings to pages as they are found, and stops that when `signal` is aborted.
 */
async function runDoctor(
  { accountStorage, access, transport, newId }: AccountTools,
  session: Pick<StoredArea, 'set'>,
  signal: AbortSignal,
): Promise<Problem | null> {
  const kept = await accountStorage.read();
  const account = activeAccount(kept);
  const connection =
    kept.signIn?.use === 'account'
      ? connectionOf(kept.signIn)
      : account && { ...account, token: account.token || null };
  if (connection === null) return problem('no-account');
  const { base } = connection;
  // Without permission the server would look unreachable.
  if (!(await access.isAllowed(base))) return problem('not-allowed');
  const findings: FoundCheck[] = [];
  const publish = async (isDone: boolean) => {
    if (!signal.aborted) await session.set({ [EXAMINATION]: { base, findings, isDone } });
  };
  await publish(false);
  for await (const finding of examine({ connection, transport, newId, signal })) {
    findings.push(finding);
    await publish(false);
  }
  await publish(true);
  return null;
}
