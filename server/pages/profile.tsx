/** @jsxImportSource hono/jsx */
import { MAX_APPLICATION_LENGTH, MAX_PAGE_SIZE, type TokenRole } from '../../src/contract';
import { issueToken } from '../auth/issue-token';
import type { Server } from '../server';
import type { TokenRow } from '../storage';
import { entriesOf, entryOf } from './form-entry';
import { ownPage, type PageRoute, type SignedInVisit, seeOther, show } from './page';
import { changePassword, type PasswordOutcome } from './password-form';
import { ProfilePage, type ProfileProps } from './profile-page';
import { rolesFor } from './token-roles';

type Outcome = Pick<ProfileProps, 'made' | 'isRevoked' | 'password' | 'nameProblem'>;

/** A person's own account: password, API tokens, signed-in apps. */
export function profilePages(server: Server): readonly PageRoute[] {
  const { storage } = server;

  async function page(visit: SignedInVisit, outcome: Outcome = {}, status = 200) {
    const tokens = await allTokens(server, visit);
    return show(<ProfilePage visit={visit} tokens={tokens} {...outcome} />, { status });
  }

  return [
    ownPage('GET', '/profile', (visit) =>
      page(visit, { isRevoked: visit.url.searchParams.has('revoked') }),
    ),
    ownPage('POST', '/profile/tokens', async (visit) => {
      const name = entryOf(visit.form, 'name').trim();
      if (name === '') return page(visit, { nameProblem: 'fieldRequired' }, 422);
      if (name.length > MAX_APPLICATION_LENGTH) {
        return page(visit, { nameProblem: 'fieldTooLong' }, 422);
      }
      const made = await issueToken(storage, {
        userId: visit.visitor.user.id,
        kind: 'api',
        name,
        roles: chosenRoles(visit),
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

function chosenRoles({ form, visitor }: SignedInVisit): readonly TokenRole[] | null {
  const ticked = new Set(entriesOf(form, 'roles'));
  const roles = rolesFor(visitor.user.group).filter((role) => ticked.has(role));
  return roles.length > 0 ? roles : null;
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
