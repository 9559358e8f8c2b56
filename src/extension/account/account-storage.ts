import type { WxtBrowser } from 'wxt/browser';
import * as z from 'zod/mini';
import { SCOPES } from '../../contract';
import { HOUR_MS, SECOND_MS } from '../../domain';
import {
  type AccountStatus,
  type Accounts,
  type Connection,
  CREDENTIAL_KINDS,
  type Credential,
  cardOf,
  libraryInUse,
  PendingDevice,
  PendingSignIn,
  readAccounts,
  type SignInState,
  storedAccounts,
} from '../../service';
import { ProblemSchema } from '../messages/account-messages';
import { ACCOUNT_STATUS, ACCOUNTS, PENDING_REVOCATIONS, SIGN_IN } from './account-summary';
import { ServerCardSchema } from './status-schemas';

/** Everything that is stored about accounts. */
export interface AccountData {
  readonly accounts: Accounts;
  readonly signIn: StoredSignIn | null;
  /** Tokens that are not used any more and that the servers have not revoked yet. */
  readonly left: readonly PendingRevocation[];
}

/**
 * Stores the accounts and the sign-in in progress in `storage.local`, together with the status that
 * pages read.
 */
export interface AccountStorage {
  read(): Promise<AccountData>;
  /** Stores the result of `step`. Changes run one after the other. */
  change(step: (kept: AccountData) => AccountData): Promise<AccountData>;
}

/** Parses each entry separately, so that one that cannot be parsed does not affect the others. */
const readRevocations = (stored: unknown): readonly PendingRevocation[] =>
  (Array.isArray(stored) ? stored : []).flatMap(
    (one) => PendingRevocation.safeParse(one).data ?? [],
  );

type Storage = Pick<WxtBrowser['storage']['local'], 'get' | 'set'>;

/** Calls `onChange` with the stored data after each change. */
export function createAccountStorage(
  storage: Storage,
  onChange: (kept: AccountData) => void,
): AccountStorage {
  let last: Promise<unknown> = Promise.resolve();

  const read = async (): Promise<AccountData> => {
    const stored = await storage.get([ACCOUNTS, SIGN_IN, PENDING_REVOCATIONS]);
    const signIn = StoredSignIn.safeParse(stored[SIGN_IN]);
    return {
      accounts: readAccounts(stored[ACCOUNTS]),
      // A sign-in that cannot be parsed, for example after an update, counts as interrupted.
      signIn: signIn.success ? signIn.data : null,
      left: readRevocations(stored[PENDING_REVOCATIONS]),
    };
  };

  const apply = async (step: (kept: AccountData) => AccountData): Promise<AccountData> => {
    const next = step(await read());
    await storage.set({
      [ACCOUNTS]: storedAccounts(next.accounts),
      [SIGN_IN]: next.signIn,
      // null if there are none, so that the background is not woken for them.
      [PENDING_REVOCATIONS]: next.left.length > 0 ? next.left : null,
      [ACCOUNT_STATUS]: statusOf(next),
    });
    onChange(next);
    return next;
  };

  return {
    read,
    change(step) {
      const changed = last.then(() => apply(step));
      // The caller handles a failed change; the next change is tried anyway.
      last = changed.catch(() => null);
      return changed;
    },
  };
}

const statusOf = ({ accounts, signIn, left }: AccountData): AccountStatus => ({
  active: accounts.active,
  accounts: accounts.accounts.map(cardOf),
  library: libraryInUse(accounts),
  signIn: signIn && stateOf(signIn),
  pendingRevocations: [
    ...new Set(left.filter(({ since, nextAt }) => nextAt > since).map(({ base }) => base)),
  ],
});

/** A token that is not used any more and has to be revoked on its server. It is a secret. */
export const PendingRevocation = z.object({
  base: z.url({ protocol: /^https?$/ }),
  extraHeaders: z.record(z.string(), z.string()),
  token: z.string(),
  /** The token's id on the server; empty if unknown. */
  tokenId: z.string(),
  /** When the token was given up, and the earliest time of the next automatic try. Unix ms. */
  since: z.number(),
  nextAt: z.number(),
});
export type PendingRevocation = z.output<typeof PendingRevocation>;

type Leaving = Pick<Connection, 'base' | 'extraHeaders'> & Pick<Credential, 'token' | 'tokenId'>;

/** Creates an entry that is due at once. */
export const pendingRevocation = (
  { base, extraHeaders = {}, token, tokenId }: Leaving,
  now: number,
): PendingRevocation => ({
  ...{ base, token, tokenId },
  extraHeaders: { ...extraHeaders },
  since: now,
  nextAt: now,
});

