import {
  DEVICE_CODE_LIFETIME_SECONDS,
  DEVICE_GRANT,
  type FormValue,
  type OAuthDevice,
  type OAuthError,
  type oauthDeviceCreate,
  POLL_INTERVAL_SECONDS,
  parseScopes,
  type TokenRequest,
} from '../../src/contract';
import { ok, type Result, SECOND_MS, unixMs } from '../../src/domain';
import { type IssuedToken, issueToken } from '../auth/issue-token';
import { deriveSecret, hashSecret, newSecret, newUserCode } from '../auth/secrets';
import type { BaseAddress } from '../http/base-address';
import type { Server } from '../server';
import type { DeviceCodeRow, OAuthClientRow, Repositories } from '../storage';
import { tokenOf } from './codes';
import { FIRST_INTERVAL_MS, type Poll, poll } from './device-state';
import { fail, unknownScope } from './failure';

type DeviceRequest = TokenRequest & { readonly grant: typeof DEVICE_GRANT };
type Failure = { readonly ok: false; readonly error: OAuthError };

/** Begins the sign-in of a device without a browser (RFC 8628 3.2). */
export async function beginDevice(
  { storage, now }: Server,
  base: BaseAddress,
  { client_id: clientId, scope }: FormValue<typeof oauthDeviceCreate>,
): Promise<Result<OAuthDevice, OAuthError>> {
  const client = await storage.oauth.findClient(clientId);
  if (client === null) return fail('invalid_client', 'client is not valid');
  if (!client.grantTypes.includes(DEVICE_GRANT)) return fail('unauthorized_client');
  const { scopes, unknown } = parseScopes(scope);
  if (unknown.length > 0 || scopes.length === 0) {
    return fail('invalid_scope', unknownScope(unknown));
  }
  const deviceCode = newSecret();
  const code = {
    hash: hashSecret(deviceCode),
    clientId,
    scopes,
    intervalMs: FIRST_INTERVAL_MS,
    expires: unixMs(now() + DEVICE_CODE_LIFETIME_SECONDS * SECOND_MS),
  };
  let userCode = newUserCode();
  while (!(await storage.oauth.createDeviceCode({ ...code, userCode }))) userCode = newUserCode();
  const page = base.url('/device');
  return ok({
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: DEVICE_CODE_LIFETIME_SECONDS,
    interval: POLL_INTERVAL_SECONDS,
  });
}

/** One poll of the token route by a device (spec section 3). */
export async function redeemDeviceCode(
  { storage, now }: Server,
  { deviceCode, clientId }: DeviceRequest,
): Promise<Result<IssuedToken, OAuthError>> {
  const client = await storage.oauth.findClient(clientId);
  if (client === null) return fail('invalid_client', 'client is not valid');
  return storage.transaction(async (unit): Promise<Result<IssuedToken, OAuthError>> => {
    const hash = hashSecret(deviceCode);
    const outcome: { poll: Poll } = { poll: { kind: 'expired' } };
    const device = await unit.oauth.changeDeviceCode(hash, (row) => {
      // Somebody else's code is as good as none, and is not slowed down.
      if (row.clientId !== clientId) return null;
      outcome.poll = poll(row, now());
      return 'next' in outcome.poll ? outcome.poll.next : null;
    });
    const failure = failureOf(outcome.poll.kind);
    if (device === null || failure !== null) return failure ?? fail('expired_token');
    return tokenFor(unit, device, client, deviceCode);
  });
}

function failureOf(kind: Poll['kind']): Failure | null {
  switch (kind) {
    case 'expired':
      return fail('expired_token');
    case 'denied':
      return fail('access_denied');
    case 'pending':
      return fail('authorization_pending');
    case 'too-fast':
      return fail('slow_down');
    case 'approved':
      return null;
  }
}

/**
 * The token of an approved device. It may be fetched again until the code expires, as an answer
 * can get lost (protocol.md section 16), but is kept nowhere: it is made of the device code, which
 * only the device has, and of a secret which only this server has.
 */
async function tokenFor(
  unit: Repositories,
  { hash, tokenId, userId, scopes }: DeviceCodeRow,
  client: OAuthClientRow,
  deviceCode: string,
): Promise<Result<IssuedToken, OAuthError>> {
  if (userId === null) return fail('expired_token');
  const secret = deriveSecret(await unit.secrets.obtain('device-tokens'), deviceCode);
  if (tokenId !== null) {
    const row = await unit.tokens.find(userId, tokenId);
    return row ? ok({ row, secret }) : fail('expired_token');
  }
  const issued = await issueToken(unit, tokenOf(client, { userId, scopes }), secret);
  await unit.oauth.changeDeviceCode(hash, () => ({ tokenId: issued.row.id }));
  return ok(issued);
}
