import type { MOUNTED } from '../../../../server/routes';
import type { GroupCases } from '../case';

export const events: GroupCases<(typeof MOUNTED)['events']> = {
  stream: { good: () => ({ path: '/api/events' }) },
};
