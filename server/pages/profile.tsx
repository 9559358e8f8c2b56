/** @jsxImportSource hono/jsx */
import { MAX_PAGE_SIZE } from '../../src/contract';
import { issueToken } from '../auth/issue-token';
import type { Server } from '../server';
import type { TokenRow } from '../storage';
import { ownPage, type PageRoute, type SignedInVisit, seeOther, show } from './page';
import { changePassword, type PasswordOutcome } from './password-form';
import { ProfilePage, type ProfileProps } from './profile-page';
import { readWantedToken } from './token-form';

type Outcome = Pick<ProfileProps, 'isNew' | 'made' | 'isRevoked' | 'password' | 'refused'>;

/** A person's own account: password, API tokens, signed-in apps. */
export function profilePages(server: Server): readonly PageRoute[] {
  const { storage } = server;

  async function page(visit: SignedInVisit, outcome: Outcome = {}, status = 200) {
    const tokens = await allTokens(server, visit);
    return show(<ProfilePage visit={visit} tokens={tokens} {...outcome} />, { status });
  }

  return [
    ownPage('GET', '/profile', (visit) =>
      page(visit, {
        isNew: visit.url.searchParams.has('new'),
        isRevoked: visit.url.searchParams.has('revoked'),
      }),
    ),
    ownPage('POST', '/profile/tokens', async (visit) => {
      const wanted = readWantedToken(visit);
      if (wanted.nameProblem || wanted.rolesProblem) return page(visit, { refused: wanted }, 422);
      const made = await issueToken(storage, {
        userId: visit.visitor.user.id,
        kind: 'api',
        name: wanted.name,
        roles: wanted.roles,
        clientUri: '',
        clientLogo: '',
      });
      return page(visit, { made });
    }),
    ownPage('POST', '/profile/tokens/{id}/revoke', async (visit) => {
      await storage.tokens.delete(visit.visitor.user.id, visit.params.id ?? '');
      return seeOther(`${visit.base.url('/profile')}?revoked=1`);
    }),
    ownPage('POST', '/profile/password', async (visit) => {
      const password: PasswordOutcome = await changePassword(server, visit);
      return page(visit, { password }, password === 'passwordChanged' ? 200 : 422);
    }),
  ];
}

/** Every token of the visitor, newest first. */
async function allTokens({ storage }: Server, { visitor }: SignedInVisit) {
  const all: TokenRow[] = [];
  for (let total = 1; all.length < total; ) {
    const page = { limit: MAX_PAGE_SIZE, offset: all.length };
    const listed = await storage.tokens.list(visitor.user.id, page);
    total = listed.rows.length === 0 ? 0 : listed.total;
    all.push(...listed.rows);
  }
  return all;
}
