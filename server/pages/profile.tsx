/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx';
import { opds } from '../../src/contract';
import { qrPath } from '../../src/theme/qr-path';
import { allTokensOf, type IssuedToken, makeToken } from '../account/issue-token';
import { listShareLinks } from '../bookmarks/list-share-links';
import { reachableAddress } from '../config/networks';
import { type BaseAddress, baseForOthers } from '../http/base-address';
import { refuse } from '../http/refusal';
import type { Server } from '../server';
import { MAX_MADE_TOKENS, type TokenRow } from '../storage';
import { Notice } from './fields';
import { HTTPS_HELP } from './https-help';
import { Layout } from './layout';
import { pageAt } from './list-pages';
import { type PageRoute, type SignedInVisit, seeOther, show, signedInPage } from './page';
import { changePassword, isChanged, PasswordForm, type PasswordOutcome } from './password';
import { ShareList } from './shares';
import { pageText } from './text';
import { readTokenRequest, TokenForm, TokenList, type TokenRequest } from './tokens';
import { isAboutWays, type Ways, WaysToSignIn, wayPages, waysOf } from './ways';

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
    const hasApp = server.webApp !== null;
    const ways = await waysOf(server, visit);
    const hasPassword = server.config.hasPasswords && visit.visitor.user.passwordHash !== null;
    const shown = { visit, tokens, links, phone, hasApp, ways, hasPassword, ...outcome };
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
    ...wayPages(server),
    signedInPage('POST', '/profile/password', async (visit) => {
      if (!server.config.hasPasswords) return refuse(403, pageText('signInNoPasswords'));
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
  /** True if the server has the web app. */
  readonly hasApp: boolean;
  /** null if the server has no ways to sign in but passwords. */
  readonly ways: Ways | null;
  readonly hasPassword: boolean;
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

function ProfilePage({
  visit,
  tokens,
  links,
  phone,
  hasApp,
  ways,
  hasPassword,
  ...outcome
}: ProfileProps) {
  const { base, visitor } = visit;
  const isAsked = (...names: readonly string[]) =>
    names.some((name) => visit.url.searchParams.has(name));
  return (
    <Layout base={base} title={pageText('profileTitle')} visitor={visitor}>
      <div class="cluster split gap-4 row-gap-2">
        <h1>{pageText('profileTitle')}</h1>
        {hasApp && (
          <a class="button" data-look="primary" href={base.url('/')}>
            {pageText('openLibrary')}
          </a>
        )}
      </div>
      {outcome.isNew && <Notice>{pageText('profileNew')}</Notice>}
      {outcome.isNew && <Devices base={base} phone={phone} />}
      {outcome.made && <MadeToken made={outcome.made} />}
      {outcome.isRevoked && <Notice>{pageText('tokenRevoked')}</Notice>}
      {outcome.isWithdrawn && <Notice>{pageText('shareWithdrawn')}</Notice>}
      <Part
        title={pageText('accessTitle')}
        count={tokens.length}
        isOpen={
          Boolean(outcome.made ?? outcome.refused ?? outcome.isRevoked) || isAsked('apps', 'tokens')
        }
      >
        <Access visit={visit} tokens={tokens} {...outcome} />
      </Part>
      <Part
        title={pageText('sharesTitle')}
        count={links.total}
        isOpen={Boolean(outcome.isWithdrawn) || isAsked('shares')}
      >
        <ShareList visit={visit} links={links.links} total={links.total} />
      </Part>
      {ways && (
        <Part title={pageText('waysToSignIn')} isOpen={isAboutWays(visit)}>
          <WaysToSignIn visit={visit} ways={ways} />
        </Part>
      )}
      {hasPassword && (
        <Part title={pageText('passwordTitle')} isOpen={outcome.password !== undefined}>
          <PasswordForm visit={visit} outcome={outcome.password ?? null} />
        </Part>
      )}
    </Layout>
  );
}

interface PartProps {
  readonly title: string;
  /** The number of things in it. */
  readonly count?: number;
  readonly isOpen: boolean;
}

/** A part of the account page, which is folded until a person opens it. */
const Part = ({ title, count = 0, isOpen, children }: PropsWithChildren<PartProps>) => (
  <details open={isOpen}>
    <summary>
      <h2>{title}</h2>
      {count > 0 && <span class="hint">{count}</span>}
    </summary>
    <div class="card">{children}</div>
  </details>
);

/** Everything that has access to the account: apps, e-readers and API tokens. */
function Access({
  visit,
  tokens,
  isFull,
  refused,
}: Pick<ProfileProps, 'visit' | 'tokens' | 'isFull' | 'refused'>) {
  const { base } = visit;
  const apps = tokens.filter(({ kind }) => kind === 'oauth');
  const own = tokens.filter(({ kind }) => kind !== 'oauth');
  return (
    <>
      <section aria-labelledby="apps">
        <h3 id="apps">{pageText('appsTitle')}</h3>
        <p>{pageText('appsLead')}</p>
        <code>{base.url('/')}</code>
        <TokenList visit={visit} name="apps" tokens={apps} none={pageText('appsNone')} />
      </section>
      <section aria-labelledby="readers">
        <h3 id="readers">{pageText('readersTitle')}</h3>
        <p>{pageText('readersLead')}</p>
        <code>{base.url(opds.root.path)}</code>
        <p>{pageText('readersSignIn')}</p>
      </section>
      <section aria-labelledby="tokens">
        <h3 id="tokens">{pageText('tokensTitle')}</h3>
        <p>{pageText('tokensLead')}</p>
        {isFull && <Notice isProblem>{pageText('tokensFull', MAX_MADE_TOKENS)}</Notice>}
        <TokenForm visit={visit} refused={refused ?? null} />
        <TokenList visit={visit} name="tokens" tokens={own} none={pageText('tokensNone')} />
      </section>
    </>
  );
}

interface DevicesProps {
  readonly base: BaseAddress;
  /** The base at which a phone reaches the server; null if none is known. */
  readonly phone: BaseAddress | null;
}

/** The two ways to use a new server. */
function Devices({ base, phone }: DevicesProps) {
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
