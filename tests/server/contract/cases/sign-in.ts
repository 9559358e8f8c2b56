import type { MOUNTED } from '../../../../server/routes';
import { afterManyRequests, type GroupCases } from '../case';
export const PASSWORD = 'correct horse battery';
const SIGN_IN = { username: 'ada', password: PASSWORD, application: 'test' };

export const signIn: GroupCases<(typeof MOUNTED)['signIn']> = {
  withPassword: {
    good: () => ({ path: '/api/auth', json: SIGN_IN }),
    others: {
      401: { ask: () => ({ path: '/api/auth', json: { ...SIGN_IN, password: 'wrong one' } }) },
      404: {
        ask: () => ({ path: '/api/auth', json: SIGN_IN }),
        instead: ({ t }) => t.another({ config: { ...t.server.config, hasPasswordSignIn: false } }),
      },
      429: afterManyRequests(10, async () => ({
        path: '/api/auth',
        json: { ...SIGN_IN, username: 'somebody' },
      })),
    },
  },
};
