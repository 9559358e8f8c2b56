import type { MOUNTED } from '../../../../server/routes';
import { SECOND_MS } from '../../../../src/domain/time';
import { saveArticle } from '../../support/saved-article';
import type { GroupCases, World } from '../case';

const saved =
  (ending: string) =>
  async ({ t, user }: World) => {
    const { id } = await saveArticle(t, user);
    // Within the second of a change the server sends no `Last-Modified`.
    t.advance(SECOND_MS);
    return { path: `/api/bookmarks/${id}/${ending}` };
  };

const notFound = (ending: string) => ({
  ask: () => ({ path: `/api/bookmarks/${'x'.repeat(20)}/${ending}` }),
});

export const exporting: GroupCases<(typeof MOUNTED)['exporting']> = {
  one: {
    good: saved('article.epub'),
    others: { 404: notFound('article.md'), 406: { ask: saved('article.pdf') } },
  },
  list: {
    good: async (world) => {
      await saveArticle(world.t, world.user);
      return { path: '/api/bookmarks/export.csv' };
    },
    others: {
      404: { ask: () => ({ path: '/api/bookmarks/export.csv?search=nowhere' }) },
      406: { ask: () => ({ path: '/api/bookmarks/export.pdf' }) },
      422: { ask: () => ({ path: '/api/bookmarks/export.csv?is_marked=maybe' }) },
    },
  },
  feed: {
    good: () => ({ path: '/api/bookmarks/feed' }),
    others: {
      404: { ask: () => ({ path: `/api/bookmarks/feed?collection=${'x'.repeat(20)}` }) },
      422: { ask: () => ({ path: '/api/bookmarks/feed?is_marked=maybe' }) },
    },
  },
};
