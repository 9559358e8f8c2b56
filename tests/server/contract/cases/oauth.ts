import type { MOUNTED } from '../../../../server/routes';
import { CLIENT, DEVICE_GRANT, grantedCode, register, VERIFIER } from '../../support/oauth';
import { afterManyRequests, type GroupCases, type World } from '../case';

const asDevice = async ({ t }: World) => ({
  path: '/api/oauth/device',
  json: { client_id: await register(t), scope: 'bookmarks:read' },
});
const GUESS = { grant_type: DEVICE_GRANT, client_id: 'urn:uuid:0', device_code: 'guess' };

const revocation = async ({ t, user }: World) => {
  const token = await t.tokenOf(user);
  return { path: '/api/oauth/revoke', json: { token }, token };
};

export const oauth: Pick<
  GroupCases<(typeof MOUNTED)['oauth']>,
  'metadata' | 'register' | 'device' | 'token' | 'revoke'
> = {
  metadata: { good: () => ({ path: '/.well-known/oauth-authorization-server' }) },
  register: {
    good: () => ({ path: '/api/oauth/client', json: CLIENT }),
    others: {
      429: afterManyRequests(60, async () => ({ path: '/api/oauth/client', json: CLIENT })),
    },
  },
  device: { good: asDevice, others: { 429: afterManyRequests(60, asDevice) } },
  token: {
    good: async ({ t, user }) => ({
      path: '/api/oauth/token',
      json: {
        grant_type: 'authorization_code',
        code: await grantedCode(t, user),
        code_verifier: VERIFIER,
      },
    }),
    others: {
      429: afterManyRequests(100, async () => ({ path: '/api/oauth/token', json: GUESS })),
    },
  },
  revoke: {
    good: revocation,
    others: {
      401: { ask: async (world) => ({ ...(await revocation(world)), token: 'unknown' }) },
    },
  },
};
