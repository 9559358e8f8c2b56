import {
  BASIC_CHALLENGE,
  BEARER_CHALLENGE,
  type Permission,
  permissionsOf,
  readCredential,
} from '../../src/contract';
import { err, ok, type Result } from '../../src/domain';
import type { Exchange } from '../http/exchange';
import type { Refusal } from '../http/refusal';
import type { Server } from '../server';
import type { TokenRow, UserRow } from '../storage';
import { hashSecret } from './secrets';

/** Whoever sent a good token, and what they may do with it. */
export interface Caller {
  readonly user: UserRow;
  readonly token: TokenRow;
  /** Sorted. */
  readonly permissions: readonly Permission[];
}

/**
 * Who asks, by their token; or the 401 (protocol.md section 1). Tokens are found by their hash, so
 * that how long it takes tells nothing of those that are good.
 */
export async function findCaller(
  { storage, config }: Server,
  { headers }: Pick<Exchange, 'headers'>,
): Promise<Result<Caller, Refusal>> {
  const secret = readCredential(headers.get('authorization'));
  if (secret === null) return err(unauthorised([BASIC_CHALLENGE, BEARER_CHALLENGE]));
  const found = await storage.tokens.authenticate(hashSecret(secret));
  if (found === null) return err(unauthorised([BEARER_CHALLENGE]));
  const { user, token } = found;
  await storage.tokens.touch(token);
  const permissions = permissionsOf({
    group: user.group,
    roles: token.roles,
    canSendEmail: config.mail !== null,
  });
  return ok({ user, token, permissions });
}

/** Whether `caller` may do all of `wanted`. */
export const mayDo = ({ permissions }: Caller, wanted: readonly Permission[]): boolean =>
  wanted.every((permission) => permissions.includes(permission));

const unauthorised = (challenges: readonly string[]): Refusal => ({
  kind: 'message',
  status: 401,
  headers: { 'WWW-Authenticate': challenges },
});
