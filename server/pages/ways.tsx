/** @jsxImportSource hono/jsx */
import { type Claims, linkIdentity } from '../account/identity';
import { passkeyDomain } from '../account/passkeys';
import { PROXY_ISSUER, proxyUserOf } from '../account/proxy-user';
import type { Server } from '../server';
import { type IdentityRow, MAX_PASSKEYS, type PasskeyRow, type UserRow } from '../storage';
import { Notice } from './fields';
import { FormToken } from './layout';
import { formEntryOf, type PageRoute, type SignedInVisit, seeOther, signedInPage } from './page';
import { LINK_OUTCOME } from './provider';
import { pageText, type TextKey } from './text';

/** Everything on the account page about the ways to sign in without a password. */
export interface Ways {
  readonly identities: readonly IdentityRow[];
  readonly passkeys: readonly PasskeyRow[];
  /** True if the browser can have a passkey for this address. */
  readonly hasPasskeys: boolean;
  /** null without one. */
  readonly provider: { readonly name: string; readonly issuer: URL } | null;
  /** The person whom the proxy names and who is not bound to an account; null if there is none. */
  readonly proxyUser: Claims | null;
}

/** Finds the ways of the visitor. null when the server has none but passwords. */
export async function waysOf(server: Server, visit: SignedInVisit): Promise<Ways | null> {
  const { config, storage } = server;
  const { id } = visit.visitor.user;
  const hasPasskeys = passkeyDomain(server, visit.base) !== null;
  if (config.oidc === null && config.userHeader === null && !hasPasskeys) return null;
  const claims = proxyUserOf(server, visit);
  const isNew = claims !== null && (await storage.identities.find(claims)) === null;
  return {
    identities: await storage.identities.list(id),
    passkeys: await storage.passkeys.list(id),
    hasPasskeys,
    provider: config.oidc,
    proxyUser: isNew ? claims : null,
  };
}

const OUTCOMES: Readonly<Record<string, readonly [text: TextKey, isProblem: boolean]>> = {
  added: ['identityAdded', false],
  removed: ['identityRemoved', false],
  last: ['identityLast', true],
  taken: ['identityTaken', true],
  'too-many': ['identityFull', true],
  'not-allowed': ['ssoNotAllowed', true],
};

/** The notices about what has just been done. */
function Outcome({ visit, ways }: WaysProps) {
  const { searchParams } = visit.url;
  const [text, isProblem] = OUTCOMES[searchParams.get(LINK_OUTCOME) ?? ''] ?? [];
  const passkey = searchParams.get('passkeys');
  const name = ways.passkeys.find((each) => each.name === searchParams.get('name'))?.name ?? '';
  return (
    <>
      {text && (
        <Notice isProblem={isProblem ?? false}>
          {pageText(text, ways.provider?.name ?? pageText('identityProxy'))}
        </Notice>
      )}
      {passkey === 'added' && <Notice>{pageText('passkeyAdded', name)}</Notice>}
      {passkey === 'full' && <Notice isProblem>{pageText('passkeysFull', MAX_PASSKEYS)}</Notice>}
    </>
  );
}

interface WaysProps {
  readonly visit: SignedInVisit;
  readonly ways: Ways;
}

/** True if the page was opened to show one of the ways. */
export const isAboutWays = ({ url }: SignedInVisit): boolean =>
  url.searchParams.has(LINK_OUTCOME) || url.searchParams.has('passkeys');

/** The part of the account page with the ways to sign in. */
export function WaysToSignIn({ visit, ways }: WaysProps) {
  const { base } = visit;
  const { identities, passkeys, hasPasskeys, provider, proxyUser } = ways;
  const hasOthers = provider !== null || proxyUser !== null || identities.length > 0;
  return (
    <>
      <Outcome visit={visit} ways={ways} />
      {hasOthers && (
        <section aria-labelledby="identities">
          <h3 id="identities">{pageText('identitiesTitle')}</h3>
          <List
            visit={visit}
            none={pageText('identitiesNone')}
            rows={identities.map(({ issuer, subject, created }) => ({
              title: nameOf(issuer, provider),
              text: subject,
              created,
              path: '/profile/identities/remove',
              fields: { issuer, subject },
            }))}
          />
          {provider !== null && (
            <AddForm visit={visit} path="/profile/identities" text={provider.name} />
          )}
          {proxyUser !== null && (
            <AddForm visit={visit} path="/profile/identities/proxy" text={proxyUser.subject} />
          )}
        </section>
      )}
      {hasPasskeys && (
        <section aria-labelledby="passkeys">
          <h3 id="passkeys">{pageText('passkeysTitle')}</h3>
          <p>{pageText('passkeysLead')}</p>
          <List
            visit={visit}
            none={pageText('passkeysNone')}
            rows={passkeys.map(({ id, name, created }) => ({
              title: name,
              text: '',
              created,
              path: '/profile/passkeys/remove',
              fields: { id },
            }))}
          />
          <div class="buttons">
            <a class="button" href={`${base.prefix}/profile/passkeys`}>
              {pageText('passkeyAdd')}
            </a>
          </div>
        </section>
      )}
    </>
  );
}

