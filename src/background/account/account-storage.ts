import * as z from 'zod/mini';
import { HOUR_MS, SECOND_MS } from '../../domain/time';
import type { SecretStore } from '../../library';
import {
  AccountCard,
  type AccountStatus,
  type Accounts,
  Credential,
  FormerQuestion,
  ImportSource,
  libraryInUse,
  PendingDevice,
  Problem,
  readAccounts,
  ServerCard,
  SIGN_IN_USES,
  type SignInState,
  SourceCard,
  storedAccounts,
} from '../../service';
import { readStatus } from '../../service/account/account-status';
import type { StoredArea } from '../ports';
import { createSerialQueue } from '../serial-queue';
import {
  ACCOUNT_STATUS,
  ACCOUNTS,
  IMPORT_SOURCE,
  PENDING_REVOCATIONS,
  SIGN_IN_KEY,
} from './account-summary';

/** Everything that is stored about accounts. */
export interface AccountData extends Accounts {
  readonly signIn: StoredSignIn | null;
  /** The server that is read for an import. */
  readonly source: ImportSource | null;
  /** Tokens that are not used any more and that the servers have not revoked yet. */
  readonly left: readonly PendingRevocation[];
}

export type AccountStorage = ReturnType<typeof createAccountStorage>;

/**
 * Stores the accounts and the sign-in in progress where content scripts cannot read them, and the
 * status that pages read in `storage.local`. Calls `onChange` with the stored data after each change.
 */
export function createAccountStorage(
  secrets: SecretStore,
  storage: Pick<StoredArea, 'get' | 'set'>,
  onChange: (kept: AccountData) => void,
) {
  const inTurn = createSerialQueue();
  const read = async () => readData(await secrets.get(STORED_NAMES));
  return {
    read,
    /** Stores the result of `step`. Changes run one after the other, also those of other tabs. */
    change: (step: (kept: AccountData) => AccountData): Promise<AccountData> =>
      inTurn(async () => {
        let next!: AccountData;
        await secrets.change(STORED_NAMES, (stored) => {
          next = step(readData(stored));
          return {
            [ACCOUNTS]: storedAccounts(next),
            [SIGN_IN_KEY]: next.signIn,
            [IMPORT_SOURCE]: next.source,
            [PENDING_REVOCATIONS]: next.left,
          };
        });
        await storage.set({ [ACCOUNT_STATUS]: statusOf(next) });
        onChange(next);
        return next;
      }),
    /** Stores the status again if the last worker was stopped before it did. */
    repairStatus: (): Promise<void> =>
      inTurn(async () => {
        const status = statusOf(await read());
        const stored = readStatus((await storage.get(ACCOUNT_STATUS))[ACCOUNT_STATUS]);
        if (JSON.stringify(stored) === JSON.stringify(readStatus(status))) return;
        await storage.set({ [ACCOUNT_STATUS]: status });
      }),
  };
}

const STORED_NAMES = [ACCOUNTS, SIGN_IN_KEY, IMPORT_SOURCE, PENDING_REVOCATIONS];

function readData(stored: Readonly<Record<string, unknown>>): AccountData {
  const left = stored[PENDING_REVOCATIONS];
  return {
    ...readAccounts(stored[ACCOUNTS]),
    // A sign-in that cannot be parsed, for example after an update, counts as interrupted.
    signIn: StoredSignIn.safeParse(stored[SIGN_IN_KEY]).data ?? null,
    source: ImportSource.safeParse(stored[IMPORT_SOURCE]).data ?? null,
    // An entry that cannot be parsed does not affect the others.
    left: (Array.isArray(left) ? left : []).flatMap(
      (one) => PendingRevocation.safeParse(one).data ?? [],
    ),
  };
}

