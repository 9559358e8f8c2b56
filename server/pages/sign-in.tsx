/** @jsxImportSource hono/jsx */

import { MAX_USERNAME_LENGTH } from '../../src/contract';
import { addressKey, createLimiter, SIGN_IN_BY_ADDRESS } from '../auth/limits';
import { beginSession, endSession } from '../auth/session';
import { signInWithPassword } from '../auth/sign-in';
import type { BaseAddress } from '../http/base-address';
import { retryAfter } from '../http/refusal';
import type { Server } from '../server';
import { Field, Notice, Submit } from './fields';
import { entryOf } from './form-entry';
import { Layout } from './layout';
import { openPage, ownPage, type PageAnswer, type PageRoute, seeOther, show } from './page';
import { carriedPath, returnAddress } from './return-path';
import { type Word, words } from './words';

interface SignInProps {
  readonly base: BaseAddress;
  /** Where to go on to, as the address has it. */
  readonly returnTo: string;
  readonly login?: string;
  readonly problem?: Word;
}

function SignInPage({ base, returnTo, login = '', problem }: SignInProps) {
  return (
    <Layout base={base} title={words('signInTitle')} visitor={null} width="narrow">
      <form class="card" method="post" action={`${base.prefix}/login`}>
        <h1>{words('signInTitle')}</h1>
        {problem && <Notice isProblem>{words(problem)}</Notice>}
        <input type="hidden" name="r" value={carriedPath(returnTo)} />
        <Field
          name="login"
          label={words('signInLogin')}
          value={login}
          autocomplete="username"
          maxlength={MAX_USERNAME_LENGTH}
          autofocus={login === ''}
        />
        <Field
          name="password"
          type="password"
          label={words('signInPassword')}
          autocomplete="current-password"
          autofocus={login !== ''}
        />
        <div class="buttons">
          <Submit>{words('signInButton')}</Submit>
        </div>
      </form>
    </Layout>
  );
}

/** Nobody can sign in yet. */
const NewServerPage = ({ base }: Pick<SignInProps, 'base'>) => (
  <Layout base={base} title={words('setUpTitle')} visitor={null} width="narrow">
    <div class="card">
      <h1>{words('setUpTitle')}</h1>
      <p>{words('setUpMissing')}</p>
    </div>
  </Layout>
);

const tooOften = (page: Omit<SignInProps, 'problem'>, waitMs: number): PageAnswer =>
  show(<SignInPage {...page} problem="signInTooOften" />, {
    status: 429,
    headers: { 'Retry-After': retryAfter(waitMs) },
  });

/** Signing in and out with the browser. */
export const signInPages = (server: Server): readonly PageRoute[] => [
  openPage('GET', '/login', async (visit) => {
    const returnTo = visit.url.searchParams.get('r') ?? '';
    if (visit.visitor) return seeOther(returnAddress(visit, returnTo));
    const isNew = (await server.storage.users.count()) === 0;
    return show(
      isNew ? (
        <NewServerPage base={visit.base} />
      ) : (
        <SignInPage base={visit.base} returnTo={returnTo} />
      ),
    );
  }),
  openPage(
    'POST',
    '/login',
    async (visit) => {
      const [login, password, returnTo] = [
        entryOf(visit.form, 'login').trim(),
        entryOf(visit.form, 'password'),
        entryOf(visit.form, 'r'),
      ];
      const signedIn = await signInWithPassword(server, visit.clientAddress, login, password);
      if (signedIn.ok) {
        await beginSession(server, visit, signedIn.value);
        return seeOther(returnAddress(visit, returnTo));
      }
      const page = { base: visit.base, returnTo, login };
      if (signedIn.error.kind === 'too-often') return tooOften(page, signedIn.error.waitMs);
      return show(<SignInPage {...page} problem="signInWrong" />, { status: 401 });
    },
    async ({ base, clientAddress }) => {
      const waitMs = await createLimiter(server).look(
        SIGN_IN_BY_ADDRESS,
        addressKey(clientAddress),
      );
      return waitMs === null ? null : tooOften({ base, returnTo: '' }, waitMs);
    },
  ),
  ownPage('POST', '/logout', async (visit) => {
    await endSession(server, visit, visit.visitor);
    return seeOther(visit.base.url('/login'));
  }),
];
