/** @jsxImportSource hono/jsx */
import type { PropsWithChildren } from 'hono/jsx';
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  hasRoomForPasskey,
  MAX_PASSKEY_NAME_LENGTH,
  passkeyDomain,
  signInWithPasskey,
} from '../account/passkeys';
import { BEGIN_BY_ADDRESS, createLimiter } from '../account/rate-limits';
import { beginSession } from '../account/session';
import { refuse, refuseForNow, retryAfter } from '../http/refusal';
import type { Server } from '../server';
import { PASSKEY_SCRIPT_PATH } from './assets';
import { Field, Notice, Submit } from './fields';
import { FormToken, Layout } from './layout';
import {
  formEntryOf,
  type PageAnswer,
  type PageRoute,
  pagePolicy,
  publicPage,
  type SignedInVisit,
  seeOther,
  show,
  signedInPage,
  type Visit,
} from './page';
import { carriedPath, returnAddress } from './return-path';
import { pageText, type TextKey } from './text';

/** The path below the base address at which a sign-in with a passkey begins. */
export const PASSKEY_PATH = '/login/passkey';
const NEW_PASSKEY_PATH = '/profile/passkeys';

interface AskProps {
  readonly visit: Visit;
  readonly title: string;
  readonly path: string;
  readonly kind: 'new' | 'known';
  readonly lead?: string;
  /** The question for the browser. */
  readonly options: object;
  readonly problem?: string | undefined;
}

/** A page whose script asks the browser for a passkey, and sends the answer with the form. */
const AskPage = ({
  visit,
  title,
  path,
  kind,
  lead,
  options,
  problem,
  children,
}: PropsWithChildren<AskProps>) => (
  <Layout
    base={visit.base}
    title={title}
    visitor={visit.visitor}
    width="narrow"
    script={PASSKEY_SCRIPT_PATH}
  >
    <form
      class="card"
      method="post"
      action={visit.base.prefix + path}
      data-passkey={kind}
      data-options={JSON.stringify(options)}
    >
      <h1>{title}</h1>
      {problem !== undefined && <Notice isProblem>{problem}</Notice>}
      <div>
        <div role="status">
          <p data-says="unknown">{pageText('passkeyUnknown')}</p>
          <p data-says="asks" hidden>
            {pageText('passkeyAsk')}
          </p>
          <p data-says="stopped" hidden>
            {pageText('passkeyStopped')}
          </p>
        </div>
        {lead && <p>{lead}</p>}
      </div>
      <input type="hidden" name="response" value="" />
      {children}
    </form>
  </Layout>
);

const policy = pagePolicy([], true);

