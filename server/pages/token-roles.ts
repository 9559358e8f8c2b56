import { TOKEN_ROLES, type TokenRole, type UserGroup } from '../../src/contract';

/** The roles that a token of somebody in `group` can be restricted to. */
export const rolesFor = (group: UserGroup): readonly TokenRole[] =>
  TOKEN_ROLES.filter((role) => group === 'admin' || !role.startsWith('admin:'));
