/** @jsxImportSource hono/jsx */
import { MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH } from '../../src/contract';
import { ok, type Result } from '../../src/domain/result';
import { type IdentityProblem, userOf } from '../account/identity';
import { passkeyDomain } from '../account/passkeys';
import { PROXY_ISSUER, proxyUserOf } from '../account/proxy-user';
import {
  createLimiter,
  PROXY_SIGN_IN_BY_ACCOUNT,
  SIGN_IN_BY_ADDRESS,
} from '../account/rate-limits';
import {
  beginSession,
  endSession,
  isFormToken,
  leaveByApp,
  wasAtProvider,
} from '../account/session';
import { signInWithPassword } from '../account/sign-in';
import type { BaseAddress } from '../http/base-address';
import type { Exchange } from '../http/exchange';
import { refuse, retryAfter } from '../http/refusal';
import type { Server } from '../server';
import { Field, Notice, Submit } from './fields';
import { goOn } from './go-on';
import { Layout } from './layout';
import {
  formEntryOf,
  type PageAnswer,
  type PageRoute,
  publicPage,
  seeOther,
  show,
  type Visit,
} from './page';
import { PASSKEY_PATH } from './passkeys';
import { IDENTITY_TEXTS, PROVIDER_PATH, PROVIDER_SIGN_OUT_PATH } from './provider';
import { carriedPath, returnAddress } from './return-path';
import { pageText, type TextKey } from './text';

interface SignInProps {
  readonly base: BaseAddress;
  readonly ways: SignInWays;
  /** The path to continue at, as in the address. */
  readonly returnTo: string;
  readonly login?: string;
  readonly problem?: TextKey;
  readonly isPasswordTooLong?: boolean;
  /** The name of the provider where the person may still be signed in. */
  readonly leftBehind?: string | null;
}

/** The ways in which people can sign in here. */
interface SignInWays {
  readonly hasPasswords: boolean;
  readonly hasPasskeys: boolean;
  /** The name of the provider; null without one. */
  readonly provider: string | null;
  /** The person whom the proxy names; null without one. */
  readonly proxyUser: string | null;
}

const waysOf = (server: Server, exchange: Exchange): SignInWays => ({
  hasPasswords: server.config.hasPasswords,
  hasPasskeys: passkeyDomain(server, exchange.base) !== null,
  provider: server.config.oidc?.name ?? null,
  proxyUser: proxyUserOf(server, exchange)?.subject ?? null,
});

