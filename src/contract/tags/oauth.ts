import * as z from 'zod/mini';
import { form, text } from '../form/field';
import { required } from '../form/rules';
import { body, empty, json, neverFails, route } from '../route/route';
import { record } from '../schema/record';
import { OAuthClient, oauthClientCreate, oauthClientRules } from './oauth-client';
import {
  OAuthDevice,
  OAuthToken,
  oauthDeviceCreate,
  oauthTokenCreate,
  oauthTokenRules,
} from './oauth-token';
import { MAX_TOKEN_LENGTH } from './sign-in';

const oauthRevoke = form(() => ({
  token: required(text({ max: MAX_TOKEN_LENGTH })),
}));

/** The addresses of the OAuth endpoints (RFC 8414). */
export const AuthorizationServer = record(() => ({
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
  revocation_endpoint_auth_methods_supported: z.array(z.string()),
}));
export type AuthorizationServer = z.output<typeof AuthorizationServer>;

const invalid = { status: 400, kind: 'oauth' } as const;

/** Describes the routes. Our own clients know them. */
export const oauthMetadata = {
  metadata: route('GET', '/.well-known/oauth-authorization-server', {
    access: 'public',
    answers: { 200: json(AuthorizationServer) },
    errors: neverFails,
  }),
};

/** The routes that programs call. `oauthPages` has the pages for people. */
export const oauth = {
  register: route('POST', '/api/oauth/client', {
    access: 'public',
    body: body(oauthClientCreate, { rules: oauthClientRules }),
    invalid,
    answers: { 201: json(OAuthClient) },
    errors: { 429: 'message' },
  }),
  device: route('POST', '/api/oauth/device', {
    access: 'public',
    body: body(oauthDeviceCreate),
    invalid,
    answers: { 200: json(OAuthDevice) },
    errors: { 429: 'message' },
  }),
  token: route('POST', '/api/oauth/token', {
    access: 'public',
    body: body(oauthTokenCreate, { rules: oauthTokenRules }),
    invalid,
    answers: { 201: json(OAuthToken, ['Cache-Control']) },
    errors: { 429: 'message', 500: 'oauth' },
  }),
  revoke: route('POST', '/api/oauth/revoke', {
    access: 'public',
    body: body(oauthRevoke),
    invalid,
    answers: { 200: empty() },
    errors: { 401: 'message' },
  }),
};
