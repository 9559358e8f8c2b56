import type { ServerInfo } from '../../contract';

/** A way to sign in. */
export type Way = 'code' | 'device' | 'password' | 'token';

/**
 * Returns the ways to sign in to a server in the order in which they are offered: the one with the
 * least work for the user comes first. Only an attempt shows if the server accepts passwords.
 */
export const waysToSignIn = ({ features }: Pick<ServerInfo, 'features'>): readonly Way[] =>
  features.includes('oauth') ? ['code', 'device', 'password', 'token'] : ['password', 'token'];