/** Adds an entry. An empty token or one that is already listed adds nothing. */
export const withRevocation = (
  left: readonly PendingRevocation[],
  one: PendingRevocation,
): readonly PendingRevocation[] =>
  one.token === '' || left.some(({ token }) => token === one.token) ? left : [...left, one];

export const withoutRevocation = (
  left: readonly PendingRevocation[],
  { token }: Pick<PendingRevocation, 'token'>,
): readonly PendingRevocation[] => left.filter((one) => one.token !== token);

/** Postpones the entry after its server did not respond. */
export const withPostponed = (
  left: readonly PendingRevocation[],
  { token, since }: PendingRevocation,
  now: number,
): readonly PendingRevocation[] =>
  left.map((one) => (one.token === token ? { ...one, nextAt: nextTryAt(since, now) } : one));

/** Makes the entries of one server due, because it has just responded. */
export const withServerDue = (
  left: readonly PendingRevocation[],
  base: string,
  now: number,
): readonly PendingRevocation[] =>
  left.map((one) => (one.base === base ? { ...one, nextAt: now } : one));

const CredentialSchema = z.object({
  kind: z.enum(CREDENTIAL_KINDS),
  token: z.string(),
  tokenId: z.string(),
  scopes: z.nullable(z.array(z.enum(SCOPES))),
});

/**
 * The progress of a sign-in, in steps from which a restarted worker continues. `code`, `device` and
 * `opening` contain secrets.
 */
const Step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choosing'), problem: z.nullable(ProblemSchema) }),
  z.object({
    kind: z.literal('code'),
    pending: PendingSignIn,
    /** The address to which the window was redirected; null while it is open. */
    cameBackTo: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('device'), pending: PendingDevice }),
  /** A sign-in method was started, or a password is being checked. The password is not stored. */
  z.object({ kind: z.literal('starting') }),
  /** There is a token, and its profile is being loaded. */
  z.object({ kind: z.literal('opening'), credential: CredentialSchema }),
]);
export type Step = z.output<typeof Step>;

/**
 * The sign-in in progress. There is at most one per browser profile. It is stored in
 * `storage.local` and never sent to a page.
 */
export const StoredSignIn = z.object({
  /**
   * A new id for each search and each sign-in method that is tried. An attempt with an older id was
   * superseded.
   */
  run: z.string(),
  /** The start of the attempt in Unix ms. */
  since: z.number(),
  /** The base of the server, or the first address that was tried. */
  base: z.string(),
  /** null if the server was not found. */
  server: z.nullable(ServerCardSchema),
  extraHeaders: z.record(z.string(), z.string()),
  /** Origins that the user allowed for this sign-in. They are removed if it fails. */
  allowed: z.array(z.string()),
  step: Step,
  /** Why the step is paused, and since when in Unix ms; null while it runs. */
  failure: z._default(z.nullable(z.object({ problem: ProblemSchema, at: z.number() })), null),
});
export type StoredSignIn = z.output<typeof StoredSignIn>;

/** The part of the state that pages may know; null if there is nothing to show. */
export function stateOf({ server, base, step, failure }: StoredSignIn): SignInState | null {
  if (server === null) {
    const problem = step.kind === 'choosing' ? step.problem : null;
    return problem && { kind: 'not-found', base, problem };
  }
  const { problem = null, at = 0 } = failure ?? {};
  const notBefore = problem?.waitMs == null ? null : at + problem.waitMs;
  const checking = { kind: 'checking', server, problem, notBefore } as const;
  switch (step.kind) {
    case 'choosing':
      return { kind: 'choosing', server, problem: step.problem };
    case 'code':
      return step.cameBackTo === null ? { kind: 'window', server } : checking;
    case 'device': {
      const { shownCode: code, page, pageWithCode, expiresAt } = step.pending;
      return { kind: 'device', server, code, page, pageWithCode, expiresAt };
    }
    case 'starting':
    case 'opening':
      return checking;
  }
}

const SHORTEST_MS = 30 * SECOND_MS;

/**
 * Exponential back-off: returns the time of the next try for an action that began at `since` and
 * has just failed. The wait is the time elapsed so far, between 30 seconds and one hour. All times
 * are Unix ms.
 */
export const nextTryAt = (since: number, now: number): number =>
  now + Math.min(Math.max(now - since, SHORTEST_MS), HOUR_MS);
