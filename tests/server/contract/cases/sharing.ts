import type { MOUNTED } from '../../../../server/routes';
import { DAY_MS, unixMs } from '../../../../src/domain/time';
import { saveArticle } from '../../support/saved-article';
import type { GroupCases, World } from '../case';

const toLink = async ({ t, user }: World) => ({
  path: `/api/bookmarks/${(await saveArticle(t, user)).id}/share/link`,
});

const TO_EVE = { email: 'eve@example.org' };

const toEmail = async ({ t, user }: World) => ({
  path: `/api/bookmarks/${(await saveArticle(t, user)).id}/share/email`,
  json: TO_EVE,
});

async function linkPath(world: World): Promise<string> {
  const answer = await world.t.send('GET', (await toLink(world)).path, { token: world.token });
  return new URL(answer.headers.get('Location') ?? '').pathname;
}

async function toWithdraw({ t, user, token }: World) {
  const { id } = await saveArticle(t, user);
  await t.send('GET', `/api/bookmarks/${id}/share/link`, { token });
  const { rows } = await t.storage.shareLinks.list(user.id, { limit: 1, offset: 0 });
  return { path: `/api/bookmarks/shares/${rows[0]?.id}` };
}

export const sharing: GroupCases<(typeof MOUNTED)['sharing']> = {
  link: {
    good: toLink,
    others: {
      404: { ask: () => ({ path: `/api/bookmarks/${'x'.repeat(20)}/share/link` }) },
      422: { ask: async (world) => ({ path: `${(await toLink(world)).path}?lifetime=hour` }) },
    },
  },
  links: { good: () => ({ path: '/api/bookmarks/shares' }) },
  withdraw: { good: toWithdraw },
  email: {
    good: toEmail,
    others: {
      404: {
        ask: () => ({ path: `/api/bookmarks/${'x'.repeat(20)}/share/email`, json: TO_EVE }),
      },
      429: {
        ask: async (world) => {
          const user = await world.t.addUser('often');
          const token = await world.t.tokenOf(user);
          const request = { ...(await toEmail({ ...world, user })), token };
          for (let n = 0; n < 50; n += 1) await world.t.send('POST', request.path, request);
          return request;
        },
      },
    },
  },
  page: {
    good: async (world) => ({ path: await linkPath(world) }),
    others: {
      410: {
        ask: async (world) => ({ path: await linkPath(world) }),
        instead: ({ t }) => t.another({ now: () => unixMs(t.server.now() + 2 * DAY_MS) }),
      },
      429: {
        ask: async ({ t }) => {
          const path = `/@b/${'x'.repeat(43)}`;
          for (let n = 0; n < 300; n += 1) await t.send('GET', path);
          return { path };
        },
      },
    },
  },
  picture: {
    good: async (world) => ({ path: `${await linkPath(world)}/_resources/ice.png` }),
    others: {
      404: { ask: async (world) => ({ path: `${await linkPath(world)}/img/ice.png` }) },
      410: {
        ask: async (world) => ({ path: `${await linkPath(world)}/_resources/ice.png` }),
        instead: ({ t }) => t.another({ now: () => unixMs(t.server.now() + 2 * DAY_MS) }),
      },
    },
  },
};
