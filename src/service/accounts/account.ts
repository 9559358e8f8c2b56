import * as z from 'zod/mini';
import { CREDENTIAL_KINDS } from '../sign-in/credential';

/**
 * Somebody who is signed in, as it is kept in `storage.local`: never synced, never sent to a page.
 * `token` and `extraHeaders` are secrets.
 */
export const Account = z.object({
  /** Ours. */
  id: z.string().check(z.minLength(1)),
  /** The name of its library; null: the one that was there before anybody signed in. */
  library: z._default(z.nullable(z.string()), null),
  base: z.url({ protocol: /^https?$/ }),
  /** Empty once it is signed out. */
  token: z.string(),
  credential: z.enum(CREDENTIAL_KINDS),
  /** The token's id on the server; empty when it does not say. */
  tokenId: z._default(z.string(), ''),
  username: z.string(),
  /** What the token may do, in the server's words; empty when it does not say. */
  permissions: z._default(z.array(z.string()), []),
  scopes: z._default(z.array(z.string()), []),
  serverVersion: z._default(z.string(), ''),
  features: z._default(z.array(z.string()), []),
  extraHeaders: z._default(z.record(z.string(), z.string()), {}),
  /** Unix ms. */
  signedInAt: z.number(),
  /** When the server said that the token is not good any more: Unix ms; null while it is. */
  signedOutAt: z._default(z.nullable(z.number()), null),
});
export type Account = z.output<typeof Account>;

/** What a page may know of an account. */
export type AccountCard = Pick<
  Account,
  | 'id'
  | 'library'
  | 'base'
  | 'username'
  | 'credential'
  | 'serverVersion'
  | 'signedInAt'
  | 'signedOutAt'
>;

export const cardOf = ({
  id,
  library,
  base,
  username,
  credential,
  serverVersion,
  ...rest
}: Account): AccountCard => ({
  id,
  library,
  base,
  username,
  credential,
  serverVersion,
  signedInAt: rest.signedInAt,
  signedOutAt: rest.signedOutAt,
});
