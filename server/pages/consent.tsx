/** @jsxImportSource hono/jsx */
import { type FormSource, readPairs, type Scope } from '../../src/contract';
import {
  type Authorization,
  formTargetOf,
  readAuthorization,
  redirectTo,
  redirectWithError,
} from '../account/authorization';
import { issueCode } from '../account/authorization-codes';
import { isOwnApp, isUnknownScheme } from '../account/redirect-schemes';
import { rememberBrowser } from '../account/session';
import type { BaseAddress } from '../http/base-address';
import { isFromOtherPage, isFromOwnPage } from '../http/exchange';
import type { Server } from '../server';
import type { OAuthClientRow } from '../storage';
import { explain } from './error-page';
import { FormToken, Layout } from './layout';
import {
  backToApp,
  formEntryOf,
  type PageAnswer,
  type PageRoute,
  pagePolicy,
  type SignedInVisit,
  show,
  signedInPage,
} from './page';
import { pageText, roleText } from './text';

interface ConsentProps {
  readonly visit: SignedInVisit;
  readonly authorization: Authorization;
}

function ConsentPage({ visit, authorization }: ConsentProps) {
  const { base, visitor, url } = visit;
  const { client, redirectUri, scopes } = authorization;
  return (
    <Layout
      base={base}
      title={pageText('consentTitle', client.name)}
      visitor={visitor}
      width="narrow"
    >
      <form class="card" method="post" action={url.pathname + url.search}>
        <FormToken visitor={visitor} />
        <ClientCard client={client} scopes={scopes} title={pageText('consentTitle', client.name)} />
        <div>
          <p>
            {pageText('consentTo')} <strong>{receiverOf(redirectUri, base)}</strong>
          </p>
          <details class="hint" open={isUnknownScheme(redirectUri)}>
            <summary>{pageText('consentAddress')}</summary>
            <code>{new URL(redirectUri).href}</code>
          </details>
        </div>
        <p>{pageText('consentWarning')}</p>
        <Decision />
      </form>
    </Layout>
  );
}

/**
 * Asks whether to go on when another site has opened a page that gives access. Without this question, a
 * site could make a person double-click, and the second click would press *Allow*.
 */
export const AskedByOthersPage = ({ visit: { base, visitor, url } }: { visit: SignedInVisit }) => (
  <Layout base={base} title={pageText('askedTitle')} visitor={visitor} width="narrow">
    <div class="card">
      <h1>{pageText('askedTitle')}</h1>
      <p>{pageText('askedLead')}</p>
      <div class="buttons">
        <a class="button" data-look="primary" href={url.pathname + url.search}>
          {pageText('askedContinue')}
        </a>
      </div>
    </div>
  </Layout>
);

/** The hosts that Chromium and Firefox keep for the redirects of extensions. */
const EXTENSION_HOST = /^(?:[a-p]{32}\.chromiumapp|[0-9a-f]{40}\.extensions\.allizom)\.org$/;

/**
 * Describes who gets the access. Every extension has a host of this kind, and any app can call itself
 * Leafmark, so only the host of a web site is shown. `URL` writes it in ASCII, because letters of other
 * scripts can look like those of another host.
 */
function receiverOf(redirectUri: string, base: BaseAddress): string {
  const { protocol, host } = new URL(redirectUri);
  if (protocol === 'http:' && !isOwnApp(redirectUri, base)) return pageText('consentToProgram');
  if (protocol !== 'https:' && protocol !== 'http:') return pageText('consentToApp', protocol);
  return isExtension(redirectUri) ? pageText('consentToExtension') : host;
}

/** Apps may register such a host with a scheme of their own. */
const isExtension = (redirectUri: string): boolean => {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'https:' && EXTENSION_HOST.test(host);
};

/**
 * Returns to the app at `to`, which is `redirectUri` with the answer. Any program can register the
 * scheme of an unknown app, so the person sees the address first and opens it with a link.
 */
function returnToApp(
  { base, visitor }: SignedInVisit,
  redirectUri: string,
  to: string,
  title: 'consentLinkAllowed' | 'consentLinkDenied',
): PageAnswer {
  if (!isUnknownScheme(redirectUri)) return backToApp(to);
  return show(
    <Layout base={base} title={pageText(title)} visitor={visitor} width="narrow">
      <div class="card">
        <h1>{pageText(title)}</h1>
        <p>{pageText('consentLinkLead')}</p>
        <p>
          <a href={to} rel="noreferrer">
            {pageText('consentLink', redirectUri)}
          </a>
        </p>
      </div>
    </Layout>,
  );
}

