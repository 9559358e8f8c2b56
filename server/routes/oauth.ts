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
  type Limit,
  REDEEM_BY_ADDRESS,
  REGISTER_BY_ADDRESS,
} from '../auth/limits';
import { isSameSecret } from '../auth/secrets';
import type { Admission, Admissions, Handlers } from '../http/context';
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

    async register({ body }) {
      const client = await registerClient(server, body);
      if (!client.ok) return refuseOAuth(client.error.error, client.error.error_description);
      return { status: 201, body: client.value };
    },

    async device({ body }, { base }) {
      const begun = await beginDevice(server, base, body);
      if (!begun.ok) return refuseOAuth(begun.error.error, begun.error.error_description);
      return { status: 200, body: begun.value };
    },

    async token({ body }, { clientAddress }) {
      const request = tokenRequest(body);
      const issued =
        request.grant === CODE_GRANT
          ? await redeemCode(server, request)
          : await redeemDeviceCode(server, request);
      if (issued.ok) {
        return { status: 201, headers: NOT_STORED, body: tokenAnswer(issued.value) };
      }
      const { error, error_description: description } = issued.error;
      if (isGuess(error)) await limiter.take(REDEEM_BY_ADDRESS, addressKey(clientAddress));
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

/** Every request is counted where a good one is kept, too; elsewhere only guesses are. */
export function oauthAdmissions(server: Server): Admissions<typeof oauth> {
  const limiter = createLimiter(server);
  const admit =
    (how: 'take' | 'look', limit: Limit): Admission =>
    async ({ clientAddress }) => {
      const waitMs = await limiter[how](limit, addressKey(clientAddress));
      return waitMs === null ? null : refuseForNow(waitMs);
    };
  return {
    register: admit('take', REGISTER_BY_ADDRESS),
    device: admit('take', DEVICE_BY_ADDRESS),
    token: admit('look', REDEEM_BY_ADDRESS),
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
