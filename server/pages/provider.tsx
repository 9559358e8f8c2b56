/** @jsxImportSource hono/jsx */
import {
  type Claims,
  type IdentityProblem,
  type LinkProblem,
  linkIdentity,
  userOf,
} from '../account/identity';
import { beginPending, takePending } from '../account/pending';
import {
  CALLBACK_PATH,
  type Provider,
  type ProviderAttempt,
  type ProviderProblem,
} from '../account/provider-types';
import { BEGIN_BY_ADDRESS, createLimiter } from '../account/rate-limits';
import { deriveSecret } from '../account/secrets';
import { beginSession, forgetProvider } from '../account/session';
import { isFromOwnPage } from '../http/exchange';
import { refuseForNow } from '../http/refusal';
import type { Server } from '../server';
import type { PendingSignInRow, UserRow } from '../storage';
import { Notice } from './fields';
import { goOn } from './go-on';
import { Layout } from './layout';
import {
  type PageAnswer,
  type PageRoute,
  publicPage,
  seeOther,
  show,
  signedInPage,
  type Visit,
} from './page';
import { carriedPath, returnAddress } from './return-path';
import { pageText, type TextKey } from './text';

/** The path below the base address at which a sign-in at the provider begins. */
export const PROVIDER_PATH = '/login/provider';
/** The path that leads to the provider to sign out there, too. */
export const PROVIDER_SIGN_OUT_PATH = '/logout/provider';

const PROVIDER_TEXTS: Readonly<Record<ProviderProblem | 'over', TextKey>> = {
  unreachable: 'providerUnreachable',
  denied: 'providerDenied',
  invalid: 'providerInvalid',
  over: 'providerOver',
};

/** The texts for somebody who has signed in elsewhere and gets no session here. */
export const IDENTITY_TEXTS: Readonly<Record<IdentityProblem, TextKey>> = {
  'not-allowed': 'ssoNotAllowed',
  disabled: 'ssoDisabled',
  removed: 'ssoRemoved',
  'no-account': 'ssoNoAccount',
  'no-first-account': 'ssoNoFirstAccount',
  'no-name': 'ssoNoName',
  'name-taken': 'ssoNameTaken',
};

/** The parameter of the account page that shows the outcome of adding an identity. */
export const LINK_OUTCOME = 'identity';

interface RefusedProps {
  readonly visit: Visit;
  readonly text: TextKey;
  readonly name: string;
}

const RefusedPage = ({ visit: { base }, text, name }: RefusedProps) => (
  <Layout base={base} title={pageText('signInTitle')} visitor={null} width="narrow">
    <div class="card">
      <h1>{pageText('signInTitle')}</h1>
      <Notice isProblem>{pageText(text, name)}</Notice>
      <div class="buttons">
        <a class="button" href={`${base.prefix}/login`}>
          {pageText('signInWays')}
        </a>
      </div>
    </div>
  </Layout>
);

/** Returns the texts for comparison with the answer of the provider. Only this browser can derive them. */
const attemptOf = (state: string, browser: string): ProviderAttempt => ({
  state,
  nonce: deriveSecret(browser, `nonce ${state}`),
  verifier: deriveSecret(browser, `verifier ${state}`),
});

/** Creates the pages of sign-ins at the provider of OpenID Connect. */
export function providerPages(server: Server, provider: Provider | null): readonly PageRoute[] {
  const { oidc } = server.config;
  if (provider === null || oidc === null) return [];
  const { name } = oidc;

  // Not an error status: Chromium closes the window of an app's sign-in then.
  const refuseWith = (visit: Visit, text: TextKey): PageAnswer =>
    show(<RefusedPage visit={visit} text={text} name={name} />);

  /** Begins a sign-in. With `user` it adds an identity to that account. */
  const begin = async (visit: Visit, returnTo: string, user: UserRow | null) => {
    const wanted = { kind: 'provider', userId: user?.id ?? null, returnTo } as const;
    const { secret, browser } = await beginPending(server, visit, wanted);
    return provider.begin(visit.base, attemptOf(secret, browser));
  };

  async function signIn(visit: Visit, claims: Claims, returnTo: string): Promise<PageAnswer> {
    const user = await userOf(server, claims);
    if (!user.ok) return refuseWith(visit, IDENTITY_TEXTS[user.error]);
    await beginSession(server, visit, user.value, claims.issuer);
    return goOn(visit, returnAddress(visit, returnTo), pageText('providerDone'));
  }

  async function link(visit: Visit, claims: Claims, row: PendingSignInRow): Promise<PageAnswer> {
    const user = visit.visitor?.user;
    // Another person may have signed in in another tab meanwhile.
    if (user === undefined || user.id !== row.userId) return refuseWith(visit, 'providerOver');
    const linked = await linkIdentity(server, user, claims);
    const outcome: LinkProblem | 'added' = linked.ok ? 'added' : linked.error;
    const to = `${visit.base.url('/profile')}?${new URLSearchParams({ [LINK_OUTCOME]: outcome })}`;
    return goOn(visit, to, pageText('profileTitle'));
  }

  const limited = async ({ clientAddress }: Pick<Visit, 'clientAddress'>) => {
    const waitMs = await createLimiter(server).takeFrom(BEGIN_BY_ADDRESS, clientAddress);
    return waitMs === null ? null : refuseForNow(waitMs);
  };

  return [
    publicPage('GET', PROVIDER_PATH, async (visit) => {
      const returnTo = carriedPath(visit.url.searchParams.get('r') ?? '');
      // Another site could let a person sign in without a click, and prepare the next one.
      if (!isFromOwnPage(visit) || visit.visitor !== null) {
        return seeOther(`${visit.base.url('/login')}?${new URLSearchParams({ r: returnTo })}`);
      }
      const refused = await limited(visit);
      if (refused !== null) return refused;
      const begun = await begin(visit, returnTo, null);
      return begun.ok ? seeOther(begun.value) : refuseWith(visit, PROVIDER_TEXTS[begun.error]);
    }),
    publicPage('GET', CALLBACK_PATH, async (visit) => {
      const state = visit.url.searchParams.get('state') ?? '';
      const pending = await takePending(server, visit, 'provider', state);
      if (pending === null) return refuseWith(visit, PROVIDER_TEXTS.over);
      const { row, browser } = pending;
      const claims = await provider.finish(visit.url, attemptOf(state, browser));
      if (!claims.ok) return refuseWith(visit, PROVIDER_TEXTS[claims.error]);
      return row.userId === null
        ? signIn(visit, claims.value, row.returnTo)
        : link(visit, claims.value, row);
    }),
    signedInPage('POST', '/profile/identities', async (visit) => {
      const refused = await limited(visit);
      if (refused !== null) return refused;
      const begun = await begin(visit, '', visit.visitor.user);
      if (!begun.ok) return refuseWith(visit, PROVIDER_TEXTS[begun.error]);
      return goOn(visit, begun.value, pageText('providerLeaving', name));
    }),
    publicPage('GET', PROVIDER_SIGN_OUT_PATH, async (visit) => {
      const refused = await limited(visit);
      if (refused !== null) return refused;
      forgetProvider(visit);
      return seeOther((await provider.signOutAddress(visit.base)) ?? visit.base.url('/login'));
    }),
  ];
}
