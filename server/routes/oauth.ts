import {
  CODE_GRANT,
  formatScopes,
  type OAuthErrorCode,
  type OAuthToken,
  type oauth,
  readCredential,
  SCOPES,
  tokenRequest,
} from '../../src/contract';
import type { IssuedToken } from '../auth/issue-token';
import {
  addressKey,
  createLimiter,
  DEVICE_BY_ADDRESS,
  REDEEM_BY_ADDRESS,
  REGISTER_BY_ADDRESS,
} from '../auth/limits';
import { isSameSecret } from '../auth/secrets';
import type { Handlers } from '../http/context';
import { refuseForNow, refuseOAuth } from '../http/refusal';
import { registerClient } from '../oauth/clients';
import { redeemCode } from '../oauth/codes';
import { beginDevice, redeemDeviceCode } from '../oauth/devices';
import { metadataOf } from '../oauth/metadata';
import type { Server } from '../server';

const NOT_STORED = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;

export function oauthHandlers(server: Server): Handlers<typeof oauth> {
  const limiter = createLimiter(server);
  return {
    metadata: (_, { base }) => ({ status: 200, body: metadataOf(base) }),

    async register({ body }, { clientAddress }) {
      const waitMs = await limiter.take(REGISTER_BY_ADDRESS, addressKey(clientAddress));
      if (waitMs !== null) return refuseForNow(waitMs);
      const client = await registerClient(server, body);
      if (!client.ok) return refuseOAuth(client.error.error, client.error.error_description);
      return { status: 201, body: client.value };
    },

    async device({ body }, { clientAddress, base }) {
      const waitMs = await limiter.take(DEVICE_BY_ADDRESS, addressKey(clientAddress));
      if (waitMs !== null) return refuseForNow(waitMs);
      const begun = await beginDevice(server, base, body);
      if (!begun.ok) return refuseOAuth(begun.error.error, begun.error.error_description);
      return { status: 200, body: begun.value };
    },

    async token({ body }, { clientAddress }) {
      const request = tokenRequest(body);
      const address = addressKey(clientAddress);
      const waitMs = await limiter.look(REDEEM_BY_ADDRESS, address);
      if (waitMs !== null) return refuseForNow(waitMs);
      const issued =
        request.grant === CODE_GRANT
          ? await redeemCode(server, request)
          : await redeemDeviceCode(server, request);
      if (issued.ok) {
        return { status: 201, headers: NOT_STORED, body: tokenAnswer(issued.value) };
      }
      const { error, error_description: description } = issued.error;
      if (isGuess(error)) await limiter.take(REDEEM_BY_ADDRESS, address);
      return refuseOAuth(error, description);
    },

    async revoke({ body }, { caller, headers }) {
      const own = readCredential(headers.get('authorization')) ?? '';
      if (!isSameSecret(own, body.token)) {
        return refuseOAuth('access_denied', 'a token can revoke itself only');
      }
      await server.storage.tokens.delete(caller.user.id, caller.token.id);
      return { status: 200 };
    },
  };
}

const tokenAnswer = ({ row, secret }: IssuedToken): OAuthToken => ({
  id: row.id,
  access_token: secret,
  token_type: 'Bearer',
  scope: formatScopes(SCOPES.filter((scope) => row.roles?.includes(scope))),
});

/** Answers that somebody gets who tries codes. */
const isGuess = (error: OAuthErrorCode): boolean =>
  error === 'invalid_grant' || error === 'expired_token' || error === 'invalid_client';
