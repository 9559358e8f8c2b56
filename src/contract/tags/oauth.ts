import * as z from 'zod/mini';
import { choice, flag, text } from '../form/field';
import { defaulted, required } from '../form/presence';
import { body, empty, fromMemory, json, media, route } from '../route/route';
import { record } from '../schema/record';
import {
  MAX_REDIRECT_URI_LENGTH,
  OAuthClient,
  oauthClientCreate,
  oauthClientRules,
} from './oauth-client';
import {
  MAX_CLIENT_ID_LENGTH,
  MAX_USER_CODE_LENGTH,
  OAuthDevice,
  OAuthToken,
  oauthDeviceCreate,
  oauthTokenCreate,
  oauthTokenRules,
} from './oauth-token';
import { MAX_TOKEN_LENGTH } from './sign-in';

// protocol.md section 4.3
export const MAX_STATE_LENGTH = 64;
export const MAX_CHALLENGE_LENGTH = 256;

export const oauthRevoke = { token: required(text({ max: MAX_TOKEN_LENGTH })) };

/** The parameters of the consent page (spec section 4). */
export const authorizeParams = {
  client_id: required(text({ max: MAX_CLIENT_ID_LENGTH })),
  redirect_uri: required(text({ max: MAX_REDIRECT_URI_LENGTH })),
  scope: required(text()),
  state: text({ max: MAX_STATE_LENGTH, isVerbatim: true }),
  code_challenge: required(text({ max: MAX_CHALLENGE_LENGTH })),
  code_challenge_method: required(choice(['S256'])),
};

const granted = { granted: defaulted(flag(), false) };
const userCode = { user_code: text({ max: MAX_USER_CODE_LENGTH }) };

/** Where everything of the sign-in is (RFC 8414). */
export const AuthorizationServer = record({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  device_authorization_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
  grant_types_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
});
export type AuthorizationServer = z.output<typeof AuthorizationServer>;

const invalid = { status: 400, kind: 'oauth' } as const;
const PAGE = ['text/html'] as const;
const PAGE_BODIES = ['urlencoded', 'multipart'] as const;

export const oauth = {
  metadata: route({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    tag: 'oauth',
    access: 'public',
    answers: { 200: json(AuthorizationServer) },
    errors: fromMemory,
  }),
  register: route({
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
    method: 'POST',
    path: '/api/oauth/revoke',
    tag: 'oauth',
    access: 'token',
    body: body(oauthRevoke),
    invalid,
    answers: { 200: empty() },
  }),
  /** The consent page. A client or redirect address that is not known is never redirected to. */
  authorize: route({
    method: 'GET',
    path: '/authorize',
    tag: 'oauth',
    access: 'session',
    query: authorizeParams,
    invalid,
    answers: { 200: media(PAGE), 302: empty(['Location']), 303: empty(['Location']) },
    errors: { 400: ['oauth', 'message'] },
  }),
  decide: route({
    method: 'POST',
    path: '/authorize',
    tag: 'oauth',
    access: 'session',
    query: { ...authorizeParams, ...granted },
    body: body({ ...authorizeParams, ...granted }, { types: PAGE_BODIES }),
    invalid,
    answers: { 302: empty(['Location']), 303: empty(['Location']) },
    errors: { 400: ['oauth', 'message'], 403: 'message' },
  }),
  /** The page where a person types the code that their device shows. */
  devicePage: route({
    method: 'GET',
    path: '/device',
    tag: 'oauth',
    access: 'session',
    query: userCode,
    answers: { 200: media(PAGE, ['Refresh']), 303: empty(['Location']) },
    errors: { 400: 'message', 422: [], 429: 'message' },
  }),
  decideDevice: route({
    method: 'POST',
    path: '/device',
    tag: 'oauth',
    access: 'session',
    query: userCode,
    body: body({ ...userCode, ...granted }, { types: PAGE_BODIES }),
    answers: { 303: empty(['Location']) },
    errors: { 400: 'message', 403: 'message', 422: [], 429: 'message' },
  }),
};
