import type { MOUNTED } from '../../../../server/routes';
import { addLoaded, addWithArticle, NOBODYS } from '../../support/bookmarks';
import type { GroupCases, World } from '../case';

const aBookmark = async ({ t, user }: World) => ({
  path: `/api/bookmarks/${(await addLoaded(t, user)).id}`,
});

const below = (path: string) => async (world: World) => ({
  path: `/api/bookmarks/${(await addWithArticle(world.t, world.user)).id}/${path}`,
});

export const bookmarks: GroupCases<(typeof MOUNTED)['bookmarks']> = {
  list: {
    good: () => ({ path: '/api/bookmarks' }),
    others: { 404: { ask: () => ({ path: `/api/bookmarks?collection=${'x'.repeat(20)}` }) } },
  },
  create: { good: () => ({ path: '/api/bookmarks', json: { url: 'https://example.org/' } }) },
  read: { good: aBookmark },
  update: { good: async (world) => ({ ...(await aBookmark(world)), json: { is_marked: true } }) },
  delete: { good: aBookmark },
  article: {
    good: below('article'),
    others: { 404: { ask: () => ({ path: `${NOBODYS}/article` }) } },
  },
  file: { good: below('x/log') },
  complete: {
    good: () => ({ path: '/api/bookmarks/@complete?type=label&q=a*' }),
    others: { 422: { ask: () => ({ path: '/api/bookmarks/@complete?type=colour&q=a*' }) } },
  },
};
