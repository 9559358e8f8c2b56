import { isIP, type LookupFunction } from 'node:net';
import { err, ok, type Result } from '../../src/domain';
import { isPublicIp, type Networks, type ResolveHost } from '../config/networks';
import { NoSuchHost, NotAllowed, type RefusedWhy } from './fetch-error';

/** Which addresses may be connected to: all public ones, and networks that were named for it. */
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
   * `address` when it may be asked for as far as it is written: where a name leads is seen by
   * `lookup`. The parser has written each form of an IPv4 address (octal, hex, one number) as four
   * numbers.
   */
  check(address: string): Result<URL, RefusedWhy> {
    if (!URL.canParse(address)) return err('scheme');
    const url = new URL(address);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') return err('scheme');
    if (url.username !== '' || url.password !== '') return err('credentials');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // A connection to a literal address looks nothing up.
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
   * For the connection itself: it goes to an address that was checked, so no name can lead there
   * when asked and elsewhere when connected to. One address that is not permitted spoils the name.
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
