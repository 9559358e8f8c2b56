import type { MOUNTED } from '../../../../server/routes';
import type { GroupCases } from '../case';

export const info: GroupCases<(typeof MOUNTED)['info']> = {
  read: { good: () => ({ path: '/api/info' }) },
  openApi: { good: () => ({ path: '/api/openapi.json' }) },
};
