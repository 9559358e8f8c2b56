import type { MOUNTED } from '../../../../server/routes';
import { addLoaded } from '../../support/bookmarks';
import type { GroupCases, World } from '../case';

let made = 0;

/** Adds a bookmark with a label and returns the address of the label. */
const aLabel = async ({ t, user }: World) => {
  const name = `label ${++made}`;
  await addLoaded(t, user, { labels: [name] });
  return { path: `/api/bookmarks/labels?name=${encodeURIComponent(name)}` };
};
const UNKNOWN = '/api/bookmarks/labels?name=unknown';

export const labels: GroupCases<(typeof MOUNTED)['labels']> = {
  list: {
    good: () => ({ path: '/api/bookmarks/labels' }),
    others: { 422: { ask: () => ({ path: '/api/bookmarks/labels?q=%00' }) } },
  },
  read: { good: aLabel, others: { 404: { ask: () => ({ path: UNKNOWN }) } } },
  rename: {
    good: async (world) => ({ ...(await aLabel(world)), json: { name: 'renamed' } }),
    others: { 404: { ask: () => ({ path: UNKNOWN, json: { name: 'renamed' } }) } },
  },
  delete: { good: aLabel, others: { 404: { ask: () => ({ path: UNKNOWN }) } } },
};
