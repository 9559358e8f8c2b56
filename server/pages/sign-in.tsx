/** @jsxImportSource hono/jsx */
import { MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH } from '../../src/contract';
import { createLimiter, SIGN_IN_BY_ADDRESS } from '../account/rate-limits';
import { beginSession, endSession, isFormToken, leaveByApp } from '../account/session';
import { signInWithPassword } from '../account/sign-in';
import type { BaseAddress } from '../http/base-address';
import { refuse, retryAfter } from '../http/refusal';
import type { Server } from '../server';
import { Field, Notice, Submit } from './fields';
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
import { carriedPath, returnAddress } from './return-path';
import { pageText, type TextKey } from './text';

interface SignInProps {
  readonly base: BaseAddress;
  /** The path to continue at, as in the address. */
  readonly returnTo: string;
  readonly login?: string;
  readonly problem?: TextKey;
  readonly isPasswordTooLong?: boolean;
}

function SignInPage({
  base,
  returnTo,
  login = '',
  problem,
  isPasswordTooLong = false,
}: SignInProps) {
  return (
    <Layout base={base} title={pageText('signInTitle')} visitor={null} width="narrow">
      <form class="card" method="post" action={`${base.prefix}/login`}>
        <h1>{pageText('signInTitle')}</h1>
        {problem && <Notice isProblem>{pageText(problem)}</Notice>}
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
    </Layout>
  );
}

/** Returns true if the person has just signed in on this page and comes back without a session. */
function hasSignedIn({ base, headers }: Visit): boolean {
  const referrer = headers.get('referer') ?? '';
  return URL.canParse(referrer) && new URL(referrer).pathname === `${base.prefix}/login`;
}

/** No user has such a name or e-mail address. */
const isNameTooLong = (login: string): boolean => login.length > MAX_USERNAME_LENGTH;

/** The page of a server without accounts. */
const NewServerPage = ({ base }: Pick<SignInProps, 'base'>) => (
  <Layout base={base} title={pageText('setUpTitle')} visitor={null} width="narrow">
    <div class="card">
      <h1>{pageText('setUpTitle')}</h1>
      <p>{pageText('setUpMissing')}</p>
    </div>
  </Layout>
);

const tooOften = (page: Omit<SignInProps, 'problem'>, waitMs: number): PageAnswer =>
  show(<SignInPage {...page} problem="signInTooOften" />, {
    status: 429,
    headers: { 'Retry-After': retryAfter(waitMs) },
  });

/** The page of the web app that signs out (web/options.tsx). */
const APP_SIGN_OUT = '/options.html#/account/sign-out';

/** Creates the pages to sign in and out. */
export const signInPages = (server: Server): readonly PageRoute[] => [
  publicPage('GET', '/login', async (visit) => {
    const returnTo = visit.url.searchParams.get('r') ?? '';
    if (visit.visitor) return seeOther(returnAddress(visit, returnTo));
    const isNew = (await server.storage.users.count()) === 0;
    return show(
      isNew ? (
        <NewServerPage base={visit.base} />
      ) : (
        <SignInPage
          base={visit.base}
          returnTo={returnTo}
          {...(hasSignedIn(visit) && { problem: 'signInNoCookie' })}
        />
      ),
    );
  }),
  publicPage(
    'POST',
    '/login',
    async (visit) => {
      const [login, password, returnTo] = [
        formEntryOf(visit.form, 'login').trim(),
        formEntryOf(visit.form, 'password'),
        formEntryOf(visit.form, 'r'),
      ];
      const page = { base: visit.base, returnTo, login };
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
    async ({ base, clientAddress }) => {
      const waitMs = await createLimiter(server).lookFrom(SIGN_IN_BY_ADDRESS, clientAddress);
      return waitMs === null ? null : tooOften({ base, returnTo: '' }, waitMs);
    },
  ),
  signOutPage('/logout', async (visit) => {
    await endSession(server, visit);
    return seeOther(visit.base.url('/login'));
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
