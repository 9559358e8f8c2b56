import * as z from 'zod/mini';
import { SignInRequest } from '../../service/account/account-status';
import { Problem } from '../../service/account/problem';
import type { MessageTable } from './message-table';
import { count, MAX_URL_LENGTH, text } from './schemas';

const MAX_TYPED = 2_000;
const MAX_HEADERS = 10_000;
const MAX_PATTERNS = 8;
const MAX_ID = 1_000;

/** null on success. */
const outcome = z.nullable(Problem);

/** Origins that the user has just allowed. */
const allowed = z.array(text(MAX_URL_LENGTH)).check(z.maxLength(MAX_PATTERNS));

const id = text(MAX_ID);
const nothing = z.strictObject({});

/** The messages about accounts, which `accounts.ts` answers. */
export const ACCOUNT_MESSAGES = {
  findServer: {
    request: z.strictObject({ address: text(MAX_TYPED), headers: text(MAX_HEADERS), allowed }),
    response: outcome,
  },
  /** Searches for the server of an account to sign in to it again. */
  findAgain: { request: z.strictObject({ id, allowed }), response: outcome },
  signIn: { request: SignInRequest, response: outcome },
  pokeSignIn: { request: nothing, response: z.null() },
  cancelSignIn: { request: nothing, response: z.null() },
  signInToCompanion: { request: z.strictObject({ allowed }), response: outcome },
  companion: { request: nothing, response: z.nullable(text(MAX_URL_LENGTH)) },
  switchAccount: { request: z.strictObject({ id }), response: outcome },
  countUnsent: { request: z.strictObject({ id }), response: count },
  signOut: {
    request: z.strictObject({ id, keep: z.boolean() }),
    /** false if the server refuses to revoke the token. */
    response: z.boolean(),
  },
  examine: { request: nothing, response: outcome },
} satisfies MessageTable;

export type AccountMessages = typeof ACCOUNT_MESSAGES;
