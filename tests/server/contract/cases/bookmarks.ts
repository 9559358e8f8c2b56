import type { MOUNTED } from '../../../../server/routes';
import { SECOND_MS } from '../../../../src/domain/time';
import { addLoaded, addWithArticle, UNKNOWN_BOOKMARK } from '../../support/bookmarks';
import type { GroupCases, World } from '../case';

const aBookmark = async ({ t, user }: World) => {
  const { id } = await addLoaded(t, user);
  // Within the second of a change the server sends no `Last-Modified`.
  t.advance(SECOND_MS);
  return { path: `/api/bookmarks/${id}` };
};

const below = (path: string) => async (world: World) => {
  const { id } = await addWithArticle(world.t, world.user);
  world.t.advance(SECOND_MS);
  return { path: `/api/bookmarks/${id}/${path}` };
};

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
    others: { 404: { ask: () => ({ path: `${UNKNOWN_BOOKMARK}/article` }) } },
  },
  file: { good: below('x/log') },
  complete: {
    good: () => ({ path: '/api/bookmarks/@complete?type=label&q=a*' }),
    others: { 422: { ask: () => ({ path: '/api/bookmarks/@complete?type=colour&q=a*' }) } },
  },
};
