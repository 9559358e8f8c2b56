import {
  type Api,
  type FormValue,
  formatInstant,
  formatPageHeaders,
  type ProfileUpdated,
  pageFor,
  profileUpdate,
  TOKENS_PAGE_SIZE,
  type TokenInfo,
  type UserProfile,
} from '../../src/contract';
import { definedFields } from '../../src/domain/defined-fields';
import { nameProblem } from '../account/new-user';
import { personIdOf } from '../account/secrets';
import { updatedSettings } from '../account/user-settings';
import type { BaseAddress } from '../http/base-address';
import { type Caller, type Handlers, hasPermissions } from '../http/context';
import { type Refusal, refuse, refuseField } from '../http/refusal';
import type { Server } from '../server';
import type { TokenRow, UserRow } from '../storage';

/** Creates the handlers for the signed-in user and their tokens. */
export const profileHandlers = ({ storage }: Server): Handlers<Api['profile']> => ({
  read: (_, { caller }) => ({ status: 200, body: profileOf(caller) }),

  async update({ body }, { caller }) {
    const { user } = caller;
    if (body.username !== undefined && nameProblem(body.username)) {
      return refuseField(profileUpdate, body, 'username', 'invalid value');
    }
    if (Object.keys(body).length === 0) return { status: 200, body: updatedOf(user, body) };
    const { username, email } = body;
    const updated = await storage.users.update(user.id, ({ settings }) => ({
      ...definedFields({ username, email }),
      settings: updatedSettings(settings, body),
    }));
    if (updated === null) return refuse(404);
    if (!updated.ok) return refuseTaken(body, updated.error.kind);
    return { status: 200, body: updatedOf(updated.value, body) };
  },

  async tokens({ query }, { caller, base, url }) {
    const page = pageFor(query, TOKENS_PAGE_SIZE);
    const { rows, total } = await storage.tokens.list(caller.user.id, page);
    const headers = formatPageHeaders(url, page, total);
    return { status: 200, headers: { ...headers }, body: rows.map((row) => tokenInfo(row, base)) };
  },

  async deleteToken({ params }, { caller }) {
    // An app signs itself out. Only a token without restrictions may sign out others.
    const isOwn = params.id === caller.token.id;
    if (!isOwn && !hasPermissions(caller, ['api:profile:tokens:read'])) return refuse(403);
    const isDeleted = await storage.tokens.delete(caller.user.id, params.id);
    return isDeleted ? { status: 204 } : refuse(404);
  },
});

function profileOf({ user, token, permissions }: Caller): UserProfile {
  const isExtended = permissions.includes('api:profile:read');
  return {
    provider: {
      name: 'bearer token', // protocol.md section 5
      id: token.id,
      application: token.name,
      roles: [...(token.roles ?? [user.group])],
      permissions: [...permissions],
    },
    user: {
      id: personIdOf(user),
      username: user.username,
      ...(isExtended && {
        email: user.email ?? '',
        created: formatInstant(user.created),
        updated: formatInstant(user.updated),
        settings: user.settings,
      }),
    },
  };
}

/** Returns the fields that were sent, with their new values. */
const updatedOf = (user: UserRow, sent: FormValue<typeof profileUpdate>): ProfileUpdated => ({
  id: user.id,
  updated: formatInstant(user.updated),
  ...(sent.username !== undefined && { username: user.username }),
  ...(sent.email !== undefined && { email: user.email ?? '' }),
  ...(Object.keys(sent).some((name) => name.startsWith('settings_')) && {
    settings: user.settings,
  }),
});

const refuseTaken = (
  sent: FormValue<typeof profileUpdate>,
  kind: 'username-taken' | 'email-taken',
): Refusal =>
  kind === 'username-taken'
    ? refuseField(profileUpdate, sent, 'username', 'username is already in use')
    : refuseField(profileUpdate, sent, 'email', 'email address is already in use');

const tokenInfo = (token: TokenRow, base: BaseAddress): TokenInfo => ({
  id: token.id,
  href: base.url(`/api/profile/tokens/${token.id}`),
  created: formatInstant(token.created),
  last_used: token.lastUsed === null ? null : formatInstant(token.lastUsed),
  expires: token.expires === null ? null : formatInstant(token.expires),
  is_enabled: token.isEnabled,
  is_deleted: false,
  roles: [...(token.roles ?? [])],
  client_name: token.name,
  client_uri: token.clientUri,
  client_logo: token.clientLogo,
});
