import * as z from 'zod/mini';
import { text } from '../form/field';
import { required } from '../form/rules';
import { body, empty, json, neverFails, route } from '../route/route';
import { described, record } from '../schema/record';
import { OAuthClient, oauthClientCreate, oauthClientRules } from './oauth-client';
import {
  OAuthDevice,
  OAuthToken,
  oauthDeviceCreate,
  oauthTokenCreate,
  oauthTokenRules,
} from './oauth-token';
import { MAX_TOKEN_LENGTH } from './sign-in';

const oauthRevoke = {
  token: described(required(text({ max: MAX_TOKEN_LENGTH })), 'The token to revoke.'),
};

/** The addresses of the OAuth endpoints (RFC 8414). */
export const AuthorizationServer = record({
  issuer: described(z.string(), 'Address of the server.'),
  authorization_endpoint: described(z.string(), 'The consent page.'),
  token_endpoint: described(z.string(), 'The token endpoint.'),
  device_authorization_endpoint: described(z.string(), 'The endpoint for device codes.'),
  registration_endpoint: described(z.string(), 'The endpoint for registering clients.'),
  revocation_endpoint: described(z.string(), 'The endpoint for revoking tokens.'),
  grant_types_supported: described(z.array(z.string()), 'Supported grants.'),
  response_types_supported: described(z.array(z.string()), 'Always `code`.'),
  scopes_supported: described(z.array(z.string()), 'All scopes.'),
  code_challenge_methods_supported: described(z.array(z.string()), 'Always `S256`.'),
  token_endpoint_auth_methods_supported: described(z.array(z.string()), '`none` and `bearer`.'),
  revocation_endpoint_auth_methods_supported: described(
    z.array(z.string()),
    '`none` and `bearer`.',
  ),
});
export type AuthorizationServer = z.output<typeof AuthorizationServer>;

const invalid = { status: 400, kind: 'oauth' } as const;

/** The routes that programs call. `oauthPages` has the pages for people. */
export const oauth = {
  metadata: route({
    summary: 'Returns the addresses of the OAuth endpoints (RFC 8414).',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    tag: 'oauth',
    access: 'public',
    answers: { 200: json(AuthorizationServer) },
    errors: neverFails,
  }),
  register: route({
    summary: 'Registers a client for one sign-in (RFC 7591).',
    notes: [
      'The client is valid for 10 minutes and removed when its code is redeemed or access is denied.',
      'A redirect address is https, http on a loopback IP, or has the scheme of an app: a reversed domain (`com.example.app`), or a word that no browser or system handles itself. It has no user, no fragment, and no `;`, `,` or `*` in its host.',
      'Errors in redirect addresses are `invalid_redirect_uri`, all others `invalid_client_metadata`.',
    ],
    method: 'POST',
    path: '/api/oauth/client',
    tag: 'oauth',
    access: 'public',
    body: body(oauthClientCreate, { rules: oauthClientRules }),
    invalid,
    answers: { 201: json(OAuthClient) },
    errors: { 429: 'message' },
  }),
  device: route({
    summary: 'Starts a sign-in on a device without a browser (RFC 8628).',
    notes: ['Both codes are valid for 5 minutes.'],
    method: 'POST',
    path: '/api/oauth/device',
    tag: 'oauth',
    access: 'public',
    body: body(oauthDeviceCreate),
    invalid,
    answers: { 200: json(OAuthDevice) },
    errors: { 429: 'message' },
  }),
  token: route({
    summary: 'Redeems an authorization code, or checks whether a device was approved.',
    notes: [
      'The code grant requires `code` and `code_verifier`, the device grant `device_code` and `client_id`.',
      'A code can be redeemed once. A wrong verifier does not invalidate it.',
      'While a device waits, the error is `authorization_pending`. If it asks too often, the error is `slow_down` and the interval grows by 5 seconds.',
      'The token does not expire. There is no refresh token.',
    ],
    method: 'POST',
    path: '/api/oauth/token',
    tag: 'oauth',
    access: 'public',
    body: body(oauthTokenCreate, { rules: oauthTokenRules }),
    invalid,
    answers: { 201: json(OAuthToken, ['Cache-Control']) },
    errors: { 429: 'message', 500: 'oauth' },
  }),
  revoke: route({
    summary: 'Revokes a token (RFC 7009).',
    notes: [
      'Whoever has a token can revoke it. The response to an unknown token is also 200.',
      'With `Authorization`, `token` must be the token of the request; any other one is `access_denied`.',
    ],
    method: 'POST',
    path: '/api/oauth/revoke',
    tag: 'oauth',
    access: 'public',
    body: body(oauthRevoke),
    invalid,
    answers: { 200: empty() },
    errors: { 401: 'message' },
  }),
};
