import type { MOUNTED } from '../../../../server/routes';
import type { GroupCases, World } from '../case';

const aCollection = async ({ t, token }: World) => {
  const json = { name: 'To read', search: 'apple label:fruit', type: ['article'] };
  const made = await t.send('POST', '/api/bookmarks/collections', { token, json });
  return { path: new URL(made.headers.get('Location') ?? '').pathname };
};

export const collections: GroupCases<(typeof MOUNTED)['collections']> = {
  list: { good: () => ({ path: '/api/bookmarks/collections' }) },
  create: { good: () => ({ path: '/api/bookmarks/collections', json: { name: 'All' } }) },
  read: { good: aCollection },
  update: { good: async (world) => ({ ...(await aCollection(world)), json: { is_pinned: true } }) },
  delete: { good: aCollection },
};
