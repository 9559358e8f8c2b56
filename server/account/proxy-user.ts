import { MAX_USERNAME_LENGTH } from '../../src/contract';
import type { Exchange } from '../http/exchange';
import type { Server } from '../server';
import { type Claims, groupsIn } from './identity';

/** The issuer of the names that a proxy sends. No provider has it, because it is no address. */
export const PROXY_ISSUER = 'proxy';

/**
 * Returns the person whom the proxy in front of the server has signed in; null for a request that did
 * not come from there. Everybody can send the header, so only the connection itself counts.
 */
export function proxyUserOf(
  { config }: Pick<Server, 'config'>,
  { headers, peer }: Pick<Exchange, 'headers' | 'peer'>,
): Claims | null {
  if (!config.userHeader?.from.has(peer)) return null;
  const { name, groupsName } = config.userHeader;
  const subject = decoded(headers.get(name) ?? '');
  if (subject === '' || subject.length > MAX_USERNAME_LENGTH) return null;
  // oauth2-proxy, Authelia and Authentik divide groups by a comma or a bar.
  const groups = decoded(groupsName === '' ? '' : (headers.get(groupsName) ?? '')).split(/[,|]/);
  return {
    issuer: PROXY_ISSUER,
    subject,
    username: subject,
    email: null,
    groups: groupsIn(groups.map((group) => group.trim()).filter(Boolean)),
  };
}

/** A header has bytes, which proxies write in UTF-8. */
const decoded = (header: string): string => Buffer.from(header, 'latin1').toString('utf8').trim();
