import type { Server } from '../server';
import type { DeviceCodeRow, OAuthClientRow, UserId } from '../storage';

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
