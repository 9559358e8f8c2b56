import type { Config } from '../config/config';
import type { Server } from '../server';
import type { Provider } from './provider-types';

/**
 * Returns the configured provider, or null. Its code is loaded with the first sign-in, because most
 * servers have none.
 */
export function providerOf(server: Server): Provider | null {
  if (server.config.oidc === null) return null;
  const { oidc } = server.config;
  let opened: Promise<Provider> | null = null;
  const open = () => {
    opened ??= load(server, oidc);
    return opened;
  };
  return {
    begin: async (...of) => (await open()).begin(...of),
    finish: async (...of) => (await open()).finish(...of),
    signOutAddress: async (...of) => (await open()).signOutAddress(...of),
  };
}

async function load(server: Server, oidc: NonNullable<Config['oidc']>): Promise<Provider> {
  const { openProvider } = await import('./provider-client');
  return openProvider(server, oidc);
}
