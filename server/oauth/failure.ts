import type { OAuthError, OAuthErrorCode } from '../../src/contract';
import { err } from '../../src/domain';

/** An OAuth error as a value (spec 2.2). */
export const fail = (error: OAuthErrorCode, description?: string) =>
  err<OAuthError>({
    error,
    ...(description !== undefined && { error_description: description }),
  });
