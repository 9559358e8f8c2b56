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

/** All that is kept of accounts. */
export interface AccountData {
  readonly accounts: Accounts;
  readonly signIn: StoredSignIn | null;
  /** Tokens that are used no more, until their servers know. */
  readonly left: readonly PendingRevocation[];
}

/** Accounts and the sign-in under way, in `storage.local`; and what pages may know of them. */
export interface AccountStorage {
  read(): Promise<AccountData>;
  /** Keeps what `step` makes of what is kept; one change after the other. */
  change(step: (kept: AccountData) => AccountData): Promise<AccountData>;
}

/** Each by itself: one that can't be read, as after an update, must not cost the others. */
const readRevocations = (stored: unknown): readonly PendingRevocation[] =>
  (Array.isArray(stored) ? stored : []).flatMap(
    (one) => PendingRevocation.safeParse(one).data ?? [],
  );

type Storage = Pick<WxtBrowser['storage']['local'], 'get' | 'set'>;

/** `onChange` is told what is kept after each change. */
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
      // What can't be read, as after an update, has been broken off.
      signIn: signIn.success ? signIn.data : null,
      left: readRevocations(stored[PENDING_REVOCATIONS]),
    };
  };

  const apply = async (step: (kept: AccountData) => AccountData): Promise<AccountData> => {
    const next = step(await read());
    await storage.set({
      [ACCOUNTS]: storedAccounts(next.accounts),
      [SIGN_IN]: next.signIn,
      // null where there are none: the background then has nothing to wake for.
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
      // A change that could not be kept is its caller's to tell; the next one is tried all the same.
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

/** A token of ours that is used no more, and whose server could not be told so yet. A secret. */
export const PendingRevocation = z.object({
  base: z.url({ protocol: /^https?$/ }),
  extraHeaders: z.record(z.string(), z.string()),
  token: z.string(),
  /** Its id on the server; empty when that is not known. */
  tokenId: z.string(),
  /** Since when, and not before when it is tried by itself: Unix ms. */
  since: z.number(),
  nextAt: z.number(),
});
export type PendingRevocation = z.output<typeof PendingRevocation>;

type Leaving = Pick<Connection, 'base' | 'extraHeaders'> & Pick<Credential, 'token' | 'tokenId'>;

/** A token as it is left: its server is told at once. */
export const pendingRevocation = (
  { base, extraHeaders = {}, token, tokenId }: Leaving,
  now: number,
): PendingRevocation => ({
  ...{ base, token, tokenId },
  extraHeaders: { ...extraHeaders },
  since: now,
  nextAt: now,
});

/** With one more of them; a token that is none, or is there already, adds nothing. */
export const withRevocation = (
  left: readonly PendingRevocation[],
  one: PendingRevocation,
): readonly PendingRevocation[] =>
  one.token === '' || left.some(({ token }) => token === one.token) ? left : [...left, one];

export const withoutRevocation = (
  left: readonly PendingRevocation[],
  { token }: Pick<PendingRevocation, 'token'>,
): readonly PendingRevocation[] => left.filter((one) => one.token !== token);

/** With that one put off, as its server did not answer. */
export const withPostponed = (
  left: readonly PendingRevocation[],
  { token, since }: PendingRevocation,
  now: number,
): readonly PendingRevocation[] =>
  left.map((one) => (one.token === token ? { ...one, nextAt: nextTryAt(since, now) } : one));

/** With those of one server due, as it has just answered. */
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
 * How far a sign-in has come, in steps that a worker which was ended between two of them goes on
 * from. `code`, `device` and `opening` hold secrets.
 */
const Step = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choosing'), problem: z.nullable(ProblemSchema) }),
  z.object({
    kind: z.literal('code'),
    pending: PendingSignIn,
    /** Where the window came back to; null while it is open. */
    cameBackTo: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('device'), pending: PendingDevice }),
  /** A password is being looked at, which is kept nowhere. */
  z.object({ kind: z.literal('starting') }),
  /** There is a token; whose it is is being asked. */
  z.object({ kind: z.literal('opening'), credential: CredentialSchema }),
]);
export type Step = z.output<typeof Step>;

/** The sign-in under way: one in a browser. AccountData in `storage.local`, never sent to a page. */
export const StoredSignIn = z.object({
  /** Another for each find and each way that is tried: who has an older one has been superseded. */
  run: z.string(),
  /** When that was: Unix ms. */
  since: z.number(),
  /** Where the server is, or where it should have been. */
  base: z.string(),
  /** null: it was not found. */
  server: z.nullable(ServerCardSchema),
  extraHeaders: z.record(z.string(), z.string()),
  /** OriginPermissions that were allowed for this; given back when nothing comes of it. */
  allowed: z.array(z.string()),
  step: Step,
  /** Why the step could not be gone on with, and when that was (Unix ms); null: it is gone on with. */
  failure: z._default(z.nullable(z.object({ problem: ProblemSchema, at: z.number() })), null),
});
export type StoredSignIn = z.output<typeof StoredSignIn>;

/** What a page may know of it; null: nothing worth telling. */
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
 * When something is tried again that was begun at `since` and has just failed: after as long as it
 * has taken so far, half a minute at least and an hour at most. All in Unix ms.
 */
export const nextTryAt = (since: number, now: number): number =>
  now + Math.min(Math.max(now - since, SHORTEST_MS), HOUR_MS);
