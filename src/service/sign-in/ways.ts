import type { ServerInfo } from '../../contract';

/** A way to sign in. */
export type Way = 'code' | 'device' | 'password' | 'token';

/**
 * The ways to sign in to a server, the first one to begin with, the others to offer (spec section
 * 5): whether a password is taken is only known once it is tried.
 */
export const waysToSignIn = ({ features }: Pick<ServerInfo, 'features'>): readonly Way[] =>
  features.includes('oauth') ? ['code', 'password', 'device', 'token'] : ['password', 'token'];
