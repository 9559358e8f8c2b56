import { type OAuthToken, parseScopes, SCOPES, type Scope, TOKEN_PATTERN } from '../../contract';

/** How a token was come by: it decides how it is given back. */
export const CREDENTIAL_KINDS = ['oauth', 'password', 'token'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

/** What signing in gave. */
export interface Credential {
  readonly kind: CredentialKind;
  readonly token: string;
  /** The token's id on the server; empty when it is not known yet. */
  readonly tokenId: string;
  /** What the token reaches; null: the server did not say, the profile will. */
  readonly scopes: readonly Scope[] | null;
}

/** What we ask for (spec section 5). */
export const WANTED_SCOPES = SCOPES;

export function credentialOf({ id, access_token, scope }: OAuthToken): Credential {
  const { scopes } = parseScopes(scope);
  return { kind: 'oauth', token: access_token, tokenId: id, scopes: scope === '' ? null : scopes };
}

/** No server makes longer ones; what is longer was pasted from somewhere else. */
const MAX_PASTED_LENGTH = 512;

/**
 * The token that somebody pasted, without what came along (`Bearer`, quotes, blanks); null when it
 * can't be one, as with letters that a header can't have.
 */
export function pastedToken(pasted: string): Credential | null {
  const token = pasted
    .trim()
    .replace(/^authorization:\s*/i, '')
    .replace(/^bearer\s+/i, '')
    .replace(/^["'`]|["'`]$/g, '');
  const canBe = TOKEN_PATTERN.test(token) && token.length <= MAX_PASTED_LENGTH;
  return canBe ? { kind: 'token', token, tokenId: '', scopes: null } : null;
}
