import {
  BASIC_CHALLENGE,
  BEARER_CHALLENGE,
  type Permission,
  permissionsOf,
  type Route,
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
  server: Server,
  { headers }: Pick<Exchange, 'headers'>,
  { offersBasic }: Pick<Route, 'offersBasic'>,
): Promise<Result<Caller, Refusal>> {
  const secret = readCredential(headers.get('authorization'));
  const caller = secret === null ? null : await callerWith(server, secret);
  if (caller === null) {
    const basic = secret === null || offersBasic ? [BASIC_CHALLENGE] : [];
    return err(unauthorised([...basic, BEARER_CHALLENGE]));
  }
  await server.storage.tokens.touch(caller.token);
  return ok(caller);
}

/** Whether who sent `headers` a while ago may still do all of `wanted`. */
export async function mayStill(
  server: Server,
  { headers }: Pick<Exchange, 'headers'>,
  wanted: readonly Permission[],
): Promise<boolean> {
  const caller = await callerWith(server, readCredential(headers.get('authorization')) ?? '');
  return caller !== null && mayDo(caller, wanted);
}

async function callerWith({ storage, config }: Server, secret: string): Promise<Caller | null> {
  const found = await storage.tokens.authenticate(hashSecret(secret));
  if (found === null) return null;
  const { user, token } = found;
  const permissions = permissionsOf({
    group: user.group,
    roles: token.roles,
    canSendEmail: config.mail !== null,
  });
  return { user, token, permissions };
}

/** Whether `caller` may do all of `wanted`. */
export const mayDo = ({ permissions }: Caller, wanted: readonly Permission[]): boolean =>
  wanted.every((permission) => permissions.includes(permission));

const unauthorised = (challenges: readonly string[]): Refusal => ({
  kind: 'message',
  status: 401,
  headers: { 'WWW-Authenticate': challenges },
});
