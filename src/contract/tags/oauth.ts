import * as z from 'zod/mini';
import { text } from '../form/field';
import { required } from '../form/rules';
import { body, empty, fromMemory, json, route } from '../route/route';
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

export const oauthRevoke = {
  token: described(required(text({ max: MAX_TOKEN_LENGTH })), 'The token. It is shown once.'),
};

/** Where everything of the sign-in is (RFC 8414). */
export const AuthorizationServer = record({
  issuer: described(z.string(), 'Address of the server.'),
  authorization_endpoint: described(z.string(), 'The consent page.'),
  token_endpoint: described(z.string(), 'Where codes are redeemed.'),
  device_authorization_endpoint: described(z.string(), 'Where device codes come from.'),
  registration_endpoint: described(z.string(), 'Where clients are registered.'),
  revocation_endpoint: described(z.string(), 'Where tokens are revoked.'),
  grant_types_supported: described(z.array(z.string()), 'Ways to sign in.'),
  response_types_supported: described(z.array(z.string()), 'Always `code`.'),
  scopes_supported: described(z.array(z.string()), 'All scopes.'),
  code_challenge_methods_supported: described(z.array(z.string()), 'Always `S256`.'),
  token_endpoint_auth_methods_supported: described(z.array(z.string()), '`none` and `bearer`.'),
});
export type AuthorizationServer = z.output<typeof AuthorizationServer>;

const invalid = { status: 400, kind: 'oauth' } as const;

/** What programs ask for; what people see in a browser is `oauthPages`. */
export const oauth = {
  metadata: route({
    summary: 'Where the parts of the sign-in are (RFC 8414).',
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    tag: 'oauth',
    access: 'public',
    answers: { 200: json(AuthorizationServer) },
    errors: fromMemory,
  }),
  register: route({
    summary: 'Registers a client for one sign-in (RFC 7591).',
    notes: [
      'It is valid for 10 minutes and gone when its code is redeemed or consent is denied.',
      'A redirect address is https, http on a loopback IP, or has a scheme that is a domain in reverse (`com.example.app`) or is `readeck` or `mydeck`; it has no user, no fragment, and no `;`, `,` or `*` in its host.',
      'Anything wrong with the redirect addresses is `invalid_redirect_uri`, everything else `invalid_client_metadata`.',
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
    summary: 'Redeems an authorization code, or asks whether a device was approved.',
    notes: [
      'The code grant takes `code` and `code_verifier`, the device grant `device_code` and `client_id`.',
      'A code works once. A wrong verifier does not use it up.',
      'While a device waits: `authorization_pending`; when it asks too often: `slow_down`, and the interval grows by 5 seconds.',
      'The token does not expire and there is no refresh token.',
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
    summary: 'Revokes the token that the request is made with.',
    notes: ['`token` must be that very token: for another one `access_denied`.'],
    method: 'POST',
    path: '/api/oauth/revoke',
    tag: 'oauth',
    access: 'token',
    body: body(oauthRevoke),
    invalid,
    answers: { 200: empty() },
  }),
};
