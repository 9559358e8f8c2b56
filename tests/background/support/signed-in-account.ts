import type { Account } from '../../../src/service';

/** An account that is signed in with a token. */
export const signedInAccount = (
  parts: Pick<Account, 'base' | 'token'> & Partial<Account>,
): Account => ({
  id: 'a',
  library: null,
  credential: 'token',
  tokenId: '',
  username: 'ada',
  permissions: [],
  scopes: [],
  serverVersion: '',
  features: [],
  extraHeaders: {},
  signedInAt: 0,
  signedOutAt: null,
  ...parts,
});
