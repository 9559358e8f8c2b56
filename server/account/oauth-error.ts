import type { OAuthError, OAuthErrorCode } from '../../src/contract';
import { err } from '../../src/domain/result';

const MAX_QUOTED_LENGTH = 64;

/** Describes unknown scopes. Only the beginning is quoted, because clients choose the length. */
export const unknownScope = (words: readonly string[]): string =>
  words.length === 0 ? 'no scope' : `unknown scope ${words.join(' ').slice(0, MAX_QUOTED_LENGTH)}`;

/** Creates an OAuth error as a `Result` (spec 2.2). */
export const fail = (error: OAuthErrorCode, description?: string) =>
  err<OAuthError>({
    error,
    ...(description !== undefined && { error_description: description }),
  });
