import { lookup, Resolver } from 'node:dns/promises';
import type { ResolveHost } from '../config/networks';

/** Resolves a host name as the system does, with its own names of this machine and its network. */
export const resolveHost: ResolveHost = async (hostname) => {
  try {
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  } catch {
    return []; // An unknown name and a failed lookup are the same here.
  }
};

const MAX_RESOLVE_MS = 5000;

/**
 * Creates a function that resolves names of the internet, for requests without an account. It asks
 * the name servers itself: `lookup` has no time limit, and each call keeps one of the few threads
 * that hash passwords and write files.
 * @param servers by default those of the system
 */
export const publicResolver =
  (servers?: readonly string[], maxMs = MAX_RESOLVE_MS): ResolveHost =>
  async (hostname) => {
    const resolver = new Resolver();
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), maxMs);
    const found = await Promise.allSettled([
      resolver.resolve4(hostname),
      resolver.resolve6(hostname),
    ]);
    clearTimeout(timer);
    return found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  };
