import * as z from 'zod/mini';
import { choices, form, secret, text } from '../form/field';
import { required } from '../form/rules';
import { TOKEN_ROLES, type TokenRole } from '../permissions';
import { body, json, route } from '../route/route';
import { record, Token } from '../schema/record';

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
const authenticationForm = form(() => ({
  username: required(text({ max: 128 })),
  password: required(secret({ max: MAX_PASSWORD_LENGTH })),
  application: required(text({ max: MAX_APPLICATION_LENGTH })),
  roles: choices(ROLE_NAMES),
}));

export const AuthenticationResult = record(() => ({
  id: z.string(),
  token: Token,
}));
export type AuthenticationResult = z.output<typeof AuthenticationResult>;

export const signIn = {
  /**
   * Available on loopback and private addresses or if enabled; otherwise a 404. The rate is
   * limited.
   */
  withPassword: route('POST', '/api/auth', {
    access: 'public',
    body: body(authenticationForm),
    answers: { 201: json(AuthenticationResult) },
    errors: { 401: 'message', 404: 'message', 429: 'message' },
  }),
};
