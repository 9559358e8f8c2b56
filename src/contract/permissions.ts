/** What an OAuth client may ask for (spec section 5), in the order the service lists them. */
export const SCOPES = ['bookmarks:read', 'bookmarks:write', 'profile:read'] as const;
export type Scope = (typeof SCOPES)[number];

/** What an API token can be restricted to; one without roles has all of its owner's rights. */
export const TOKEN_ROLES = [...SCOPES, 'admin:read', 'admin:write'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

export const USER_GROUPS = ['user', 'staff', 'admin'] as const;
export type UserGroup = (typeof USER_GROUPS)[number];

const READ = [
  'api:bookmarks:read',
  'api:bookmarks:share',
  'api:bookmarks:export',
  'api:bookmarks:collections:read',
  'api:opds:read',
  'bookmarks:read',
  'email:send',
] as const;
const WRITE = ['api:bookmarks:write', 'api:bookmarks:collections:write'] as const;
const PROFILE = ['api:profile:read'] as const;
/** Every scope and role has these: a client can always tell who it is, and sign out. */
const ALWAYS = ['api:profile:info', 'api:profile:tokens:delete'] as const;
const UNRESTRICTED = [
  'api:bookmarks:import',
  'api:profile:write',
  'api:profile:tokens:read',
] as const;
const COOKBOOK = ['api:cookbook:read'] as const;

export type Permission =
  | (typeof READ)[number]
  | (typeof WRITE)[number]
  | (typeof PROFILE)[number]
  | (typeof ALWAYS)[number]
  | (typeof UNRESTRICTED)[number]
  | (typeof COOKBOOK)[number];

/** What each role of a token permits besides what every token does (protocol.md section 1). */
export const ROLE_PERMISSIONS: Readonly<Record<TokenRole, readonly Permission[]>> = {
  'bookmarks:read': READ,
  'bookmarks:write': WRITE,
  'profile:read': PROFILE,
  'admin:read': COOKBOOK,
  'admin:write': [],
};

// A call that is marked so: a client's bundle has none of this, and would keep what is spread.
const EVERY_USER: readonly Permission[] = /* @__PURE__ */ [
  READ,
  WRITE,
  PROFILE,
  ALWAYS,
  UNRESTRICTED,
].flat();

/** What each group of users may do at most. */
export const GROUP_PERMISSIONS: Readonly<Record<UserGroup, readonly Permission[]>> = {
  user: EVERY_USER,
  staff: EVERY_USER,
  admin: /* @__PURE__ */ EVERY_USER.concat(COOKBOOK),
};

export interface Credential {
  readonly group: UserGroup;
  /** null: the token is not restricted. */
  readonly roles: readonly TokenRole[] | null;
  /** Whether this instance can send e-mails; without it nobody may. */
  readonly canSendEmail: boolean;
}

/** What the bearer of a token may do, sorted as `GET /profile` lists it: group and token both permit it. */
export function permissionsOf({ group, roles, canSendEmail }: Credential): readonly Permission[] {
  const byToken = roles && new Set([...ALWAYS, ...roles.flatMap((role) => ROLE_PERMISSIONS[role])]);
  return GROUP_PERMISSIONS[group]
    .filter((permission) => byToken === null || byToken.has(permission))
    .filter((permission) => permission !== 'email:send' || canSendEmail)
    .toSorted();
}

/** The OAuth scopes that reach a permission; empty when no OAuth token can have it. */
export function scopesFor(permission: Permission): readonly Scope[] {
  if ((ALWAYS as readonly Permission[]).includes(permission)) return SCOPES;
  return SCOPES.filter((scope) => ROLE_PERMISSIONS[scope].includes(permission));
}
