/** @jsxImportSource hono/jsx */

import { opds } from '../../src/contract';
import type { IssuedToken } from '../auth/issue-token';
import { MIN_PASSWORD_LENGTH } from '../auth/password';
import type { TokenRow } from '../storage';
import { Field, Notice, Submit } from './fields';
import { FormToken, Layout } from './layout';
import type { SignedInVisit } from './page';
import { isChanged, type PasswordOutcome } from './password-form';
import { TokenForm, type WantedToken } from './token-form';
import { TokenList } from './token-list';
import { words } from './words';

export interface ProfileProps {
  readonly visit: SignedInVisit;
  readonly tokens: readonly TokenRow[];
  /** Whether the account was made just now. */
  readonly isNew?: boolean;
  /** The token that was made just now. */
  readonly made?: IssuedToken;
  readonly isRevoked?: boolean;
  readonly password?: PasswordOutcome;
  /** A token that could not be made as it was asked for. */
  readonly refused?: WantedToken;
}

export function ProfilePage({ visit, tokens, ...outcome }: ProfileProps) {
  const { base, visitor } = visit;
  const apps = tokens.filter(({ kind }) => kind === 'oauth');
  const own = tokens.filter(({ kind }) => kind !== 'oauth');
  return (
    <Layout base={base} title={words('profileTitle')} visitor={visitor}>
      <h1>{words('profileTitle')}</h1>
      {outcome.isNew && <Notice>{words('profileNew')}</Notice>}
      {outcome.made && <MadeToken made={outcome.made} />}
      {outcome.isRevoked && <Notice>{words('tokenRevoked')}</Notice>}
      <section class="card" aria-labelledby="apps">
        <h2 id="apps">{words('appsTitle')}</h2>
        <p>{words('appsLead')}</p>
        <code>{base.url('/')}</code>
        <TokenList visit={visit} tokens={apps} none={words('appsNone')} />
      </section>
      <section class="card" aria-labelledby="readers">
        <h2 id="readers">{words('readersTitle')}</h2>
        <p>{words('readersLead')}</p>
        <code>{base.url(opds.root.path)}</code>
        <p>{words('readersSignIn')}</p>
      </section>
      <section class="card" aria-labelledby="tokens">
        <h2 id="tokens">{words('tokensTitle')}</h2>
        <p>{words('tokensLead')}</p>
        <TokenForm visit={visit} refused={outcome.refused ?? null} />
        <TokenList visit={visit} tokens={own} none={words('tokensNone')} />
      </section>
      <PasswordForm visit={visit} outcome={outcome.password ?? null} />
    </Layout>
  );
}

const MadeToken = ({ made }: { readonly made: IssuedToken }) => (
  <Notice>
    <p>{words('tokenMade', made.row.name)}</p>
    <code>{made.secret}</code>
  </Notice>
);

interface PasswordFormProps {
  readonly visit: SignedInVisit;
  readonly outcome: PasswordOutcome | null;
}

function PasswordForm({ visit: { base, visitor }, outcome }: PasswordFormProps) {
  return (
    <section class="card" aria-labelledby="password-title">
      <h2 id="password-title">{words('passwordTitle')}</h2>
      {outcome && (
        <Notice isProblem={!isChanged(outcome)}>{words(outcome, MIN_PASSWORD_LENGTH)}</Notice>
      )}
      <form class="fields" method="post" action={`${base.prefix}/profile/password`}>
        <FormToken visitor={visitor} />
        <Field
          name="password"
          type="password"
          label={words('passwordNow')}
          autocomplete="current-password"
        />
        <Field
          name="new_password"
          type="password"
          label={words('passwordNew')}
          hint={words('setUpPasswordHint', MIN_PASSWORD_LENGTH)}
          autocomplete="new-password"
        />
        <label class="check">
          <input type="checkbox" name="revoke_tokens" value="1" />
          {words('passwordRevoke')}
        </label>
        <div class="buttons">
          <Submit>{words('passwordButton')}</Submit>
        </div>
      </form>
    </section>
  );
}
