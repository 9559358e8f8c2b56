import {
  type AuthorizationServer,
  CODE_GRANT,
  formatScopes,
  GRANT_TYPES,
  type OAuthErrorCode,
  type OAuthToken,
  type oauth,
  type oauthMetadata,
  readCredential,
  roleNamed,
  SCOPES,
  type signIn,
  tokenRequest,
} from '../../src/contract';
import { authenticate } from '../account/authenticate';
import { redeemCode } from '../account/authorization-codes';
import { beginDevice, redeemDeviceCode } from '../account/device-codes';
import { type IssuedToken, issueToken } from '../account/issue-token';
import { registerClient } from '../account/oauth-clients';
import {
  createLimiter,
  DEVICE_BY_ADDRESS,
  type Limit,
  REDEEM_BY_ADDRESS,
  REGISTER_BY_ADDRESS,
  SIGN_IN_BY_ADDRESS,
} from '../account/rate-limits';
import { hashSecret, isSameSecret } from '../account/secrets';
import { signInWithPassword } from '../account/sign-in';
import type { BaseAddress } from '../http/base-address';
import type { Handlers, RouteGuard, RouteGuards } from '../http/context';
import { refuse, refuseForNow, refuseOAuth } from '../http/refusal';
import type { Server } from '../server';

const NOT_STORED = { 'Cache-Control': 'no-store', Pragma: 'no-cache' } as const;

export function oauthHandlers(server: Server): Handlers<typeof oauth & typeof oauthMetadata> {
  const limiter = createLimiter(server);
  return {
    metadata: (_, { base }) => ({ status: 200, body: metadataOf(base) }),

    async register({ body }, { base }) {
      const client = await registerClient(server, base, body);
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
      if (isGuess(error)) await limiter.takeFrom(REDEEM_BY_ADDRESS, clientAddress);
      return refuseOAuth(error, description);
    },

    async revoke({ body: { token } }, exchange) {
      const { headers } = exchange;
      if (headers.has('authorization')) {
        const caller = await authenticate(server, exchange, {});
        if (!caller.ok) return caller.error;
        if (!isSameSecret(readCredential(headers.get('authorization')) ?? '', token)) {
          return refuseOAuth('access_denied', 'a token can revoke itself only');
        }
      }
      const { tokens } = server.storage;
      const row = await tokens.findByHash(hashSecret(token));
      if (row !== null) await tokens.delete(row.userId, row.id);
      return { status: 200 };
    },
  };
}

/** Creates the guards. Routes that store rows count every request; the others only count guesses. */
export function oauthGuards(server: Server): RouteGuards<typeof oauth> {
  const limiter = createLimiter(server);
  const admit =
    (how: 'takeFrom' | 'lookFrom', limit: Limit): RouteGuard =>
    async ({ clientAddress }) => {
      const waitMs = await limiter[how](limit, clientAddress);
      return waitMs === null ? null : refuseForNow(waitMs);
    };
  return {
    register: admit('takeFrom', REGISTER_BY_ADDRESS),
    device: admit('takeFrom', DEVICE_BY_ADDRESS),
    token: admit('lookFrom', REDEEM_BY_ADDRESS),
  };
}

const tokenAnswer = ({ row, secret }: IssuedToken): OAuthToken => ({
  id: row.id,
  access_token: secret,
  token_type: 'Bearer',
  scope: formatScopes(SCOPES.filter((scope) => row.roles?.includes(scope))),
});

/** Tells whether an error is the answer to a guessed code. */
const isGuess = (error: OAuthErrorCode): boolean =>
  error === 'invalid_grant' || error === 'expired_token' || error === 'invalid_client';

/** Refuses clients over the limit before their password is read. */
export const signInGuards = (server: Server): RouteGuards<typeof signIn> => ({
  async withPassword({ clientAddress }) {
    if (!server.config.hasPasswordSignIn) return refuse(404);
    const waitMs = await createLimiter(server).lookFrom(SIGN_IN_BY_ADDRESS, clientAddress);
    return waitMs === null ? null : refuseForNow(waitMs);
  },
});

/** Creates the handler that issues a token for a password (spec 2.20), where this is enabled. */
export const signInHandlers = (server: Server): Handlers<typeof signIn> => ({
  async withPassword({ body }, { clientAddress }) {
    const { username, password, application, roles } = body;
    const user = await signInWithPassword(server, clientAddress, username, password);
    if (!user.ok) {
      return user.error.kind === 'wrong' ? refuse(401) : refuseForNow(user.error.waitMs);
    }
    const { row, secret } = await issueToken(server.storage, {
      userId: user.value.id,
      kind: 'password',
      name: application,
      roles: roles?.length ? [...new Set(roles.map(roleNamed))] : null,
      clientUri: '',
      clientLogo: '',
    });
    return { status: 201, body: { id: row.id, token: secret } };
  },
});

/** The metadata of the authorization server (RFC 8414, protocol.md section 1). */
const metadataOf = (base: BaseAddress): AuthorizationServer => ({
  issuer: base.url('/'),
  authorization_endpoint: base.url('/authorize'),
  token_endpoint: base.url('/api/oauth/token'),
  device_authorization_endpoint: base.url('/api/oauth/device'),
  registration_endpoint: base.url('/api/oauth/client'),
  revocation_endpoint: base.url('/api/oauth/revoke'),
  grant_types_supported: [...GRANT_TYPES],
  response_types_supported: ['code'],
  scopes_supported: SCOPES.toSorted(),
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', 'bearer'],
  revocation_endpoint_auth_methods_supported: ['none', 'bearer'],
});