/** Creates the pages that sign in with a passkey, and that add and remove one. */
export function passkeyPages(server: Server): readonly PageRoute[] {
  const hasPasskeys = (visit: Visit) => passkeyDomain(server, visit.base) !== null;

  /** Each page keeps a challenge for some minutes. */
  const limited = async ({ clientAddress }: Visit): Promise<PageAnswer | null> => {
    const waitMs = await createLimiter(server).takeFrom(BEGIN_BY_ADDRESS, clientAddress);
    return waitMs === null ? null : refuseForNow(waitMs);
  };

  async function askToSignIn(visit: Visit, returnTo: string): Promise<PageAnswer> {
    const refused = await limited(visit);
    if (refused !== null) return refused;
    const options = await beginPasskeySignIn(server, visit, returnTo);
    const other = `${visit.base.prefix}/login?${new URLSearchParams({ r: returnTo })}`;
    return show(
      <AskPage
        visit={visit}
        title={pageText('signInPasskey')}
        path={PASSKEY_PATH}
        kind="known"
        options={options}
      >
        <input type="hidden" name="r" value={returnTo} />
        <div class="buttons">
          <a class="button" href={other}>
            {pageText('passkeyOther')}
          </a>
          <Submit>{pageText('passkeyAgain')}</Submit>
        </div>
      </AskPage>,
      { policy },
    );
  }

  const refusePasskey = (visit: Visit, text: TextKey, headers = {}, status = 200): PageAnswer => {
    const returnTo = carriedPath(formEntryOf(visit.form, 'r'));
    const query = new URLSearchParams({ r: returnTo });
    return show(
      <Layout base={visit.base} title={pageText('signInPasskey')} visitor={null} width="narrow">
        <div class="card">
          <h1>{pageText('signInPasskey')}</h1>
          <Notice isProblem>{pageText(text)}</Notice>
          <div class="buttons">
            <a class="button" href={`${visit.base.prefix}/login?${query}`}>
              {pageText('passkeyOther')}
            </a>
            <a
              class="button"
              data-look="primary"
              href={`${visit.base.prefix}${PASSKEY_PATH}?${query}`}
            >
              {pageText('passkeyAgain')}
            </a>
          </div>
        </div>
      </Layout>,
      { status, headers },
    );
  };

  async function askToAdd(visit: SignedInVisit, problem?: string, status = 200) {
    const refused = await limited(visit);
    if (refused !== null) return refused;
    const { user } = visit.visitor;
    if (!(await hasRoomForPasskey(server, user)))
      return seeOther(`${visit.base.url('/profile')}?passkeys=full`);
    const options = await beginPasskey(server, visit, user);
    return show(
      <AskPage
        visit={visit}
        title={pageText('passkeyAdd')}
        path={NEW_PASSKEY_PATH}
        kind="new"
        lead={pageText('passkeysLead')}
        options={options}
        problem={problem}
      >
        <FormToken visitor={visit.visitor} />
        <Field
          name="name"
          label={pageText('passkeyName')}
          hint={pageText('passkeyNameHint')}
          value={formEntryOf(visit.form, 'name')}
          autocomplete="off"
          maxlength={MAX_PASSKEY_NAME_LENGTH}
          autofocus
        />
        <div class="buttons">
          <Submit>{pageText('passkeyAdd')}</Submit>
        </div>
      </AskPage>,
      { policy, status },
    );
  }

  return [
    publicPage('GET', PASSKEY_PATH, async (visit) => {
      if (!hasPasskeys(visit)) return refuse(404);
      const returnTo = carriedPath(visit.url.searchParams.get('r') ?? '');
      if (visit.visitor) return seeOther(returnAddress(visit, returnTo));
      return askToSignIn(visit, returnTo);
    }),
    publicPage('POST', PASSKEY_PATH, async (visit) => {
      if (!hasPasskeys(visit)) return refuse(404);
      const signedIn = await signInWithPasskey(server, visit, formEntryOf(visit.form, 'response'));
      if (signedIn.ok) {
        await beginSession(server, visit, signedIn.value.user);
        return seeOther(returnAddress(visit, signedIn.value.returnTo));
      }
      if (signedIn.error.kind === 'wrong') return refusePasskey(visit, 'passkeyRefused');
      const headers = { 'Retry-After': retryAfter(signedIn.error.waitMs) };
      return refusePasskey(visit, 'signInTooOften', headers, 429);
    }),
    signedInPage('GET', NEW_PASSKEY_PATH, async (visit) =>
      hasPasskeys(visit) ? askToAdd(visit) : refuse(404),
    ),
    signedInPage('POST', NEW_PASSKEY_PATH, async (visit) => {
      if (!hasPasskeys(visit)) return refuse(404);
      const name = formEntryOf(visit.form, 'name').trim();
      const isGood = name !== '' && name.length <= MAX_PASSKEY_NAME_LENGTH;
      const sent = formEntryOf(visit.form, 'response');
      const added = isGood
        ? await addPasskey(server, visit, visit.visitor.user, { name, sent })
        : null;
      if (added?.ok)
        return seeOther(
          `${visit.base.url('/profile')}?${new URLSearchParams({ passkeys: 'added', name })}`,
        );
      if (added?.error === 'too-many')
        return seeOther(`${visit.base.url('/profile')}?passkeys=full`);
      return askToAdd(visit, pageText('passkeyInvalid'), 422);
    }),
  ];
}
