import {
  type CODE_GRANT,
  CODE_LIFETIME_MS,
  type OAuthError,
  type Scope,
  type TokenRequest,
} from '../../src/contract';
import { ok, type Result } from '../../src/domain/result';
import { unixMs } from '../../src/domain/time';
import type { Server } from '../server';
import type { OAuthClientRow, UserRow } from '../storage';
import { type IssuedToken, issueToken } from './issue-token';
import { fail } from './oauth-error';
import { challengeOf, hashSecret, isSameSecret, newSecret } from './secrets';

type CodeRequest = TokenRequest & { readonly grant: typeof CODE_GRANT };

/** The access that a person granted to an app. */
export interface Grant {
  readonly client: OAuthClientRow;
  readonly user: UserRow;
  readonly redirectUri: string;
  /** S256, in base64url. */
  readonly challenge: string;
  readonly scopes: readonly Scope[];
  /** The browser whose web app asks; null for any other app. */
  readonly browser: string | null;
}

/** Creates a code for a grant. It works once, within ten minutes, and only with the verifier. */
export async function issueCode({ storage, now }: Server, grant: Grant): Promise<string> {
  const code = newSecret();
  await storage.oauth.createCode({
    hash: hashSecret(code),
    clientId: grant.client.id,
    userId: grant.user.id,
    redirectUri: grant.redirectUri,
    challenge: grant.challenge,
    scopes: grant.scopes,
    browser: grant.browser,
    expires: unixMs(now() + CODE_LIFETIME_MS),
  });
  return code;
}

/** Exchanges a code and its verifier for a token. A wrong verifier does not use up the code. */
export async function redeemCode(
  { storage, log }: Server,
  { code, verifier }: CodeRequest,
): Promise<Result<IssuedToken, OAuthError>> {
  const notValid = fail('invalid_grant', 'code is not valid');
  const hash = hashSecret(code);
  const found = await storage.oauth.findCode(hash);
  if (found !== null && !isSameSecret(found.challenge, challengeOf(verifier))) return notValid;
  const client = found && (await storage.oauth.findClient(found.clientId));
  if (found !== null && client === null) return fail('invalid_client', 'client is not valid');
  return storage.transaction(async ({ oauth, tokens }) => {
    const taken = await oauth.takeCode(hash);
    if (taken.kind === 'used' && taken.tokenId !== null) {
      // The code was stolen, so the token that it gave is revoked (RFC 6749 4.1.2).
      await tokens.delete(taken.userId, taken.tokenId);
      log.warn('authorization code used twice, its token was revoked');
    }
    if (taken.kind !== 'taken' || client === null) return notValid;
    const issued = await issueToken(
      { tokens },
      { ...tokenOf(client, taken.code), browser: taken.code.browser },
    );
    await oauth.settleCode(hash, issued.row.id);
    // A registration is for one sign-in only (protocol.md section 4.4).
    await oauth.deleteClient(client.id);
    return ok(issued);
  });
}

/** The fields of the token that `client` gets for a grant. */
export const tokenOf = (
  client: OAuthClientRow,
  { userId, scopes }: { readonly userId: UserRow['id']; readonly scopes: readonly Scope[] },
) => ({
  userId,
  kind: 'oauth' as const,
  name: client.name,
  roles: scopes,
  clientUri: client.uri,
  clientLogo: client.logo,
});
