import type { MOUNTED } from '../../../../server/routes';
import { saveArticle } from '../../support/saved-article';
import type { GroupCases, World } from '../case';

const saved =
  (ending: string) =>
  async ({ t, user }: World) => ({
    path: `/api/bookmarks/${(await saveArticle(t, user)).id}/${ending}`,
  });

const notFound = (ending: string) => ({
  ask: () => ({ path: `/api/bookmarks/${'x'.repeat(20)}/${ending}` }),
});

export const exporting: GroupCases<(typeof MOUNTED)['exporting']> = {
  one: {
    good: saved('article.md'),
    others: { 404: notFound('article.md'), 406: { ask: saved('article.pdf') } },
  },
};
