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

/** Starts the sign-in of a device that has no browser (RFC 8628 3.2). */
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

/** Handles one poll of the token route by a device (spec section 3). */
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
      // The code of another app counts as unknown, and its interval does not change.
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
 * Returns the token of an approved device. An answer can get lost, so the device may ask again until
 * the code expires (protocol.md section 16). The token is not stored: it is derived from the device
 * code, which only the device has, and a secret of this server.
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
