import type { MOUNTED } from '../../../../server/routes';
import { saveArticle } from '../../support/saved-article';
import type { GroupCases, World } from '../case';

const aCollection = async ({ t, user, token }: World) => {
  await saveArticle(t, user);
  const json = { name: 'To read', labels: '"to read"' };
  const made = await t.send('POST', '/api/bookmarks/collections', { token, json });
  const id = new URL(made.headers.get('Location') ?? '').pathname.split('/').at(-1);
  return { path: `/opds/bookmarks/collections/${id}` };
};

export const opds: GroupCases<(typeof MOUNTED)['opds']> = {
  root: { good: () => ({ path: '/opds' }) },
  list: {
    good: async (world) => {
      const { path } = await aCollection(world);
      return { path: `/opds/bookmarks/unread?collection=${path.split('/').at(-1)}` };
    },
    others: { 422: { ask: () => ({ path: '/opds/bookmarks/unread?limit=-1' }) } },
  },
  collections: {
    good: async (world) => {
      await aCollection(world);
      return { path: '/opds/bookmarks/collections' };
    },
  },
  collection: { good: aCollection },
  search: { good: () => ({ path: '/opds/search.xml' }) },
};
