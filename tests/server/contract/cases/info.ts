import type { MOUNTED } from '../../../../server/routes';
import type { GroupCases } from '../case';

export const info: GroupCases<(typeof MOUNTED)['info']> = {
  read: {
    good: () => ({ path: '/api/info' }),
    others: { 500: { never: 'says what is known at the start' }, 503: { never: 'as above' } },
  },
  openApi: {
    good: () => ({ path: '/api/openapi.json' }),
    others: { 500: { never: 'is made of the table' }, 503: { never: 'as above' } },
  },
};
