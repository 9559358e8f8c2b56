import * as z from 'zod/mini';
import { choices, secret, text } from '../form/field';
import { required } from '../form/presence';
import { TOKEN_ROLES } from '../permissions';
import { body, json, route } from '../route/route';
import { record } from '../schema/record';
import { Token } from '../schema/scalars';

export const MAX_APPLICATION_LENGTH = 128;
export const MAX_PASSWORD_LENGTH = 1024;
/** Tokens are opaque and no longer than this (protocol.md section 18). */
export const MAX_TOKEN_LENGTH = 64;

/** A user name and a password for a new token (spec 2.20). */
export const authenticationForm = {
  username: required(text({ max: 128 })),
  password: required(secret({ max: MAX_PASSWORD_LENGTH })),
  application: required(text({ max: MAX_APPLICATION_LENGTH })),
  roles: choices(TOKEN_ROLES),
};

export const AuthenticationResult = record({ id: z.string(), token: Token });
export type AuthenticationResult = z.output<typeof AuthenticationResult>;

export const signIn = {
  /** Only there on loopback and private binds or by a flag: otherwise a 404. Limited. */
  withPassword: route({
    method: 'POST',
    path: '/api/auth',
    tag: 'sign-in',
    access: 'public',
    body: body(authenticationForm),
    answers: { 201: json(AuthenticationResult) },
    errors: { 401: 'message', 404: 'message', 429: 'message' },
  }),
};
