import * as z from 'zod/mini';
import type { Problem, ProblemKind, SignInRequest } from '../../service';
import type { MessageTable } from './message-table';
import { anyOf, count, MAX_URL_LENGTH, text } from './schemas';

const MAX_TYPED = 2_000;
const MAX_HEADERS = 10_000;
const MAX_DETAIL = 2_000;
const MAX_PATTERNS = 8;

/** The maximum length of a user name or password in code units. */
const MAX_CREDENTIAL = 1_000;

const ProblemKindSchema = anyOf<ProblemKind>({
  offline: true,
  timeout: true,
  interrupted: true,
  aborted: true,
  unauthorised: true,
  forbidden: true,
  'not-found': true,
  invalid: true,
  oauth: true,
  refused: true,
  'rate-limited': true,
  server: true,
  'too-large': true,
  'answer-too-large': true,
  malformed: true,
  'not-this-service': true,
  moved: true,
  denied: true,
  expired: true,
  'state-differs': true,
  'other-redirect': true,
  'client-not-accepted': true,
  empty: true,
  'not-an-address': true,
  'bad-header': true,
  'not-allowed': true,
  'not-granted': true,
  'window-closed': true,
  'no-window': true,
  'wrong-password': true,
  'password-not-offered': true,
  'not-a-token': true,
  'broken-off': true,
  superseded: true,
  'no-account': true,
  'library-unavailable': true,
});

export const ProblemSchema: z.ZodMiniType<Problem> = z.object({
  kind: ProblemKindSchema,
  detail: text(MAX_DETAIL),
  waitMs: z.nullable(z.number()),
});

/** null on success. */
const outcome = z.nullable(ProblemSchema);

/** Origins that the user has just allowed. */
const allowed = z.array(text(MAX_URL_LENGTH)).check(z.maxLength(MAX_PATTERNS));

const credential = text(MAX_CREDENTIAL);
const SignInRequestSchema: z.ZodMiniType<SignInRequest> = z.discriminatedUnion('way', [
  z.strictObject({ way: z.enum(['code', 'device']) }),
  z.strictObject({ way: z.literal('password'), username: credential, password: credential }),
  z.strictObject({ way: z.literal('token'), token: text(MAX_TYPED) }),
]);

const accountId = z.strictObject({ id: credential });
const nothing = z.strictObject({});

/** The messages about accounts, which `accounts.ts` answers. */
export const ACCOUNT_MESSAGES = {
  findServer: {
    request: z.strictObject({ address: text(MAX_TYPED), headers: text(MAX_HEADERS), allowed }),
    response: outcome,
  },
  /** Searches for the server of an account to sign in to it again. */
  findAgain: { request: z.strictObject({ id: credential, allowed }), response: outcome },
  signIn: { request: SignInRequestSchema, response: outcome },
  pokeSignIn: { request: nothing, response: z.null() },
  cancelSignIn: { request: nothing, response: z.null() },
  signInToCompanion: { request: z.strictObject({ allowed }), response: outcome },
  companion: { request: nothing, response: z.nullable(text(MAX_URL_LENGTH)) },
  switchAccount: { request: accountId, response: outcome },
  countUnsent: { request: accountId, response: count },
  signOut: {
    request: z.strictObject({ id: credential, keep: z.boolean() }),
    /** false if the server refuses to revoke the token. */
    response: z.boolean(),
  },
  examine: { request: nothing, response: outcome },
} satisfies MessageTable;

export type AccountMessages = typeof ACCOUNT_MESSAGES;
