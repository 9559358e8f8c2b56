import {
  BASIC_CHALLENGE,
  BEARER_CHALLENGE,
  type Permission,
  permissionsOf,
  type Route,
  readCredential,
} from '../../src/contract';
import { err, ok, type Result } from '../../src/domain/result';
import { type Caller, hasPermissions } from '../http/context';
import { type Exchange, isFromOtherPage } from '../http/exchange';
import { type Refusal, refuse } from '../http/refusal';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import { hashSecret } from './secrets';

/**
 * Finds the user of the token in a request, or returns the 401 (protocol.md section 1). Tokens are
 * looked up by their hash, so the time of the lookup reveals nothing about valid tokens. Browsers
 * repeat HTTP Basic for pages of all sites, so it is refused from pages of other sites.
 */
export async function authenticate(
  server: Server,
  exchange: Pick<Exchange, 'headers' | 'base'>,
  { offersBasic }: Pick<Route, 'offersBasic'>,
): Promise<Result<Caller, Refusal>> {
  const authorization = exchange.headers.get('authorization');
  if (/^\s*basic\s/i.test(authorization ?? '') && isFromOtherPage(exchange))
    return err(refuse(403));
  const secret = readCredential(authorization);
  const caller = secret === null ? null : await callerWith(server, secret);
  if (caller === null) {
    const basic = secret === null || offersBasic ? [BASIC_CHALLENGE] : [];
    return err(unauthorised([...basic, BEARER_CHALLENGE]));
  }
  // Not awaited, because a read must not wait for the writes of others.
  server.storage.tokens
    .touch(caller.token)
    .catch((fault) => server.log.error('use of a token not recorded', faultFields(fault)));
  return ok(caller);
}

/** Checks again, for a long response, that the token in `headers` is valid and has all `required`. */
export async function stillHasPermissions(
  server: Server,
  { headers }: Pick<Exchange, 'headers'>,
  required: readonly Permission[],
): Promise<boolean> {
  const caller = await callerWith(server, readCredential(headers.get('authorization')) ?? '');
  return caller !== null && hasPermissions(caller, required);
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

const unauthorised = (challenges: readonly string[]): Refusal => ({
  kind: 'message',
  status: 401,
  headers: { 'WWW-Authenticate': challenges },
});
