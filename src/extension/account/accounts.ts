import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { err, ok } from '../../domain';
import {
  type Account,
  type AppIdentity,
  activeAccount,
  type Connection,
  examine,
  type Finding,
  libraryInUse,
  type Problem,
  signedOut,
  type Transport,
} from '../../service';
import type { Libraries } from '../library/libraries';
import { ACCOUNT_MESSAGES, type AccountMessages } from '../messages/account-messages';
import { answerMessage, type HandlersOf, type Reply } from '../messages/message-table';
import {
  type AccountData,
  type AccountStorage,
  createAccountStorage,
  type PendingRevocation,
} from './account-storage';
import { EXAMINATION, SIGN_IN_ALARM } from './account-summary';
import { createAuthWindow } from './auth-window';
import { createOriginPermissions, type OriginPermissions } from './origin-permissions';
import { problem } from './problem';
import { createSignIn } from './sign-in';
import { connectionOf } from './sign-in-steps';
import { createRevocations, signOut } from './sign-out';

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
const WAKE_FOR_REVOCATIONS_MINUTES = 60;

/** The alarm by which another worker goes on; null where there is nothing to go on with. */
function nextAlarm(isSigningIn: boolean, left: readonly PendingRevocation[]) {
  if (isSigningIn) return { periodInMinutes: WAKE_EVERY_MINUTES };
  if (left.length === 0) return null;
  const when = Math.min(...left.map(({ nextAt }) => nextAt));
  return { when, periodInMinutes: WAKE_FOR_REVOCATIONS_MINUTES };
}

export function createAccounts(given: AccountsDependencies): Accounts {
  const { browser, libraries, transport, app, loadFile, newId } = given;
  const onChange = ({ accounts, signIn, left }: AccountData) => {
    libraries.use(libraryInUse(accounts));
    // Should this worker be ended, another goes on.
    const alarm = nextAlarm(signIn !== null, left);
    if (alarm) void browser.alarms.create(SIGN_IN_ALARM, alarm);
    else void browser.alarms.clear(SIGN_IN_ALARM);
    if (left.length > 0) void revocations.go();
  };
  const keeper = createAccountStorage(browser.storage.local, onChange);
  const tools = {
    ...{ keeper, libraries, transport, app, newId },
    now: transport.now,
    origins: createOriginPermissions(browser.permissions),
    authWindow: createAuthWindow(browser),
    session: browser.storage.session,
  };
  const revocations = createRevocations(tools);
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
    signOut: async (request) => ok(await signOut({ ...tools, revocations }, request)),
    async examine() {
      examining.abort();
      examining = new AbortController();
      const { signal } = examining;
      const { redirectUri } = tools.authWindow;
      return ok(await runDoctor({ ...tools, redirectUri, signal }));
    },
  };

  return {
    answer: (name, request) => answerMessage(ACCOUNT_MESSAGES, handlers, name, request),
    async resume() {
      await Promise.all([signIn.resume('background'), revocations.go()]);
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

/** The server that `npm start` made, and the person it made there. */
export interface Companion {
  readonly base: string;
  readonly username: string;
  /** Not a token, which would be good for nothing once it was signed out with. */
  readonly password: string;
}

const CompanionSchema: z.ZodMiniType<Companion> = z.object({
  base: z.url({ protocol: /^https?$/ }),
  username: z.string(),
  password: z.string(),
});

/** `npm start` puts it beside the build that it opens; there is none in what stores get. */
const FILE = '/companion.json';

/** null where `npm start` made none. */
export async function readCompanion(
  { runtime }: Pick<WxtBrowser, 'runtime'>,
  loadFile: (address: string) => Promise<Response>,
): Promise<Companion | null> {
  try {
    // WXT's type of the address knows the files of the build alone.
    const address = new URL(FILE, runtime.getURL('/')).href;
    const read = CompanionSchema.safeParse(await (await loadFile(address)).json());
    return read.success ? read.data : null;
  } catch {
    return null; // No such file: browsers say so in ways of their own.
  }
}

interface DoctorDependencies {
  readonly keeper: AccountStorage;
  readonly origins: Pick<OriginPermissions, 'isAllowed'>;
  readonly session: Pick<WxtBrowser['storage']['session'], 'set'>;
  readonly app: () => Promise<AppIdentity>;
  readonly redirectUri: string;
  readonly transport: Transport;
  readonly newId: () => string;
  /** Aborted when the doctor is called again: then nothing more is told of this time. */
  readonly signal: AbortSignal;
}

/**
 * Has the doctor look at the server of the sign-in under way, or of the account in use; what is
 * found is told to pages as it is found.
 */
export async function runDoctor(dependencies: DoctorDependencies): Promise<Problem | null> {
  const { keeper, origins, session, app, redirectUri, transport, newId, signal } = dependencies;
  const connection = connectionToExamine(await keeper.read());
  if (connection === null) return problem('no-account');
  const { base } = connection;
  // Who may not ask a server hears nothing of it, as if it were not there.
  if (!(await origins.isAllowed(base))) return problem('not-allowed');
  const findings: Finding[] = [];
  const tell = async (isDone: boolean) => {
    if (!signal.aborted) await session.set({ [EXAMINATION]: { base, findings, isDone } });
  };
  await tell(false);
  const examined = { connection, app: await app(), redirectUri, transport, newId, signal };
  for await (const finding of examine(examined)) {
    findings.push(finding);
    await tell(false);
  }
  await tell(true);
  return null;
}

function connectionToExamine({ signIn, accounts }: AccountData): Connection | null {
  if (signIn) return connectionOf(signIn);
  const account = activeAccount(accounts);
  return account && { ...account, token: account.token || null };
}

/**
 * Where people read about us: servers look it up and take nothing private, so it is the page in the
 * browser's own store.
 */
const STORE_PAGES = {
  chromium: (id: string) => `https://chromewebstore.google.com/detail/leafmark/${id}`,
  firefox: () => 'https://addons.mozilla.org/firefox/addon/leafmark/',
} as const;

const NAME = 'Leafmark';
/** The same for every copy: it says which program, not whose. */
const SOFTWARE_ID = 'c0a1fbd4-6d2d-4b8e-9a52-1f4e7c3b9d10';

/** Who we are to servers. */
export function appIdentity(
  { runtime }: Pick<WxtBrowser, 'runtime'>,
  loadFile: (address: string) => Promise<Response>,
  browser: keyof typeof STORE_PAGES,
): () => Promise<AppIdentity> {
  return async () => {
    const icon = await loadFile(runtime.getURL('/icons/48.png'));
    const bytes = new Uint8Array(await icon.arrayBuffer());
    return {
      name: NAME,
      uri: STORE_PAGES[browser](runtime.id),
      logo: `data:image/png;base64,${btoa(String.fromCharCode(...bytes))}`,
      softwareId: SOFTWARE_ID,
      softwareVersion: runtime.getManifest().version,
    };
  };
}
