/** @jsxImportSource hono/jsx */
import { allTokensOf, issueToken } from '../auth/issue-token';
import type { Server } from '../server';
import { ownPage, type PageRoute, type SignedInVisit, seeOther, show } from './page';
import { changePassword, isChanged, type PasswordOutcome } from './password-form';
import { ProfilePage, type ProfileProps } from './profile-page';
import { readWantedToken } from './token-form';

type Outcome = Pick<ProfileProps, 'isNew' | 'made' | 'isRevoked' | 'password' | 'refused'>;

/** A person's own account: password, API tokens, signed-in apps. */
export function profilePages(server: Server): readonly PageRoute[] {
  const { storage } = server;

  async function page(visit: SignedInVisit, outcome: Outcome = {}, status = 200) {
    const tokens = await allTokensOf(storage, visit.visitor.user.id);
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
      return page(visit, { password }, isChanged(password) ? 200 : 422);
    }),
  ];
}
