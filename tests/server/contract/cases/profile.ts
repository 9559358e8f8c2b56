import type { MOUNTED } from '../../../../server/routes';
import type { GroupCases, World } from '../case';

const aToken = async ({ t, user }: World) => {
  const { id } = await t.storage.tokens.create({
    userId: user.id,
    kind: 'api',
    name: 'one',
    roles: null,
    clientUri: '',
    clientLogo: '',
    expires: null,
    hash: `${Math.random()}`,
  });
  return { path: `/api/profile/tokens/${id}` };
};

export const profile: GroupCases<(typeof MOUNTED)['profile']> = {
  read: {
    good: () => ({ path: '/api/profile' }),
    others: { 403: { never: 'every token has api:profile:info' } },
  },
  update: { good: () => ({ path: '/api/profile', json: { settings_lang: 'en' } }) },
  tokens: { good: () => ({ path: '/api/profile/tokens' }) },
  deleteToken: {
    good: aToken,
    others: { 403: { never: 'every token has api:profile:tokens:delete' } },
  },
};
