import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { ok } from '../../domain/result';
import type { SecretStore } from '../../library';
import type { BackgroundHandlers } from '../../messages/messages';
import {
  type Account,
  type AppIdentity,
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
import type { Alarms, HeldPermissions, OwnAddress, StoredArea } from '../browser-parts';
import type { Libraries } from '../library/libraries';
import { type AccountData, createAccountStorage } from './account-storage';
import { EXAMINATION, SIGN_IN_ALARM } from './account-summary';
import { createOriginPermissions } from './origin-permissions';
import { createSignIn } from './sign-in';
import type { AccountTools } from './sign-in-attempt';
import { connectionOf } from './sign-in-steps';
import { createRevocations, signOut } from './sign-out';

export interface AccountsDependencies
  extends Pick<AccountTools, 'authWindow' | 'transport' | 'app' | 'newId' | 'isShared'> {
  readonly browser: {
    readonly alarms: Alarms;
    readonly permissions: HeldPermissions;
    readonly runtime: OwnAddress;
    readonly storage: { readonly local: StoredArea; readonly session: Pick<StoredArea, 'set'> };
  };
  readonly secrets: SecretStore;
  readonly libraries: Omit<Libraries, 'inUse'>;
  /** Fetches a file of the extension. */
  readonly loadFile: (address: string) => Promise<Response>;
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
  const { browser, secrets, libraries } = dependencies;
  const onChange = (kept: AccountData) => {
    libraries.use(libraryInUse(kept));
    // If this worker is stopped, the next one continues.
    const alarm = nextAlarm(kept);
    if (alarm) void browser.alarms.create(SIGN_IN_ALARM, alarm);
    else void browser.alarms.clear(SIGN_IN_ALARM);
    if (kept.left.length > 0) void revocations.runDue();
  };
  const tools = {
    ...dependencies,
    accountStorage: createAccountStorage(secrets, browser.storage.local, onChange),
    origins: createOriginPermissions(browser.permissions),
  };
  const revocations = createRevocations(tools);
  return { ...tools, revocations, signIn: createSignIn(tools) };
}

const signInHandlers = ({ browser, loadFile, signIn }: Tools) =>
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
    companion: async () => ok((await readCompanion(browser, loadFile))?.base ?? null),
    async signInToCompanion({ allowed }) {
      const companion = await readCompanion(browser, loadFile);
      if (companion === null) return ok(problem('no-account'));
      const { base: address, ...person } = companion;
      const found = await signIn.find({ address, headers: '', allowed, use: 'account' });
      return ok(found ?? (await signIn.begin({ way: 'password', ...person })));
    },
  }) satisfies Partial<BackgroundHandlers>;

function accountHandlers(tools: Tools) {
  const { accountStorage, browser, revocations } = tools;
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
      const outcome = await runDoctor(tools, browser.storage.session, examining.signal);
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

/** The server and the user that `npm start` created. */
const Companion = z.object({
  base: z.url({ protocol: /^https?$/ }),
  username: z.string(),
  /** A password instead of a token, because signing out would invalidate a token. */
  password: z.string(),
});

/** `npm start` puts the file beside the build that it opens; published builds do not contain it. */
const COMPANION_FILE = '/companion.json';

/** Returns null if `npm start` did not create the file. */
async function readCompanion(
  { runtime }: { readonly runtime: OwnAddress },
  loadFile: (address: string) => Promise<Response>,
): Promise<z.output<typeof Companion> | null> {
  try {
    // WXT's type of the address only knows files of the build.
    const address = new URL(COMPANION_FILE, runtime.getURL('/')).href;
    return Companion.safeParse(await (await loadFile(address)).json()).data ?? null;
  } catch {
    return null; // The file does not exist; browsers report this in different ways.
  }
}

/**
 * Examines the server of the sign-in in progress, or of the active account. It publishes the
 * findings to pages as they are found, and stops that when `signal` is aborted.
 */
async function runDoctor(
  { accountStorage, origins, transport, newId }: AccountTools,
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
  if (!(await origins.isAllowed(base))) return problem('not-allowed');
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

/**
 * The home page that servers show. They look up the address and reject private ones, so it is the
 * page in the browser's store.
 */
const STORE_PAGES = {
  chromium: (id: string) => `https://chromewebstore.google.com/detail/leafmark/${id}`,
  firefox: () => 'https://addons.mozilla.org/firefox/addon/leafmark/',
} as const;

/** Identifies the program, so it is the same for all installations. */
const SOFTWARE_ID = 'c0a1fbd4-6d2d-4b8e-9a52-1f4e7c3b9d10';

/** Returns a function that loads the identity which the app presents to servers. */
export function appIdentity(
  { runtime }: Pick<WxtBrowser, 'runtime'>,
  loadFile: (address: string) => Promise<Response>,
  browser: keyof typeof STORE_PAGES,
): () => Promise<AppIdentity> {
  return async () => {
    const icon = await loadFile(runtime.getURL('/icons/48.png'));
    const bytes = new Uint8Array(await icon.arrayBuffer());
    return {
      name: `Leafmark (${browser === 'firefox' ? 'Firefox' : 'Chromium'})`,
      uri: STORE_PAGES[browser](runtime.id),
      logo: `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`,
      softwareId: SOFTWARE_ID,
      softwareVersion: runtime.getManifest().version,
    };
  };
}
