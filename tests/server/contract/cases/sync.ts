import type { MOUNTED } from '../../../../server/routes';
import { addArticle } from '../../support/library';
import type { GroupCases, World } from '../case';

const aChange = async ({ t, user }: World) => {
  await addArticle(t, user, '<section><p>One two three</p></section>');
  t.advance(2000);
  return { path: '/api/bookmarks/sync' };
};

export const sync: GroupCases<(typeof MOUNTED)['sync']> = {
  list: {
    good: aChange,
    others: {
      404: { ask: () => ({ path: `/api/bookmarks/sync?collection=${'x'.repeat(20)}` }) },
      422: { ask: () => ({ path: '/api/bookmarks/sync?since=soon' }) },
    },
  },
  stream: {
    good: async (world) => ({
      ...(await aChange(world)),
      json: {
        with_json: true,
        with_html: true,
        with_markdown: true,
        with_annotations: true,
        with_resources: true,
      },
    }),
    others: {
      404: {
        ask: () => ({ path: '/api/bookmarks/sync', json: { collection: 'x'.repeat(20) } }),
      },
    },
  },
};
