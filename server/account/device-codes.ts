import {
  DEVICE_CODE_LIFETIME_SECONDS,
  DEVICE_GRANT,
  type FormValue,
  type OAuthDevice,
  type OAuthError,
  type oauthDeviceCreate,
  POLL_INTERVAL_SECONDS,
  parseScopes,
  SLOW_DOWN_SECONDS,
  type TokenRequest,
} from '../../src/contract';
import { ok, type Result } from '../../src/domain/result';
import { SECOND_MS, type UnixMs, unixMs } from '../../src/domain/time';
import type { BaseAddress } from '../http/base-address';
import type { Server } from '../server';
import type { DeviceCodeRow, OAuthClientRow, Repositories, UserId } from '../storage';
import { tokenOf } from './authorization-codes';
import { type IssuedToken, issueToken } from './issue-token';
import { fail, unknownScope } from './oauth-error';
import { deriveSecret, hashSecret, newSecret, newUserCode } from './secrets';

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
    const failure = pollFailureOf(outcome.poll.kind);
    if (device === null || failure !== null) return failure ?? fail('expired_token');
    return tokenFor(unit, device, client, deviceCode);
  });
}

function pollFailureOf(kind: Poll['kind']): Failure | null {
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

/** The state of a device code that decides how polls are answered. Times in Unix ms. */
export interface DevicePolling {
  readonly state: 'pending' | 'approved' | 'denied';
  readonly intervalMs: number;
  /** null before the first poll. */
  readonly polledAt: number | null;
  readonly expires: number;
}

/** The result of one poll of the token route (spec section 3). */
export type Poll =
  | { readonly kind: 'expired' }
  | { readonly kind: 'denied' }
  | { readonly kind: 'approved' }
  /** Undecided. `next` is to be stored for the next poll. */
  | {
      readonly kind: 'pending' | 'too-fast';
      readonly next: { readonly polledAt: UnixMs; readonly intervalMs: number };
    };

const FIRST_INTERVAL_MS = POLL_INTERVAL_SECONDS * SECOND_MS;

/**
 * Evaluates one poll by the table in the specification's section 3. A decision is returned at once.
 * Before it, a poll that comes too early makes the interval longer (RFC 8628 3.5).
 */
function poll(device: DevicePolling, now: UnixMs): Poll {
  if (now >= device.expires) return { kind: 'expired' };
  if (device.state !== 'pending') return { kind: device.state };
  const { polledAt, intervalMs } = device;
  if (polledAt === null || now - polledAt >= intervalMs) {
    return { kind: 'pending', next: { polledAt: now, intervalMs } };
  }
  const longer = intervalMs + SLOW_DOWN_SECONDS * SECOND_MS;
  return { kind: 'too-fast', next: { polledAt: now, intervalMs: longer } };
}

/** A device that waits for a decision, and its app. */
export interface PendingDevice {
  readonly device: DeviceCodeRow;
  readonly client: OAuthClientRow;
}

/**
 * Finds the device with this code, for `userId` to decide about. Returns null when there is none,
 * when its code expired, or when another user has decided.
 */
export async function findPendingDevice(
  { storage, now }: Server,
  userId: UserId,
  userCode: string,
): Promise<PendingDevice | null> {
  const device = await storage.oauth.findByUserCode(userCode);
  if (device === null || !isOpenTo(device, userId, now())) return null;
  const client = await storage.oauth.findClient(device.clientId);
  return client && { device, client };
}

/** Grants or denies access to a device. Returns false when no device waits for the decision. */
export async function decideDevice(
  server: Server,
  userId: UserId,
  userCode: string,
  isGranted: boolean,
): Promise<boolean> {
  const pending = await findPendingDevice(server, userId, userCode);
  if (pending === null) return false;
  const { storage, now } = server;
  const decided = await storage.oauth.changeDeviceCode(pending.device.hash, (row) =>
    row.state === 'pending' && isOpenTo(row, userId, now())
      ? { state: isGranted ? 'approved' : 'denied', userId }
      : null,
  );
  return decided !== null && decided.userId === userId;
}

const isOpenTo = (device: DeviceCodeRow, userId: UserId, now: number): boolean =>
  now < device.expires && (device.userId === null || device.userId === userId);
