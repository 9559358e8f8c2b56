import { isPublicAddress } from '../../src/domain';
import type { ClientUriLookup } from '../config/config';
import { isPublicIp } from '../config/networks';

/** Finds the IP addresses of a host name. Returns none when the lookup fails. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/**
 * Tells whether an app's address is on the public internet (spec 2.3). `syntax` judges the address
 * as written; `resolve` also checks the IP addresses of its host name.
 */
export async function isPublicClientUri(
  uri: string,
  lookup: ClientUriLookup,
  resolveHost: ResolveHost,
): Promise<boolean> {
  if (!isPublicAddress(uri)) return false;
  if (lookup === 'syntax') return true;
  const { hostname } = new URL(uri);
  if (isPublicIp(hostname.replace(/^\[|\]$/g, ''))) return true;
  const addresses = await resolveHost(hostname);
  return addresses.length > 0 && addresses.every(isPublicIp);
}
