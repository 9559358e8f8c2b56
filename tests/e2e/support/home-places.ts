import { freePort } from '../../support/free-port.ts';
import { startCaddy } from './caddy.ts';

/** A name without a certificate, as routers give them. */
export const NAME = 'nas.local';
/** The line of the list where the browser keeps nothing. */
export const HTTPS = 'Without https this browser keeps nothing for later';

/** The places at which a server in a home network is reached. */
export const PLACES = [
  { place: 'localhost', host: '127.0.0.1', name: 'localhost', path: '', keeps: true },
  // An address of this machine that counts as one of a network.
  { place: 'a plain name', host: '::ffff:127.0.0.1', name: NAME, path: '', keeps: false },
  {
    place: 'a path behind a proxy',
    host: '127.0.0.1',
    name: 'localhost',
    path: '/read',
    keeps: true,
  },
  { place: 'a path of a plain name', host: '127.0.0.1', name: NAME, path: '/read', keeps: false },
] as const;

/** Starts a server by `start`, which gets its flags, so that browsers reach it at the place. */
export async function startAt<Server extends { readonly base: string }>(
  { host, name, path }: (typeof PLACES)[number],
  start: (flags: readonly string[]) => Promise<Server>,
) {
  if (path === '') {
    const server = await start(['--host', host]);
    const base = `http://${name}:${new URL(server.base).port}`;
    return { server, base, async stopProxy() {} };
  }
  const port = await freePort();
  const base = `http://${name}:${port}${path}`;
  const server = await start(['--host', host, '--base-url', base]);
  const proxy = await startCaddy(`:${port} {\nreverse_proxy ${server.base}\n}`, port);
  return { server, base, stopProxy: () => proxy.stop() };
}