/** The links to the ways to sign in without a password. */
function OtherWays({ base, ways, returnTo }: Pick<SignInProps, 'base' | 'ways' | 'returnTo'>) {
  const { hasPasswords, hasPasskeys, provider, proxyUser } = ways;
  const links = [
    ...(proxyUser === null ? [] : [{ path: '/login', text: pageText('signInProxy', proxyUser) }]),
    ...(provider === null ? [] : [{ path: PROVIDER_PATH, text: pageText('signInAt', provider) }]),
    ...(hasPasskeys ? [{ path: PASSKEY_PATH, text: pageText('signInPasskey') }] : []),
  ];
  if (links.length === 0) return hasPasswords ? null : <p>{pageText('signInNoWay')}</p>;
  const query = new URLSearchParams({ r: carriedPath(returnTo) });
  return (
    <nav class="stack" aria-label={pageText('signInWays')}>
      {links.map(({ path, text }, at) => (
        <a
          class="button"
          data-look={hasPasswords || at > 0 ? undefined : 'primary'}
          href={`${base.prefix}${path}?${query}`}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}

function SignInPage({
  base,
  ways,
  returnTo,
  login = '',
  problem,
  isPasswordTooLong = false,
  leftBehind = null,
}: SignInProps) {
  return (
    <Layout base={base} title={pageText('signInTitle')} visitor={null} width="narrow">
      <div class="card">
        <h1>{pageText('signInTitle')}</h1>
        {problem && <Notice isProblem>{pageText(problem, pageText('identityProxy'))}</Notice>}
        {leftBehind !== null && (
          <Notice>
            <p>{pageText('signedOutHere', leftBehind)}</p>
            <p>
              <a href={`${base.prefix}${PROVIDER_SIGN_OUT_PATH}`}>
                {pageText('signOutAt', leftBehind)}
              </a>
            </p>
          </Notice>
        )}
        {ways.hasPasswords ? (
          <form class="stack gap-4" method="post" action={`${base.prefix}/login`}>
            <input type="hidden" name="r" value={carriedPath(returnTo)} />
            <Field
              name="login"
              label={pageText('signInLogin')}
              value={login}
              problem={isNameTooLong(login) ? pageText('fieldTooLong', MAX_USERNAME_LENGTH) : null}
              autocomplete="username"
              maxlength={MAX_USERNAME_LENGTH}
              autofocus={login === ''}
            />
            <Field
              name="password"
              type="password"
              label={pageText('signInPassword')}
              problem={isPasswordTooLong ? pageText('passwordTooLong', MAX_PASSWORD_LENGTH) : null}
              autocomplete="current-password"
              autofocus={login !== ''}
            />
            <div class="buttons">
              <Submit>{pageText('signInButton')}</Submit>
            </div>
          </form>
        ) : (
          <p>{pageText('signInNoPasswords')}</p>
        )}
        <OtherWays base={base} ways={ways} returnTo={returnTo} />
      </div>
    </Layout>
  );
}

/** Returns true if the person has just signed in on this page and comes back without a session. */
function hasSignedIn({ base, headers }: Visit): boolean {
  const referrer = headers.get('referer') ?? '';
  return (
    URL.canParse(referrer) && RETURNING.test(new URL(referrer).pathname.slice(base.prefix.length))
  );
}

/** The pages that begin a session. */
const RETURNING = /^\/login(\/|$)/;

/** No user has such a name or e-mail address. */
const isNameTooLong = (login: string): boolean => login.length > MAX_USERNAME_LENGTH;

/** The page of a server without accounts. */
const NewServerPage = ({ base, ways }: Pick<SignInProps, 'base' | 'ways'>) => (
  <Layout base={base} title={pageText('setUpTitle')} visitor={null} width="narrow">
    <div class="card">
      <h1>{pageText('setUpTitle')}</h1>
      <p>{pageText('setUpMissing')}</p>
      {ways.provider !== null && <OtherWays base={base} ways={ways} returnTo="" />}
    </div>
  </Layout>
);

const tooOften = (page: Omit<SignInProps, 'problem'>, waitMs: number): PageAnswer =>
  show(<SignInPage {...page} problem="signInTooOften" />, {
    status: 429,
    headers: { 'Retry-After': retryAfter(waitMs) },
  });

/** The parameter of the sign-in page after a sign-out. */
const SIGNED_OUT = 'out';

/** Signs in whom the proxy names. null when it names nobody. */
async function signInByProxy(
  server: Server,
  visit: Visit,
): Promise<Result<null, IdentityProblem> | null> {
  const claims = proxyUserOf(server, visit);
  if (claims === null) return null;
  const user = await userOf(server, claims);
  if (!user.ok) return user;
  const limiter = createLimiter(server);
  const waitMs = await limiter.take(PROXY_SIGN_IN_BY_ACCOUNT, String(user.value.id));
  // The browser keeps no cookie.
  if (waitMs !== null) return null;
  await beginSession(server, visit, user.value, claims.issuer);
  return ok(null);
}

/** The page of the web app that signs out (web/options.tsx). */
const APP_SIGN_OUT = '/options.html#/account/sign-out';

/** Creates the pages to sign in and out. */
export const signInPages = (server: Server): readonly PageRoute[] => [
  publicPage('GET', '/login', async (visit) => {
    const returnTo = visit.url.searchParams.get('r') ?? '';
    if (visit.visitor) return seeOther(returnAddress(visit, returnTo));
    const page = { base: visit.base, ways: waysOf(server, visit), returnTo };
    if (!visit.url.searchParams.has(SIGNED_OUT)) {
      const signedIn = await signInByProxy(server, visit);
      if (signedIn?.ok) return seeOther(returnAddress(visit, returnTo));
      if (signedIn) return show(<SignInPage {...page} problem={IDENTITY_TEXTS[signedIn.error]} />);
    }
    if ((await server.storage.users.count()) === 0) return show(<NewServerPage {...page} />);
    return show(
      <SignInPage
        {...page}
        leftBehind={wasAtProvider(visit) ? page.ways.provider : null}
        {...(hasSignedIn(visit) && { problem: 'signInNoCookie' })}
      />,
    );
  }),
  publicPage(
    'POST',
    '/login',
    async (visit) => {
      if (!server.config.hasPasswords) return refuse(403, pageText('signInNoPasswords'));
      const [login, password, returnTo] = [
        formEntryOf(visit.form, 'login').trim(),
        formEntryOf(visit.form, 'password'),
        formEntryOf(visit.form, 'r'),
      ];
      const page = { base: visit.base, ways: waysOf(server, visit), returnTo, login };
      const isPasswordTooLong = password.length > MAX_PASSWORD_LENGTH;
      if (isPasswordTooLong || isNameTooLong(login)) {
        return show(<SignInPage {...page} isPasswordTooLong={isPasswordTooLong} />);
      }
      const signedIn = await signInWithPassword(server, visit.clientAddress, login, password);
      if (signedIn.ok) {
        await beginSession(server, visit, signedIn.value);
        return seeOther(returnAddress(visit, returnTo));
      }
      if (signedIn.error.kind === 'too-often') return tooOften(page, signedIn.error.waitMs);
      // Not 401: Chromium closes the window of an app's sign-in when the status is an error.
      return show(<SignInPage {...page} problem="signInWrong" />);
    },
    async (exchange) => {
      const { base, clientAddress } = exchange;
      const waitMs = await createLimiter(server).lookFrom(SIGN_IN_BY_ADDRESS, clientAddress);
      const page = { base, ways: waysOf(server, exchange), returnTo: '' };
      return waitMs === null ? null : tooOften(page, waitMs);
    },
  ),
  signOutPage('/logout', async (visit) => {
    const issuer = await endSession(server, visit);
    const { base } = visit;
    const { signOut } = server.config.userHeader ?? {};
    const at = signOut && issuer === PROXY_ISSUER ? signOut.href : null;
    if (at !== null) return goOn(visit, at, pageText('signedOutTitle'));
    // Otherwise the proxy would sign the person in again at once.
    if (issuer === PROXY_ISSUER) return seeOther(`${base.url('/login')}?${SIGNED_OUT}=1`);
    if (issuer === null || server.config.oidc === null) return seeOther(base.url('/login'));
    return goOn(visit, base.url(PROVIDER_SIGN_OUT_PATH), pageText('signedOutTitle'));
  }),
  signOutPage('/app/leave', async (visit) => {
    leaveByApp(visit);
    return seeOther(visit.base.url(APP_SIGN_OUT));
  }),
  // The web app does not know the token of a form. The request has to come from this origin, as all forms do.
  publicPage('POST', '/app/sign-out', async (visit) => {
    await endSession(server, visit, formEntryOf(visit.form, 'person'));
    return seeOther(visit.base.url('/login'));
  }),
];

/** Creates the handler of a form that signs out, also after the session of its page has expired. */
const signOutPage = (path: string, answer: (visit: Visit) => Promise<PageAnswer>): PageRoute =>
  publicPage('POST', path, async (visit) => {
    const { visitor, form } = visit;
    const isOther = visitor !== null && !isFormToken(visitor, formEntryOf(form, 'csrf'));
    return isOther ? refuse(403) : answer(visit);
  });