function nameOf(issuer: string, provider: Ways['provider']): string {
  if (issuer === PROXY_ISSUER) return pageText('identityProxy');
  return issuer === provider?.issuer.href ? provider.name : new URL(issuer).host;
}

interface AddFormProps {
  readonly visit: SignedInVisit;
  readonly path: string;
  readonly text: string;
}

const AddForm = ({ visit: { base, visitor }, path, text }: AddFormProps) => (
  <form class="buttons" method="post" action={base.prefix + path}>
    <FormToken visitor={visitor} />
    <button type="submit" class="button">
      {pageText('identityAdd', text)}
    </button>
  </form>
);

interface ListProps {
  readonly visit: SignedInVisit;
  readonly none: string;
  readonly rows: readonly {
    readonly title: string;
    readonly text: string;
    readonly created: number;
    /** The path of the form that removes it, and its fields. */
    readonly path: string;
    readonly fields: Readonly<Record<string, string>>;
  }[];
}

function List({ visit: { base, visitor }, none, rows }: ListProps) {
  if (rows.length === 0) return <p class="hint">{none}</p>;
  const day = new Intl.DateTimeFormat(pageText('language'), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  });
  return (
    <ul class="tokens stack gap-0">
      {rows.map(({ title, text, created, path, fields }) => (
        <li class="cluster gap-4 row-gap-1">
          <div>
            <strong>{title}</strong>
            <p class="hint">
              {[text, pageText('tokenSince', day.format(created))].filter(Boolean).join(' · ')}
            </p>
          </div>
          <form method="post" action={base.prefix + path}>
            <FormToken visitor={visitor} />
            {Object.entries(fields).map(([name, value]) => (
              <input type="hidden" name={name} value={value} />
            ))}
            <button
              type="submit"
              class="button"
              data-look="danger"
              aria-label={pageText('identityRemoveNamed', title)}
            >
              {pageText('identityRemove')}
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}

/** Tells whether a user has more than one way to sign in, or a password, so that one can go. */
async function canSpareOne({ storage, config }: Server, { id, passwordHash }: UserRow) {
  if (config.hasPasswords && passwordHash !== null) return true;
  const identities = await storage.identities.list(id);
  const passkeys = await storage.passkeys.list(id);
  return identities.length + passkeys.length > 1;
}

/** Creates the handlers of the forms that remove a way to sign in, and that add the proxy's. */
export function wayPages(server: Server): readonly PageRoute[] {
  const { storage } = server;
  const back = ({ base }: SignedInVisit, outcome: string) =>
    seeOther(`${base.url('/profile')}?${new URLSearchParams({ [LINK_OUTCOME]: outcome })}`);

  const removal = (path: string, remove: (visit: SignedInVisit) => Promise<void>) =>
    signedInPage('POST', path, async (visit) => {
      if (!(await canSpareOne(server, visit.visitor.user))) return back(visit, 'last');
      await remove(visit);
      return back(visit, 'removed');
    });

  return [
    removal('/profile/identities/remove', ({ visitor, form }) =>
      storage.identities.release(visitor.user.id, {
        issuer: formEntryOf(form, 'issuer'),
        subject: formEntryOf(form, 'subject'),
      }),
    ),
    removal('/profile/passkeys/remove', ({ visitor, form }) =>
      storage.passkeys.delete(visitor.user.id, formEntryOf(form, 'id')),
    ),
    signedInPage('POST', '/profile/identities/proxy', async (visit) => {
      const claims = proxyUserOf(server, visit);
      if (claims === null) return back(visit, 'not-allowed');
      const linked = await linkIdentity(server, visit.visitor.user, claims);
      return back(visit, linked.ok ? 'added' : linked.error);
    }),
  ];
}
