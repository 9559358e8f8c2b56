import type { OAuthError, OAuthErrorCode } from '../../src/contract';
import { err } from '../../src/domain';

const MAX_TOLD_LENGTH = 64;

/** What is told of words that are no scopes: their beginning, since they may be as long as they like. */
export const unknownScope = (words: readonly string[]): string =>
  words.length === 0 ? 'no scope' : `unknown scope ${words.join(' ').slice(0, MAX_TOLD_LENGTH)}`;

/** An OAuth error as a value (spec 2.2). */
export const fail = (error: OAuthErrorCode, description?: string) =>
  err<OAuthError>({
    error,
    ...(description !== undefined && { error_description: description }),
  });
