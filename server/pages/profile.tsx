/** @jsxImportSource hono/jsx */
import { MAX_PASSWORD_LENGTH, opds } from '../../src/contract';
import { qrPath } from '../../src/theme/qr-path';
import { allTokensOf, type IssuedToken, makeToken } from '../account/issue-token';
import { passwordProblem, setPassword } from '../account/new-user';
import { MIN_PASSWORD_LENGTH } from '../account/password';
import { checkPassword } from '../account/sign-in';
import { listShareLinks } from '../bookmarks/list-share-links';
import { reachableAddress } from '../config/networks';
import { type BaseAddress, baseForOthers } from '../http/base-address';
import type { Server } from '../server';
import { MAX_MADE_TOKENS, type TokenRow } from '../storage';
import { Field, Notice, Submit } from './fields';
import { HTTPS_HELP } from './https-help';
import { FormToken, Layout } from './layout';
import { pageAt } from './list-pages';
import { entryOf, type PageRoute, type SignedInVisit, seeOther, show, signedInPage } from './page';
import { ShareList } from './shares';
import { pageText, type TextKey } from './text';
import { readTokenRequest, TokenForm, TokenList, type TokenRequest } from './tokens';

type Outcome = Pick<
  ProfileProps,
  'isNew' | 'made' | 'isFull' | 'isRevoked' | 'isWithdrawn' | 'password' | 'refused'
>;

/** Creates the account page: password, API tokens, signed-in apps. */
export function profilePages(server: Server): readonly PageRoute[] {
  const { storage } = server;

  async function page(visit: SignedInVisit, outcome: Outcome = {}, status = 200) {
    const { id } = visit.visitor.user;
    const tokens = await allTokensOf(storage, id);
    const links = await listShareLinks(server, id, pageAt(visit, 'shares'));
    const { host, baseUrl } = server.config;
    const phone = baseForOthers(visit.base, baseUrl === null ? reachableAddress(host) : null);
    const shown = { visit, tokens, links, phone, ...outcome };
    return show(<ProfilePage {...shown} />, { status });
  }

  return [
    signedInPage('GET', '/profile', (visit) =>
      page(visit, {
        isNew: visit.url.searchParams.has('new'),
        isRevoked: visit.url.searchParams.has('revoked'),
        isWithdrawn: visit.url.searchParams.has('withdrawn'),
      }),
    ),
    signedInPage('POST', '/profile/tokens', async (visit) => {
      const request = readTokenRequest(visit);
      if (request.nameProblem || request.rolesProblem)
        return page(visit, { refused: request }, 422);
      const { name, roles } = request;
      const made = await makeToken(storage, { userId: visit.visitor.user.id, name, roles });
      return made ? page(visit, { made }) : page(visit, { isFull: true, refused: request }, 422);
    }),
    signedInPage('POST', '/profile/tokens/{id}/revoke', async (visit) => {
      await storage.tokens.delete(visit.visitor.user.id, visit.params.id ?? '');
      return seeOther(`${visit.base.url('/profile')}?revoked=1`);
    }),
    signedInPage('POST', '/profile/shares/{id}/withdraw', async (visit) => {
      await storage.shareLinks.delete(visit.visitor.user.id, visit.params.id ?? '');
      return seeOther(`${visit.base.url('/profile')}?withdrawn=1`);
    }),
    signedInPage('POST', '/profile/password', async (visit) => {
      const password: PasswordOutcome = await changePassword(server, visit);
      return page(visit, { password }, isChanged(password) ? 200 : 422);
    }),
  ];
}

export interface ProfileProps {
  readonly visit: SignedInVisit;
  readonly phone: BaseAddress | null;
  readonly links: Awaited<ReturnType<typeof listShareLinks>>;
  readonly tokens: readonly TokenRow[];
  /** True when the account has just been created. */
  readonly isNew?: boolean;
  /** The token that has just been created. */
  readonly made?: IssuedToken;
  /** True when no token was created because there are too many. */
  readonly isFull?: boolean;
  readonly isRevoked?: boolean;
  /** True when a public link has just been withdrawn. */
  readonly isWithdrawn?: boolean;
  readonly password?: PasswordOutcome;
  /** The request for a token that was refused. */
  readonly refused?: TokenRequest;
}

