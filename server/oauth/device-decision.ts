import type { Server } from '../server';
import type { DeviceCodeRow, OAuthClientRow, UserId } from '../storage';

/** A device and the app on it. */
export interface AskedDevice {
  readonly device: DeviceCodeRow;
  readonly client: OAuthClientRow;
}

/**
 * What the device with this code asks `userId`; null when there is none, when it expired, or when
 * somebody else has decided about it.
 */
export async function findAsked(
  { storage, now }: Server,
  userId: UserId,
  userCode: string,
): Promise<AskedDevice | null> {
  const device = await storage.oauth.findByUserCode(userCode);
  if (device === null || !isOpenTo(device, userId, now())) return null;
  const client = await storage.oauth.findClient(device.clientId);
  return client && { device, client };
}

/** Decides once: false when there is nothing to decide about. */
export async function decideDevice(
  server: Server,
  userId: UserId,
  userCode: string,
  isGranted: boolean,
): Promise<boolean> {
  const asked = await findAsked(server, userId, userCode);
  if (asked === null) return false;
  const { storage, now } = server;
  const decided = await storage.oauth.changeDeviceCode(asked.device.hash, (row) =>
    row.state === 'pending' && isOpenTo(row, userId, now())
      ? { state: isGranted ? 'approved' : 'denied', userId }
      : null,
  );
  return decided !== null && decided.userId === userId;
}

const isOpenTo = (device: DeviceCodeRow, userId: UserId, now: number): boolean =>
  now < device.expires && (device.userId === null || device.userId === userId);
