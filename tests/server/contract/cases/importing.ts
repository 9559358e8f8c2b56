import type { MOUNTED } from '../../../../server/routes';
import type { GroupCases, RouteCases } from '../case';

/** Returns the case of a route that imports a file. */
const file = (source: string, data: string): RouteCases => ({
  good: () => ({ path: `/api/bookmarks/import/${source}`, json: { data } }),
});

/**
 * Returns the case of a route that imports from an account. The service is not contacted during the
 * request.
 */
const account = (source: string, more: object): RouteCases => ({
  good: ({ t }) => {
    t.names.set('service.example', ['93.184.216.34']);
    return {
      path: `/api/bookmarks/import/${source}`,
      json: { url: 'https://service.example', ...more },
    };
  },
});

const URL = 'https://example.org/';

export const importing: GroupCases<(typeof MOUNTED)['importing']> = {
  browser: file(
    'browser',
    `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="${URL}">A</A></DL>`,
  ),
  csv: file('csv', `url,title\n${URL},A\n`),
  goodlinks: file('goodlinks', `[{"url":"${URL}"}]`),
  linkwarden: file('linkwarden', `{"collections":[{"links":[{"url":"${URL}"}]}]}`),
  pinboard: file('pinboard', `[{"href":"${URL}"}]`),
  pocketFile: file(
    'pocket-file',
    `title,url,time_added,tags,status\nA,${URL},1700000000,,unread\n`,
  ),
  readwise: file('readwise', `Title,URL,Document tags,Saved date,Location\nA,${URL},[],,new\n`),
  text: file('text', `${URL}\n`),
  omnivore: account('omnivore', { token: 'KEY' }),
  wallabag: account('wallabag', {
    username: 'ann',
    password: 'p',
    client_id: '1',
    client_secret: 's',
  }),
  otherSource: {
    good: () => ({ path: '/api/bookmarks/import/elsewhere', json: {} }),
    others: { 404: { ask: () => ({ path: '/api/bookmarks/import/elsewhere', json: {} }) } },
  },
  progress: { good: () => ({ path: '/api/bookmarks/import/unknown' }) },
};