function ProfilePage({ visit, tokens, links, phone, ...outcome }: ProfileProps) {
  const { base, visitor } = visit;
  const apps = tokens.filter(({ kind }) => kind === 'oauth');
  const own = tokens.filter(({ kind }) => kind !== 'oauth');
  return (
    <Layout base={base} title={pageText('profileTitle')} visitor={visitor}>
      <h1>{pageText('profileTitle')}</h1>
      {outcome.isNew && <Notice>{pageText('profileNew')}</Notice>}
      {outcome.isNew && <Ways base={base} phone={phone} />}
      {outcome.made && <MadeToken made={outcome.made} />}
      {outcome.isRevoked && <Notice>{pageText('tokenRevoked')}</Notice>}
      {outcome.isWithdrawn && <Notice>{pageText('shareWithdrawn')}</Notice>}
      <section class="card" aria-labelledby="apps">
        <h2 id="apps">{pageText('appsTitle')}</h2>
        <p>{pageText('appsLead')}</p>
        <code>{base.url('/')}</code>
        <TokenList visit={visit} name="apps" tokens={apps} none={pageText('appsNone')} />
      </section>
      <section class="card" aria-labelledby="readers">
        <h2 id="readers">{pageText('readersTitle')}</h2>
        <p>{pageText('readersLead')}</p>
        <code>{base.url(opds.root.path)}</code>
        <p>{pageText('readersSignIn')}</p>
      </section>
      <section class="card" aria-labelledby="tokens">
        <h2 id="tokens">{pageText('tokensTitle')}</h2>
        <p>{pageText('tokensLead')}</p>
        {outcome.isFull && <Notice isProblem>{pageText('tokensFull', MAX_MADE_TOKENS)}</Notice>}
        <TokenForm visit={visit} refused={outcome.refused ?? null} />
        <TokenList visit={visit} name="tokens" tokens={own} none={pageText('tokensNone')} />
      </section>
      <ShareList visit={visit} links={links.links} total={links.total} />
      <PasswordForm visit={visit} outcome={outcome.password ?? null} />
    </Layout>
  );
}

interface WaysProps {
  readonly base: BaseAddress;
  /** The base at which a phone reaches the server; null if none is known. */
  readonly phone: BaseAddress | null;
}

/** The two ways to use a new server. */
function Ways({ base, phone }: WaysProps) {
  const help = <a href={`${base.prefix}${HTTPS_HELP}`}>{pageText('httpsTitle')}</a>;
  return (
    <section class="card" aria-labelledby="ways">
      <h2 id="ways">{pageText('waysTitle')}</h2>
      <p>{pageText('waysExtension')}</p>
      {phone?.origin !== base.origin && <code>{base.url('/')}</code>}
      <p>{pageText(phone === null ? 'waysNoPhone' : 'waysPhone')}</p>
      {phone !== null && <PhoneAddress address={phone.url('/')} />}
      {!phone?.isSecure && (
        <p>
          {pageText('waysPlain')} {help}
        </p>
      )}
    </section>
  );
}

function PhoneAddress({ address }: { readonly address: string }) {
  const { d, size } = qrPath(address);
  return (
    <>
      <code>{address}</code>
      <svg
        class="qr-code"
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={pageText('waysPicture', address)}
        shape-rendering="crispEdges"
      >
        <path d={d} />
      </svg>
    </>
  );
}

const MadeToken = ({ made }: { readonly made: IssuedToken }) => (
  <Notice>
    <p>{pageText('tokenMade', made.row.name)}</p>
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
      <h2 id="password-title">{pageText('passwordTitle')}</h2>
      {outcome && (
        <Notice isProblem={!isChanged(outcome)}>
          {pageText(
            outcome,
            outcome === 'passwordTooLong' ? MAX_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH,
          )}
        </Notice>
      )}
      <form class="fields" method="post" action={`${base.prefix}/profile/password`}>
        <FormToken visitor={visitor} />
        <Field
          name="password"
          type="password"
          label={pageText('passwordNow')}
          autocomplete="current-password"
        />
        <Field
          name="new_password"
          type="password"
          label={pageText('passwordNew')}
          hint={pageText('setUpPasswordHint', MIN_PASSWORD_LENGTH)}
          autocomplete="new-password"
        />
        <label class="check">
          <input type="checkbox" name="revoke_tokens" value="1" />
          {pageText('passwordRevoke')}
        </label>
        <div class="buttons">
          <Submit>{pageText('passwordButton')}</Submit>
        </div>
      </form>
    </section>
  );
}

/** The result of a password change. */
export type PasswordOutcome = Extract<
  TextKey,
  | 'passwordChanged'
  | 'passwordChangedTokens'
  | 'passwordWrong'
  | 'passwordTooShort'
  | 'passwordTooLong'
  | 'signInTooOften'
>;

const isChanged = (outcome: PasswordOutcome): boolean =>
  outcome === 'passwordChanged' || outcome === 'passwordChangedTokens';

/**
 * Changes the visitor's password and ends all their sessions but this one. Their tokens are revoked
 * if they ticked that.
 */
async function changePassword(
  server: Server,
  { visitor, form, clientAddress }: SignedInVisit,
): Promise<PasswordOutcome> {
  const { user, sessionHash } = visitor;
  const password = entryOf(form, 'password');
  const newPassword = entryOf(form, 'new_password');
  if (Math.max(password.length, newPassword.length) > MAX_PASSWORD_LENGTH) return 'passwordTooLong';
  // Counted like a sign-in, so that nobody can guess the password in an open browser.
  const checked = await checkPassword(server, {
    clientAddress,
    password,
    find: async () => ({ key: `user ${user.id}`, user }),
  });
  if (!checked.ok) return checked.error.kind === 'wrong' ? 'passwordWrong' : 'signInTooOften';
  if (passwordProblem(newPassword)) return 'passwordTooShort';
  const revokesTokens = entryOf(form, 'revoke_tokens') !== '';
  await setPassword(server.storage, user.id, newPassword, {
    exceptSession: sessionHash,
    revokesTokens,
  });
  return revokesTokens ? 'passwordChangedTokens' : 'passwordChanged';
}
