import { isPublicAddress } from '../../src/domain';
import type { ClientUriLookup } from '../config/config';
import { isPublicIp } from '../config/networks';

/** Finds the IP addresses of a host name; none when it has none or can't be looked up. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/**
 * Whether an app's address leads to the public internet (spec 2.3): as it is written, and with
 * `resolve`, wherever its name leads today.
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
