import type { MOUNTED } from '../../../../server/routes';
import type { GroupCases } from '../case';

const html = '<!doctype html><title>A page</title><p>Some text.</p>';

export const devTools: GroupCases<(typeof MOUNTED)['devTools']> = {
  extract: {
    // The host does not exist, which the route reports in a valid response.
    good: () => ({ path: '/api/cookbook/extract?url=https://nowhere.example/' }),
    others: { 422: { ask: () => ({ path: '/api/cookbook/extract' }) } },
  },
  extractGiven: {
    good: () => ({
      path: '/api/cookbook/extract',
      json: { url: 'https://example.org/', html },
    }),
  },
  urls: { good: () => ({ path: '/api/cookbook/urls' }) },
};