const statusOf = (kept: AccountData): AccountStatus => ({
  active: kept.active,
  accounts: kept.accounts.map((account) => AccountCard.parse(account)),
  library: libraryInUse(kept),
  signIn: kept.signIn && signInStateOf(kept.signIn),
  signInFor: kept.signIn?.use ?? 'account',
  source: kept.source && SourceCard.parse(kept.source),
  pendingRevocations: [
    ...new Set(kept.left.filter(({ since, nextAt }) => nextAt > since).map(({ base }) => base)),
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

/** Creates an entry that is due at once. */
export const pendingRevocation = (
  { base, extraHeaders, token, tokenId }: Omit<PendingRevocation, 'since' | 'nextAt'>,
  now: number,
): PendingRevocation => ({ base, extraHeaders, token, tokenId, since: now, nextAt: now });

/** Adds an entry. An empty token or one that is already listed adds nothing. */
export const withRevocation = <T extends Pick<AccountData, 'left'>>(
  kept: T,
  one: PendingRevocation,
): T =>
  one.token === '' || kept.left.some(({ token }) => token === one.token)
    ? kept
    : { ...kept, left: [...kept.left, one] };

/**
 * The progress of a sign-in, in steps from which a restarted worker continues. `code`, `device` and
 * `opening` contain secrets.
 */
const Step = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('choosing'), problem: z.nullable(Problem) }),
    /** A sign-in method was started, or a password is being checked. The password is not stored. */
    z.object({ kind: z.literal('starting') }),
    /** The browser's window is open. Its redirect is lost with the worker. */
    z.object({ kind: z.literal('window') }),
    /** The window returned a code, which is valid until `expiresAt` (Unix ms). */
    z.object({
      kind: z.literal('code'),
      code: z.string(),
      verifier: z.string(),
      expiresAt: z.number(),
    }),
    z.object({ kind: z.literal('device'), pending: PendingDevice }),
    /** There is a token, and its profile is being loaded. */
    z.object({
      kind: z.literal('opening'),
      credential: Credential,
      /** The step waits for the answer. */
      asks: z._default(z.nullable(FormerQuestion), null),
      /** The answer: the account whose library is opened, or null for a new library. */
      opens: z.optional(z.nullable(z.string())),
    }),
  ]),
);
export type Step = z.output<typeof Step>;

/**
 * The sign-in in progress. There is at most one per browser profile. It is never sent to a page.
 */
export const StoredSignIn = z.lazy(() =>
  z.object({
    /**
     * A new id for each search and each sign-in method that is tried. An attempt with an older id was
     * superseded.
     */
    run: z.string(),
    use: z._default(z.enum(SIGN_IN_USES), 'account'),
    /** The start of the attempt in Unix ms. */
    since: z.number(),
    /** The base of the server, or the first address that was tried. */
    base: z.string(),
    /** null if the server was not found. */
    server: z.nullable(ServerCard),
    extraHeaders: z.record(z.string(), z.string()),
    /** Origins that the user allowed for this sign-in. They are removed if it fails. */
    allowed: z.array(z.string()),
    step: Step,
    /** Why the step is paused, and since when in Unix ms; null while it runs. */
    failure: z._default(z.nullable(z.object({ problem: Problem, at: z.number() })), null),
  }),
);
export type StoredSignIn = z.output<typeof StoredSignIn>;

/** The part of the state that pages may know; null if there is nothing to show. */
function signInStateOf({ server, base, step, failure }: StoredSignIn): SignInState | null {
  if (server === null) {
    const problem = step.kind === 'choosing' ? step.problem : null;
    return problem && { kind: 'not-found', base, problem };
  }
  switch (step.kind) {
    case 'choosing':
      return { kind: 'choosing', server, problem: step.problem };
    case 'window':
      return { kind: 'window', server };
    case 'device': {
      const { shownCode: code, page, pageWithCode, expiresAt } = step.pending;
      return { kind: 'device', server, code, page, pageWithCode, expiresAt };
    }
    case 'starting':
    case 'code':
    case 'opening': {
      const { problem = null, at = 0 } = failure ?? {};
      const notBefore = problem?.waitMs == null ? null : at + problem.waitMs;
      const asks = step.kind === 'opening' ? step.asks : null;
      return { kind: 'checking', server, problem, notBefore, asks };
    }
  }
}

const MIN_RETRY_WAIT_MS = 30 * SECOND_MS;

/**
 * Exponential back-off: returns the time of the next try for an action that began at `since` and
 * has just failed. The wait is the time elapsed so far, between 30 seconds and one hour. All times
 * are Unix ms.
 */
export const nextTryAt = (since: number, now: number): number =>
  now + Math.min(Math.max(now - since, MIN_RETRY_WAIT_MS), HOUR_MS);
