import * as z from 'zod/mini';
import { AccountCard, SIGN_IN_USES, SourceCard } from './accounts';
import { SIGN_IN_WAYS } from './find-server';
import { Problem } from './problem';

// The status that the background publishes to pages. They parse it, because pages of the old
// version read it after an update until they reload.

const webAddress = z.url({ protocol: /^https?$/ });

/** A server that was found. */
export const ServerCard = z.object({
  base: webAddress,
  /** The requested base if another host answered; null otherwise. */
  movedFrom: z.nullable(z.string()),
  version: z.string(),
  /** The sign-in methods in the order in which they are offered. */
  ways: z.readonly(z.array(z.enum(SIGN_IN_WAYS))),
});
export type ServerCard = z.output<typeof ServerCard>;

/**
 * The server was set up anew, and this browser has a library from before: the sign-in waits until its
 * person has decided about it. Only that person may see it.
 */
export const FormerQuestion = z.object({
  /** The id of the account from before. */
  former: z.string(),
  /** The id of the person who has signed in. */
  userId: z.string(),
});

/** A sign-in in progress. It continues after the page that started it was closed. */
const SignInState = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** No server was found at `base`. */
    z.object({ kind: z.literal('not-found'), base: z.string(), problem: Problem }),
    /** A server was found; `problem` is why the last sign-in attempt failed. */
    z.object({ kind: z.literal('choosing'), server: ServerCard, problem: z.nullable(Problem) }),
    /** The browser's window with the server's page is open. */
    z.object({ kind: z.literal('window'), server: ServerCard }),
    z.object({
      kind: z.literal('device'),
      server: ServerCard,
      /** Formatted in groups of four. */
      code: z.string(),
      /** The web address where the code is entered, without and with the code filled in. */
      page: webAddress,
      pageWithCode: webAddress,
      /** Unix ms. */
      expiresAt: z.number(),
    }),
    /**
     * The background asks the server for the token and the profile. `problem` is why the last request
     * failed; the background retries by itself.
     */
    z.object({
      kind: z.literal('checking'),
      server: ServerCard,
      problem: z._default(z.nullable(Problem), null),
      /**
       * Unix ms until which the server asked not to be contacted, even by a user action; null if it
       * did not ask.
       */
      notBefore: z._default(z.nullable(z.number()), null),
      asks: z._default(z.nullable(FormerQuestion), null),
    }),
  ]),
);
export type SignInState = z.output<typeof SignInState>;

/** Everything that pages may know about accounts. */
const AccountStatus = z.lazy(() =>
  z.object({
    /** The id of the active account; null means the library without an account. */
    active: z.nullable(z.string()),
    accounts: z.array(AccountCard),
    /** The name of the active library. */
    library: z.nullable(z.string()),
    /** null if no sign-in is in progress. */
    signIn: z.nullable(SignInState),
    signInFor: z._default(z.enum(SIGN_IN_USES), 'account'),
    /** The server that is read for an import; null if there is none. */
    source: z._default(z.nullable(SourceCard), null),
    /**
     * The bases of servers that could not be reached yet to revoke a token. The background keeps
     * trying.
     */
    pendingRevocations: z._default(z.array(webAddress), []),
  }),
);
export type AccountStatus = z.output<typeof AccountStatus>;

const NO_STATUS: AccountStatus = {
  active: null,
  accounts: [],
  library: null,
  signIn: null,
  signInFor: 'account',
  source: null,
  pendingRevocations: [],
};

/** Parses the stored status. If it is missing or invalid, the user is not signed in. */
export const readStatus = (stored: unknown): AccountStatus =>
  AccountStatus.safeParse(stored).data ?? NO_STATUS;

const credential = z.string().check(z.maxLength(1_000));

/** The input of a sign-in method. */
export const SignInRequest = z.lazy(() =>
  z.discriminatedUnion('way', [
    z.strictObject({ way: z.enum(['code', 'device']) }),
    z.strictObject({ way: z.literal('password'), username: credential, password: credential }),
    z.strictObject({ way: z.literal('token'), token: z.string().check(z.maxLength(2_000)) }),
  ]),
);
export type SignInRequest = z.output<typeof SignInRequest>;
