import { isIP } from 'node:net';
import { isPublicAddress, isThisComputer } from '../../src/domain/private-address';
import type { Config } from '../config/config';
import { isLoopbackBind, isPrivateBind, plainAddress } from '../config/networks';

const HOST_HEADER = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/**
 * Creates the base at `origin`, which is a scheme, a host and a port, below `prefix`: `/leafmark`, or
 * empty.
 */
export const baseAt = (origin: string, prefix: string) => ({
  origin,
  prefix,
  isSecure: origin.startsWith('https:'),
  /** Makes a path of this server, which begins with a slash, absolute. */
  url: (path: string) => `${origin}${prefix}${path}`,
});

/** The address at which people and apps reach this server. */
export type BaseAddress = Readonly<ReturnType<typeof baseAt>>;

/** The configured base; null when each request determines its own. */
export const configuredBase = ({ baseUrl }: Pick<Config, 'baseUrl'>): BaseAddress | null =>
  baseUrl && baseAt(baseUrl.origin, baseUrl.pathname === '/' ? '' : baseUrl.pathname);

/** The last result of `requestedBase`: most requests name the same host. */
let last: { readonly written: string; readonly base: BaseAddress | null } | null = null;

/**
 * Determines the base from the `Host` of a request, or from the headers of a trusted proxy. Returns
 * null when the host is not valid.
 */
export function requestedBase(headers: Headers, isFromProxy: boolean): BaseAddress | null {
  const forwarded = (name: string) =>
    isFromProxy ? headers.get(name)?.split(',')[0]?.trim() : undefined;
  const host = forwarded('x-forwarded-host') ?? headers.get('host') ?? '';
  const scheme = forwarded('x-forwarded-proto') === 'https' ? 'https' : 'http';
  const written = `${scheme}://${host}`;
  if (last?.written !== written) {
    const url = HOST_HEADER.test(host) ? URL.parse(written) : null;
    last = { written, base: url && baseAt(url.origin, '') };
  }
  return last.base;
}

/**
 * Tells whether a server without a configured base accepts `hostname` as its own. Another site can
 * point its own name at a private address and then send requests there as its own origin (DNS
 * rebinding). A server on a loopback bind therefore accepts only the names of this machine. A server
 * on a private bind accepts IP addresses and names that nobody can own on the internet. A server on
 * a public bind accepts every name, because it cannot know its own.
 */
export function isOwnName(hostname: string, { host }: Pick<Config, 'host'>): boolean {
  if (isLoopbackBind(host)) return LOOPBACK_NAMES.has(hostname) || hostname === host;
  if (!isPrivateBind(host)) return true;
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || !isPublicAddress(`http://${hostname}/`);
}

/**
 * Tells whether the `Host` of a request names this server: one of the names that `isOwnName` accepts, or
 * the name of the configured base. `X-Forwarded-Host` is not looked at, because a page that reached
 * a loopback proxy by DNS rebinding could set it.
 */
export function isSentToOwnName(
  headers: Headers,
  config: Pick<Config, 'host' | 'baseUrl'>,
): boolean {
  const requested = requestedBase(headers, false);
  if (requested === null) return false;
  const { hostname } = new URL(requested.origin);
  return hostname === config.baseUrl?.hostname || isOwnName(hostname, config);
}

/**
 * Returns the base at which a phone in the same network reaches this server; null if none is known.
 * @param inNetwork the address of this machine there
 */
export function baseForOthers(base: BaseAddress, inNetwork: string | null): BaseAddress | null {
  const { port, protocol } = new URL(base.origin);
  if (!isThisComputer(base.origin)) return base;
  // A proxy with a certificate has it for another name.
  if (inNetwork === null || protocol === 'https:') return null;
  return baseAt(new URL(`http://${inNetwork}:${port || 80}`).origin, base.prefix);
}

const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Finds the client's address: the peer, or behind trusted proxies the nearest hop that is not one
 * of them. Clients can forge the hops further to the left in `X-Forwarded-For`. If the hop is not an
 * IP address, the peer is used, because each invented text would get separate rate limits.
 */
export function clientAddressOf(
  peer: string,
  headers: Headers,
  { trustedProxies }: Pick<Config, 'trustedProxies'>,
): string {
  if (!trustedProxies.has(peer)) return plainAddress(peer);
  const hops = (headers.get('x-forwarded-for') ?? '').split(',').map(hopAddress);
  const nearest = hops.findLast((hop) => hop !== '' && !trustedProxies.has(hop)) ?? '';
  return plainAddress(isIP(nearest) === 0 ? peer : nearest);
}

/** A hop of `X-Forwarded-For` without the port and the brackets that some proxies write. */
function hopAddress(hop: string): string {
  const text = hop.trim();
  return /^\[([^\]]*)\](:\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1');
}