/** Gives the app a code, with which it gets its token. */
async function grant(
  server: Server,
  visit: SignedInVisit,
  { client, redirectUri, state, scopes, challenge }: Authorization,
): Promise<PageAnswer> {
  const { user } = visit.visitor;
  const browser = isOwnApp(redirectUri, visit.base) ? rememberBrowser(visit) : null;
  const code = await issueCode(server, { client, user, redirectUri, challenge, scopes, browser });
  const to = redirectTo(redirectUri, { code, state });
  return returnToApp(visit, redirectUri, to, 'consentLinkAllowed');
}

/** Creates the consent page, which asks a person to grant access to an app (spec section 4). */
export const consentPages = (server: Server): readonly PageRoute[] => [
  signedInPage('GET', '/authorize', (visit) =>
    withAuthorization(server, visit, readPairs(visit.url.searchParams), async (authorization) => {
      // The web app belongs to this server, so it needs no consent. Nobody else gets the code, and
      // no other site can start this sign-in.
      const isOwn = isOwnApp(authorization.redirectUri, visit.base);
      if (isOwn && isFromOwnPage(visit)) return grant(server, visit, authorization);
      // The web app does not get the question: a click on its link would be a request from this
      // server's own page, which gives access without consent. An extension does not get it either:
      // no site can receive its code, and its page always comes from another site.
      const isReceivedBySite = !isOwn && !isExtension(authorization.redirectUri);
      if (isReceivedBySite && isFromOtherPage(visit)) {
        return show(<AskedByOthersPage visit={visit} />);
      }
      return show(<ConsentPage visit={visit} authorization={authorization} />, {
        policy: pagePolicy(
          isUnknownScheme(authorization.redirectUri)
            ? []
            : [formTargetOf(authorization.redirectUri)],
        ),
      });
    }),
  ),
  signedInPage('POST', '/authorize', (visit) =>
    withAuthorization(server, visit, bodyOverQuery(visit), async (authorization) => {
      const { client, redirectUri, state } = authorization;
      if (!isGranted(visit.form)) {
        await server.storage.oauth.deleteClient(client.id);
        const to = redirectWithError(redirectUri, 'access_denied', 'access denied', state);
        return returnToApp(visit, redirectUri, to, 'consentLinkDenied');
      }
      return grant(server, visit, authorization);
    }),
  ),
];

async function withAuthorization(
  server: Server,
  visit: SignedInVisit,
  source: FormSource,
  answer: (authorization: Authorization) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const authorization = await readAuthorization(server, visit.base, source);
  if (authorization.ok) return answer(authorization.value);
  const { refusal, about } = authorization.error;
  const back = 'backToApp' in authorization.error ? authorization.error.backToApp : undefined;
  return explain(visit, refusal, {
    heading: 'errorTitle',
    text: CONSENT_ERRORS[about],
    backToApp: back,
  });
}

const CONSENT_ERRORS = {
  client: 'errorClient',
  redirect: 'errorRedirect',
  request: 'errorAppRequest',
} as const;

/** Merges the form with the query. The form takes precedence (protocol.md section 4.3). */
function bodyOverQuery({ url, form }: SignedInVisit): FormSource {
  const query = readPairs(url.searchParams);
  if (form?.kind !== 'entries' || query.kind !== 'entries') return query;
  return { kind: 'entries', entries: new Map([...query.entries, ...form.entries]) };
}

export const isGranted = (form: FormSource | null): boolean =>
  ['1', 't', 'true', 'on'].includes(formEntryOf(form, 'granted'));

interface ClientCardProps {
  readonly client: OAuthClientRow;
  readonly scopes: readonly Scope[];
  readonly title: string;
}

/** Shows which app asks for which access. Only its address was checked: the app chose its name and image. */
export const ClientCard = ({ client, scopes, title }: ClientCardProps) => (
  <>
    <div class="app line gap-3">
      {client.logo !== '' && <img src={client.logo} alt="" />}
      <h1>{title}</h1>
    </div>
    <div>
      <p>{pageText('consentLead')}</p>
      <ul class="permissions stack gap-1">
        {scopes.map((scope) => (
          <li>{roleText(scope)}</li>
        ))}
      </ul>
    </div>
    <p class="hint">
      {pageText('consentFrom')}{' '}
      <a href={client.uri} rel="noreferrer">
        {new URL(client.uri).hostname}
      </a>
    </p>
  </>
);

/** The buttons to allow or deny access. They appear late, so that a double click that began on another site cannot press them. */
export const Decision = () => (
  <div class="buttons late">
    <button type="submit" class="button" name="granted" value="0">
      {pageText('deny')}
    </button>
    <button type="submit" class="button" data-look="primary" name="granted" value="1">
      {pageText('allow')}
    </button>
  </div>
);
