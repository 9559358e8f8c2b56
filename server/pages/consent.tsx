/** @jsxImportSource hono/jsx */
import { type FormSource, readPairs } from '../../src/contract';
import { type Authorization, readAuthorization } from '../oauth/authorization';
import { issueCode } from '../oauth/codes';
import { formTargetOf, redirectTo, redirectWithError } from '../oauth/redirect';
import type { Server } from '../server';
import { ClientCard, Decision } from './client-card';
import { explain } from './error-page';
import { entryOf } from './form-entry';
import { FormToken, Layout } from './layout';
import {
  backToApp,
  ownPage,
  type PageAnswer,
  type PageRoute,
  type SignedInVisit,
  show,
} from './page';
import { pagePolicy } from './policy';
import { words } from './words';

interface ConsentProps {
  readonly visit: SignedInVisit;
  readonly asked: Authorization;
}

function ConsentPage({ visit, asked }: ConsentProps) {
  const { base, visitor, url } = visit;
  const { client, redirectUri, scopes } = asked;
  return (
    <Layout base={base} title={words('consentTitle', client.name)} visitor={visitor} width="narrow">
      <form class="card" method="post" action={url.pathname + url.search}>
        <FormToken visitor={visitor} />
        <ClientCard client={client} scopes={scopes} title={words('consentTitle', client.name)} />
        <p class="hint">{words('consentReturn', formTargetOf(redirectUri))}</p>
        <p class="hint">{words('consentWarning')}</p>
        <Decision />
      </form>
    </Layout>
  );
}

/** Asking a person to let an app in (spec section 4). */
export const consentPages = (server: Server): readonly PageRoute[] => [
  ownPage('GET', '/authorize', (visit) =>
    withAuthorization(server, visit, readPairs(visit.url.searchParams), async (asked) =>
      show(<ConsentPage visit={visit} asked={asked} />, {
        policy: pagePolicy([formTargetOf(asked.redirectUri)]),
      }),
    ),
  ),
  ownPage('POST', '/authorize', (visit) =>
    withAuthorization(server, visit, bodyOverQuery(visit), async (asked) => {
      const { client, redirectUri, state, scopes, challenge } = asked;
      if (!isGranted(visit.form)) {
        await server.storage.oauth.deleteClient(client.id);
        return backToApp(redirectWithError(redirectUri, 'access_denied', 'access denied', state));
      }
      const { user } = visit.visitor;
      const code = await issueCode(server, { client, user, redirectUri, challenge, scopes });
      return backToApp(redirectTo(redirectUri, { code, state }));
    }),
  ),
];

async function withAuthorization(
  server: Server,
  visit: SignedInVisit,
  source: FormSource,
  answer: (asked: Authorization) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const asked = await readAuthorization(server, source);
  if (asked.ok) return answer(asked.value);
  const { refusal, about } = asked.error;
  const back = 'backToApp' in asked.error ? asked.error.backToApp : undefined;
  return explain(visit, refusal, { heading: 'errorTitle', text: ERRORS[about], backToApp: back });
}

const ERRORS = {
  client: 'errorClient',
  redirect: 'errorRedirect',
  request: 'errorAppRequest',
} as const;

/** What the form says, and behind it the address (protocol.md section 4.3). */
function bodyOverQuery({ url, form }: SignedInVisit): FormSource {
  const query = readPairs(url.searchParams);
  if (form?.kind !== 'entries' || query.kind !== 'entries') return query;
  return { kind: 'entries', entries: new Map([...query.entries, ...form.entries]) };
}

export const isGranted = (form: FormSource | null): boolean =>
  ['1', 't', 'true', 'on'].includes(entryOf(form, 'granted'));
