import type { MOUNTED } from '../../../server/routes';
import {
  authorizePath,
  CLIENT,
  DEVICE_GRANT,
  grantedCode,
  register,
  VERIFIER,
} from '../support/oauth';
import type { GroupCases, OtherStatus, World } from './case';

/** Somebody who asks without end: `times` requests like this one came before. */
const after = (
  times: number,
  ask: (world: World) => Promise<{ path: string; json: object }>,
): OtherStatus => ({
  ask: async (world) => {
    exhausted += 1;
    const from = `203.0.113.${exhausted}`;
    const { path, json } = await ask(world);
    for (let n = 0; n < times; n++) await world.t.send('POST', path, { json, from });
    return { path, json, from };
  },
});
let exhausted = 0;

const info: GroupCases<(typeof MOUNTED)['info']> = {
  read: {
    good: () => ({ path: '/api/info' }),
    others: { 500: { never: 'says what is known at the start' }, 503: { never: 'as above' } },
  },
  openApi: {
    good: () => ({ path: '/api/openapi.json' }),
    others: { 500: { never: 'is made of the table' }, 503: { never: 'as above' } },
  },
};

const PASSWORD = 'correct horse battery';
const SIGN_IN = { username: 'ada', password: PASSWORD, application: 'test' };

const signIn: GroupCases<(typeof MOUNTED)['signIn']> = {
  withPassword: {
    good: () => ({ path: '/api/auth', json: SIGN_IN }),
    others: {
      401: { ask: () => ({ path: '/api/auth', json: { ...SIGN_IN, password: 'wrong one' } }) },
      404: {
        ask: () => ({ path: '/api/auth', json: SIGN_IN }),
        instead: ({ t }) => t.another({ config: { ...t.server.config, hasPasswordSignIn: false } }),
      },
      429: after(10, async () => ({
        path: '/api/auth',
        json: { ...SIGN_IN, username: 'somebody' },
      })),
    },
  },
};

const aToken = async ({ t, user }: World) => {
  const { id } = await t.storage.tokens.create({
    userId: user.id,
    kind: 'api',
    name: 'one',
    roles: null,
    clientUri: '',
    clientLogo: '',
    expires: null,
    hash: `${Math.random()}`,
  });
  return { path: `/api/profile/tokens/${id}` };
};

const profile: GroupCases<(typeof MOUNTED)['profile']> = {
  read: {
    good: () => ({ path: '/api/profile' }),
    others: { 403: { never: 'every token has api:profile:info' } },
  },
  update: { good: () => ({ path: '/api/profile', json: { settings_lang: 'en' } }) },
  tokens: { good: () => ({ path: '/api/profile/tokens' }) },
  deleteToken: {
    good: aToken,
    others: { 403: { never: 'every token has api:profile:tokens:delete' } },
  },
};

const asDevice = async ({ t }: World) => ({
  path: '/api/oauth/device',
  json: { client_id: await register(t), scope: 'bookmarks:read' },
});
const GUESS = { grant_type: DEVICE_GRANT, client_id: 'urn:uuid:0', device_code: 'guess' };

const oauth: Pick<
  GroupCases<(typeof MOUNTED)['oauth']>,
  'metadata' | 'register' | 'device' | 'token' | 'revoke'
> = {
  metadata: {
    good: () => ({ path: '/.well-known/oauth-authorization-server' }),
    others: { 500: { never: 'says what is known at the start' }, 503: { never: 'as above' } },
  },
  register: {
    good: () => ({ path: '/api/oauth/client', json: CLIENT }),
    others: { 429: after(60, async () => ({ path: '/api/oauth/client', json: CLIENT })) },
  },
  device: { good: asDevice, others: { 429: after(60, asDevice) } },
  token: {
    good: async ({ t, user }) => ({
      path: '/api/oauth/token',
      json: {
        grant_type: 'authorization_code',
        code: await grantedCode(t, user),
        code_verifier: VERIFIER,
      },
    }),
    others: { 429: after(100, async () => ({ path: '/api/oauth/token', json: GUESS })) },
  },
  revoke: {
    good: async ({ t, user }) => {
      const token = await t.tokenOf(user);
      return { path: '/api/oauth/revoke', json: { token }, token };
    },
    others: { 403: { never: 'every token may revoke itself' } },
  },
};

/** What is known of each mounted route; a route without cases fails the test of the table. */
export const CASES = { info, signIn, profile, oauth };

export { authorizePath, PASSWORD };
