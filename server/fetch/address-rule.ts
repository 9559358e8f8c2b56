import { isIP, type LookupFunction } from 'node:net';
import { err, ok, type Result } from '../../src/domain/result';
import { isPublicIp, type Networks, type ResolveHost } from '../config/networks';
import { NoSuchHost, NotAllowed, type RefusalReason } from './fetch-error';

/** Decides which addresses may be connected to: public ones and the networks that were allowed. */
export class AddressRule {
  readonly #allowed: Networks;
  readonly #resolveHost: ResolveHost;

  constructor(allowed: Networks, resolveHost: ResolveHost) {
    this.#allowed = allowed;
    this.#resolveHost = resolveHost;
  }

  /** Tells whether connecting to an IP address is allowed. */
  permits(ip: string): boolean {
    return isPublicIp(ip) || this.#allowed.has(ip);
  }

  /**
   * Parses an address and checks its scheme, its credentials and a literal IP address. `lookup` checks
   * the IP addresses of a host name. The URL parser has converted every form of an IPv4 address
   * (octal, hexadecimal, one number) to four numbers.
   */
  check(address: string): Result<URL, RefusalReason> {
    if (!URL.canParse(address)) return err('scheme');
    const url = new URL(address);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return err('scheme');
    if (url.username !== '' || url.password !== '') return err('credentials');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A connection to a literal IP address calls no `lookup`.
    return isIP(host) !== 0 && !this.permits(host) ? err('address') : ok(url);
  }

  /** Tells whether connecting to the host of a URL is allowed now. */
  async permitsHost(hostname: string): Promise<boolean> {
    const host = hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0) return this.permits(host);
    const ips = await this.#resolveHost(host);
    return ips.length > 0 && ips.every((ip) => this.permits(ip));
  }

  /**
   * Resolves the host name of a connection. The connection uses the addresses that are checked here,
   * so a second resolution cannot return others. One address that is not allowed makes it fail.
   */
  readonly lookup: LookupFunction = (hostname, { all }, callback) => {
    this.#resolve(hostname).then(
      (found) => {
        const [first] = found;
        if (all) callback(null, found);
        else callback(null, first?.address ?? '', first?.family);
      },
      (fault) => callback(fault, []),
    );
  };

  async #resolve(hostname: string) {
    const ips = await this.#resolveHost(hostname);
    if (ips.length === 0) throw new NoSuchHost();
    if (!ips.every((ip) => this.permits(ip))) throw new NotAllowed();
    return ips.map((address) => ({ address, family: isIP(address) }));
  }
}
