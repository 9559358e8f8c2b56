import type { AssetHash } from '../domain';

/** SHA-256 of the bytes as 64 lower-case hex digits. Not inside a transaction. */
export async function hashBytes(bytes: Uint8Array<ArrayBuffer>): Promise<AssetHash> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const digits = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'));
  // The only place where the brand is given.
  return digits.join('') as AssetHash;
}
