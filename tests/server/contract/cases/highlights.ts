import type { MOUNTED } from '../../../../server/routes';
import type { GroupCases, World } from '../case';

const RANGE = {
  start_selector: 'section[1]/p[1]',
  start_offset: 4,
  end_selector: 'section[1]/p[1]',
  end_offset: 7,
  color: 'yellow',
};

/** Adds a bookmark with an article of three words and returns its address. */
const anArticle = async ({ t, user }: World) => {
  const { id, key } = await t.storage.bookmarks.create(user.id, {
    url: 'https://example.org/',
    hasArticle: true,
  });
  await t.storage.contents.put(key, { article: '<section><p>One two three</p></section>' });
  return { path: `/api/bookmarks/${id}/annotations` };
};

const anAnnotation = async (world: World) => {
  const { path } = await anArticle(world);
  const made = await world.t.send('POST', path, { token: world.token, json: RANGE });
  const { id } = (await made.json()) as { id: string };
  return { path: `${path}/${id}` };
};

export const highlights: GroupCases<(typeof MOUNTED)['highlights']> = {
  listAll: { good: () => ({ path: '/api/bookmarks/annotations' }) },
  list: {
    good: anArticle,
    others: { 404: { ask: () => ({ path: `/api/bookmarks/${'x'.repeat(20)}/annotations` }) } },
  },
  create: {
    good: async (world) => ({ ...(await anArticle(world)), json: RANGE }),
    others: {
      400: {
        ask: async (world) => ({
          ...(await anArticle(world)),
          json: { ...RANGE, end_offset: 70 },
        }),
      },
      404: {
        ask: () => ({ path: `/api/bookmarks/${'x'.repeat(20)}/annotations`, json: RANGE }),
      },
    },
  },
  update: { good: async (world) => ({ ...(await anAnnotation(world)), json: { color: 'red' } }) },
  delete: { good: anAnnotation },
};
