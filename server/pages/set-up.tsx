/** @jsxImportSource hono/jsx */
import { MAX_PASSWORD_LENGTH, MAX_USERNAME_LENGTH } from '../../src/contract';
import { addFirstUser, type FirstUserError, isSetUpToken } from '../account/new-user';
import { MIN_PASSWORD_LENGTH } from '../account/password';
import { beginSession } from '../account/session';
import { rememberAddress } from '../account/sign-in';
import type { BaseAddress } from '../http/base-address';
import { refuse } from '../http/refusal';
import type { Server } from '../server';
import { type Explanation, explain, SIGN_IN_LINK } from './error-page';
import { Field, Submit } from './fields';
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
import { pageText, type TextKey } from './text';

interface SetUpProps {
  readonly base: BaseAddress;
  readonly token: string;
  readonly username?: string;
  readonly problem?: FirstUserError['kind'];
}

/** The field of each problem, its text, and the number in the text. */
const SET_UP_PROBLEMS: Readonly<
  Record<
    Exclude<FirstUserError['kind'], 'used'>,
    readonly ['username' | 'password', TextKey, limit?: number]
  >
> = {
  'no-name': ['username', 'fieldRequired'],
  'name-too-long': ['username', 'fieldTooLong', MAX_USERNAME_LENGTH],
  'bad-name': ['username', 'usernameBad'],
  'name-taken': ['username', 'usernameTaken'],
  'password-too-short': ['password', 'passwordTooShort', MIN_PASSWORD_LENGTH],
  'password-too-long': ['password', 'passwordTooLong', MAX_PASSWORD_LENGTH],
};

function SetUpPage({ base, token, username = '', problem }: SetUpProps) {
  const [field, word, limit = ''] = problem && problem !== 'used' ? SET_UP_PROBLEMS[problem] : [];
  const problemOf = (name: string) => (field === name && word ? pageText(word, limit) : null);
  return (
    <Layout base={base} title={pageText('setUpTitle')} visitor={null} width="narrow">
      <form class="card" method="post" action={`${base.prefix}/setup`}>
        <h1>{pageText('setUpTitle')}</h1>
        <p>{pageText('setUpLead')}</p>
        <input type="hidden" name="token" value={token} />
        <Field
          name="username"
          label={pageText('setUpUsername')}
          value={username}
          problem={problemOf('username')}
          autocomplete="username"
          maxlength={MAX_USERNAME_LENGTH}
          autofocus={field !== 'password'}
        />
        <Field
          name="password"
          type="password"
          label={pageText('setUpPassword')}
          hint={
            problem === 'password-too-short'
              ? undefined
              : pageText('setUpPasswordHint', MIN_PASSWORD_LENGTH)
          }
          problem={problemOf('password')}
          autocomplete="new-password"
          autofocus={field === 'password'}
        />
        <div class="buttons">
          <Submit>{pageText('setUpButton')}</Submit>
        </div>
      </form>
    </Layout>
  );
}

/** The explanation after the set-up: people with an account sign in. */
const DONE: Explanation = { heading: 'setUpDoneTitle', text: 'setUpDone', link: SIGN_IN_LINK };

async function refuseSetUp({ storage }: Server, visit: Visit, token: string): Promise<PageAnswer> {
  if ((await storage.users.count()) > 0) return explain(visit, refuse(403), DONE);
  const text = token === '' ? 'setUpMissing' : 'setUpWrong';
  return explain(visit, refuse(403), { heading: 'setUpTitle', text });
}

/** Creates the pages for the first account, which the link of a new server opens. */
export const setUpPages = (server: Server): readonly PageRoute[] => [
  publicPage('GET', '/setup', async (visit) => {
    const token = visit.url.searchParams.get('token') ?? '';
    if (!(await isSetUpToken(server, token))) return refuseSetUp(server, visit, token);
    return show(<SetUpPage base={visit.base} token={token} />);
  }),
  publicPage('POST', '/setup', async (visit) => {
    const token = formEntryOf(visit.form, 'token');
    if (!(await isSetUpToken(server, token))) return refuseSetUp(server, visit, token);
    const username = formEntryOf(visit.form, 'username').trim();
    const made = await addFirstUser(server, username, formEntryOf(visit.form, 'password'));
    if (made.ok) {
      await rememberAddress(server, visit.clientAddress, made.value);
      await beginSession(server, visit, made.value);
      return seeOther(`${visit.base.url('/profile')}?new=1`);
    }
    if (made.error.kind === 'used') return refuseSetUp(server, visit, token);
    return show(
      <SetUpPage base={visit.base} token={token} username={username} problem={made.error.kind} />,
      { status: 422 },
    );
  }),
];
