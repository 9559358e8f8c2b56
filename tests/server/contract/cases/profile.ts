import type { MOUNTED } from '../../../../server/routes';
import { fromForeignFrame, type GroupCases, type World } from '../case';

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

const own = () => ({ path: '/api/profile' });

export const profile: GroupCases<(typeof MOUNTED)['profile']> = {
  read: { good: own, others: { 403: fromForeignFrame(own) } },
  update: { good: () => ({ path: '/api/profile', json: { settings_lang: 'en' } }) },
  tokens: { good: () => ({ path: '/api/profile/tokens' }) },
  deleteToken: { good: aToken, others: { 403: fromForeignFrame(aToken) } },
};
