import * as z from 'zod/mini';
import { choices, secret, text } from '../form/field';
import { required } from '../form/rules';
import { TOKEN_ROLES, type TokenRole } from '../permissions';
import { body, json, route } from '../route/route';
import { described, record, Token } from '../schema/record';

export const MAX_APPLICATION_LENGTH = 128;
export const MAX_PASSWORD_LENGTH = 1024;
/** Tokens are opaque and never longer (protocol.md section 18). */
export const MAX_TOKEN_LENGTH = 64;

/** Older names of four roles, which clients of earlier servers send (protocol.md section 18). */
const OLDER_ROLES = {
  scoped_bookmarks_r: 'bookmarks:read',
  scoped_bookmarks_w: 'bookmarks:write',
  scoped_admin_r: 'admin:read',
  scoped_admin_w: 'admin:write',
} as const satisfies Readonly<Record<string, TokenRole>>;
type OlderRole = keyof typeof OLDER_ROLES;
const ROLE_NAMES: readonly (TokenRole | OlderRole)[] = /* @__PURE__ */ [
  TOKEN_ROLES,
  Object.keys(OLDER_ROLES) as readonly OlderRole[],
].flat();

/** The role with that name, which may be one of the older names. */
export const roleNamed = (name: TokenRole | OlderRole): TokenRole =>
  name in OLDER_ROLES ? OLDER_ROLES[name as OlderRole] : (name as TokenRole);

/** The form that requests a token with a user name and a password (spec 2.20). */
const authenticationForm = {
  username: described(required(text({ max: 128 })), 'User name.'),
  password: described(required(secret({ max: MAX_PASSWORD_LENGTH })), 'Password.'),
  application: described(
    required(text({ max: MAX_APPLICATION_LENGTH })),
    'Name of the application.',
  ),
  roles: described(
    choices(ROLE_NAMES),
    'Roles that restrict the token; without roles it has all rights of its user.',
  ),
};

export const AuthenticationResult = record({
  id: described(z.string(), 'Id.'),
  token: described(Token, 'The token. It is only sent once.'),
});
export type AuthenticationResult = z.output<typeof AuthenticationResult>;

export const signIn = {
  /**
   * Available on loopback and private addresses or if enabled; otherwise a 404. The rate is
   * limited.
   */
  withPassword: route({
    summary: 'Creates an API token for a user name and a password.',
    notes: [
      'Available on loopback and private addresses, elsewhere only if enabled; otherwise a 404.',
      'The rate is limited by address and by account: 429 with `Retry-After`.',
      '`roles` also accepts the older names `scoped_bookmarks_r`, `scoped_bookmarks_w`, `scoped_admin_r` and `scoped_admin_w`.',
      'Without `roles` the token has all rights of its user.',
    ],
    method: 'POST',
    path: '/api/auth',
    tag: 'sign-in',
    access: 'public',
    body: body(authenticationForm),
    answers: { 201: json(AuthenticationResult) },
    errors: { 401: 'message', 404: 'message', 429: 'message' },
  }),
};
