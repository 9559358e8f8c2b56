import type { Permission } from '../../contract';

/** The permissions that sync needs. */
const NEEDED: readonly Permission[] = ['api:bookmarks:read', 'api:bookmarks:write'];

/**
 * Returns the permissions that a sign-in lacks for sync; none if the server does not report any.
 *
 * @param permissions those of `GET /profile`, as they are stored
 */
export const missingPermissions = (permissions: unknown): readonly Permission[] =>
  Array.isArray(permissions) && permissions.length > 0
    ? NEEDED.filter((needed) => !permissions.includes(needed))
    : [];
