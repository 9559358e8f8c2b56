/** The scopes of OAuth clients (spec section 5), in the order the service lists them. */
export const SCOPES = ['bookmarks:read', 'bookmarks:write', 'profile:read'] as const;
export type Scope = (typeof SCOPES)[number];

/** The roles that restrict an API token. A token without roles has all rights of its owner. */
export const TOKEN_ROLES = [...SCOPES, 'admin:read', 'admin:write'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

const USER_GROUPS = ['user', 'staff', 'admin'] as const;
export type UserGroup = (typeof USER_GROUPS)[number];

const READ_SCOPES = [
  'api:bookmarks:read',
  'api:bookmarks:export',
  'api:bookmarks:collections:read',
  'api:opds:read',
  'bookmarks:read',
] as const;
/** Shared bookmarks are published, so sharing is a write (protocol.md section 18). */
const WRITE_SCOPES = [
  'api:bookmarks:write',
  'api:bookmarks:collections:write',
  'api:bookmarks:share',
  'email:send',
] as const;
const PROFILE = ['api:profile:read'] as const;
/** Every scope and role includes these, so a client can always identify its user and sign out. */
const ALWAYS = ['api:profile:info', 'api:profile:tokens:delete'] as const;
const UNRESTRICTED = [
  'api:bookmarks:import',
  'api:profile:write',
  'api:profile:tokens:read',
] as const;
const COOKBOOK = ['api:cookbook:read'] as const;

export type Permission =
  | (typeof READ_SCOPES)[number]
  | (typeof WRITE_SCOPES)[number]
  | (typeof PROFILE)[number]
  | (typeof ALWAYS)[number]
  | (typeof UNRESTRICTED)[number]
  | (typeof COOKBOOK)[number];

/** The permissions of each role in addition to those of every token (protocol.md section 1). */
const ROLE_PERMISSIONS: Readonly<Record<TokenRole, readonly Permission[]>> = {
  'bookmarks:read': READ_SCOPES,
  'bookmarks:write': WRITE_SCOPES,
  'profile:read': PROFILE,
  'admin:read': COOKBOOK,
  'admin:write': [],
};

// Marked as pure calls so that a client's bundle can drop them; spread arrays would be kept.
const EVERY_USER: readonly Permission[] = /* @__PURE__ */ [
  READ_SCOPES,
  WRITE_SCOPES,
  PROFILE,
  ALWAYS,
  UNRESTRICTED,
].flat();

/** The maximum permissions of each group of users. */
const GROUP_PERMISSIONS: Readonly<Record<UserGroup, readonly Permission[]>> = {
  user: EVERY_USER,
  staff: EVERY_USER,
  admin: /* @__PURE__ */ EVERY_USER.concat(COOKBOOK),
};

export interface Credential {
  readonly group: UserGroup;
  /** null: the token has no restrictions. */
  readonly roles: readonly TokenRole[] | null;
  /** True if this instance can send e-mails; otherwise nobody has this permission. */
  readonly canSendEmail: boolean;
}

/**
 * Returns the permissions of a token's bearer, sorted as in `GET /profile`: those that both the
 * group and the token include.
 */
export function permissionsOf({ group, roles, canSendEmail }: Credential): readonly Permission[] {
  const byToken = roles && new Set([...ALWAYS, ...roles.flatMap((role) => ROLE_PERMISSIONS[role])]);
  return GROUP_PERMISSIONS[group]
    .filter((permission) => byToken === null || byToken.has(permission))
    .filter((permission) => permission !== 'email:send' || canSendEmail)
    .toSorted();
}

/** Returns the OAuth scopes that include a permission; empty when no OAuth token can have it. */
export function scopesFor(permission: Permission): readonly Scope[] {
  if ((ALWAYS as readonly Permission[]).includes(permission)) return SCOPES;
  return SCOPES.filter((scope) => ROLE_PERMISSIONS[scope].includes(permission));
}
