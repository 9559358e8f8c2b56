import { err, ok, type Result } from '../../domain';
import type { Client } from '../client';
import type { ServiceError } from '../errors/service-error';

/**
 * Takes our own token back, so that it is good for nobody any more; also good when it was not good
 * already. The token is deleted by its id where it can't be revoked: older servers know no other way.
 */
export async function revokeToken(
  calls: Pick<Client, 'oauth' | 'profile'>,
  { token, tokenId }: { readonly token: string; readonly tokenId: string },
): Promise<Result<null, ServiceError>> {
  const revoked = await calls.oauth.revoke({ token });
  if (revoked.ok || revoked.error.kind === 'unauthorised') return ok(null);
  if (!isUnknown(revoked.error) || tokenId === '') return err(revoked.error);
  const deleted = await calls.profile.deleteToken(tokenId);
  return deleted.ok || deleted.error.kind === 'unauthorised' ? ok(null) : deleted;
}

/** The server knows the route or the token not as we do. */
const isUnknown = ({ kind }: ServiceError): boolean =>
  ['not-found', 'oauth', 'forbidden', 'server', 'refused', 'invalid'].includes(kind);
