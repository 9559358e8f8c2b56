import type { MOUNTED } from '../../../../server/routes';
import { SECOND_MS, unixMs } from '../../../../src/domain/time';
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

/** A page for an article that was captured when the second of January began. */
const capturedPage =
  (captured: string) =>
  async ({ t, user }: World) => {
    const known = unixMs(Date.parse('2026-01-02'));
    const { id, url } = await addLoaded(t, user, { captured: known });
    return {
      path: `/api/bookmarks/${id}/article`,
      json: { url, captured, html: '<p>Some text.</p>' },
    };
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
  replaceArticle: {
    good: capturedPage('2026-01-02T00:00:00Z'),
    others: { 409: { ask: capturedPage('2026-01-01T00:00:00Z') } },
  },
  file: { good: below('x/log') },
  complete: {
    good: () => ({ path: '/api/bookmarks/@complete?type=label&q=a*' }),
    others: { 422: { ask: () => ({ path: '/api/bookmarks/@complete?type=colour&q=a*' }) } },
  },
};
