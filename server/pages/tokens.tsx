/** @jsxImportSource hono/jsx */
import {
  MAX_APPLICATION_LENGTH,
  TOKEN_ROLES,
  type TokenRole,
  type UserGroup,
} from '../../src/contract';
import type { TokenRow } from '../storage';
import { Field, Submit } from './fields';
import { FormToken } from './layout';
import { ListPages, pageAt } from './list-pages';
import { formEntriesOf, formEntryOf, type SignedInVisit } from './page';
import { pageText, roleText, type TextKey } from './text';

/** The value of the checkbox for all rights. */
const ALL_PERMISSIONS = 'everything';

/** A request for a token. */
export interface TokenRequest {
  readonly name: string;
  /** null for all rights of the user. */
  readonly roles: readonly TokenRole[] | null;
  readonly nameProblem: TextKey | null;
  readonly rolesProblem: TextKey | null;
}

/** Reads the request for a token. A token gets all rights only when nothing else is ticked. */
export function readTokenRequest({ form, visitor }: SignedInVisit): TokenRequest {
  const name = formEntryOf(form, 'name').trim();
  const ticked = new Set(formEntriesOf(form, 'roles'));
  const roles = rolesFor(visitor.user.group).filter((role) => ticked.has(role));
  const mayEverything = ticked.has(ALL_PERMISSIONS);
  return {
    name,
    roles: mayEverything && roles.length === 0 ? null : roles,
    nameProblem: nameProblem(name),
    rolesProblem: rolesProblem(roles, mayEverything),
  };
}

/** Refuses roles together with all rights: guessing could grant too much. */
function rolesProblem(roles: readonly TokenRole[], mayEverything: boolean): TextKey | null {
  if (mayEverything) return roles.length > 0 ? 'tokenRolesBoth' : null;
  return roles.length === 0 ? 'tokenRolesNone' : null;
}

function nameProblem(name: string): TextKey | null {
  if (name === '') return 'fieldRequired';
  return name.length > MAX_APPLICATION_LENGTH ? 'fieldTooLong' : null;
}

interface TokenFormProps {
  readonly visit: SignedInVisit;
  /** The refused request; null when there is none. */
  readonly refused: TokenRequest | null;
}

/** The form for a new token: its name and its roles. */
export function TokenForm({ visit: { base, visitor }, refused }: TokenFormProps) {
  return (
    <form class="fields stack gap-4" method="post" action={`${base.prefix}/profile/tokens`}>
      <FormToken visitor={visitor} />
      <Field
        name="name"
        label={pageText('tokenName')}
        value={refused?.name ?? ''}
        hint={pageText('tokenNameHint')}
        problem={
          refused?.nameProblem ? pageText(refused.nameProblem, MAX_APPLICATION_LENGTH) : null
        }
        autocomplete="off"
        maxlength={MAX_APPLICATION_LENGTH}
        autofocus={Boolean(refused?.nameProblem)}
      />
      <Roles group={visitor.user.group} refused={refused} />
      <div class="buttons">
        <Submit>{pageText('tokenButton')}</Submit>
      </div>
    </form>
  );
}

function Roles({ group, refused }: Pick<TokenFormProps, 'refused'> & { group: UserGroup }) {
  const problem = refused?.rolesProblem ?? null;
  const isTicked = (role: TokenRole) => refused?.roles?.includes(role) ?? false;
  return (
    <fieldset class="stack gap-0" aria-describedby={problem ? 'roles-problem' : undefined}>
      <legend>{pageText('tokenRoles')}</legend>
      {rolesFor(group).map((role) => (
        <Check value={role} isTicked={isTicked(role)} text={roleText(role)} />
      ))}
      <Check
        value={ALL_PERMISSIONS}
        isTicked={refused?.roles === null}
        text={pageText('tokenEverything')}
      />
      {problem && (
        <p class="problem" id="roles-problem" role="alert">
          {pageText(problem)}
        </p>
      )}
    </fieldset>
  );
}

interface CheckProps {
  readonly value: string;
  readonly isTicked: boolean;
  readonly text: string;
}

const Check = ({ value, isTicked, text }: CheckProps) => (
  <label class="check line">
    <input type="checkbox" name="roles" value={value} checked={isTicked} />
    {text}
  </label>
);

interface TokenListProps {
  readonly visit: SignedInVisit;
  /** The parameter of the list in the address. */
  readonly name: string;
  readonly tokens: readonly TokenRow[];
  /** The text for an empty list. */
  readonly none: string;
}

/** The list of tokens with their roles and buttons to revoke them. */
export function TokenList({ visit, name, tokens, none }: TokenListProps) {
  if (tokens.length === 0) return <p class="hint">{none}</p>;
  const { base, visitor } = visit;
  const { offset, limit } = pageAt(visit, name);
  const language = pageText('language');
  const list = new Intl.ListFormat(language);
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <>
      <ul class="tokens stack gap-0">
        {tokens.slice(offset, offset + limit).map((token) => (
          <li class="cluster gap-4 row-gap-1">
            <div>
              <strong>{token.name}</strong>
              <p class="hint">
                {[rolesText(token.roles, list), sinceText(token, day), usedText(token, day)].join(
                  ' · ',
                )}
              </p>
            </div>
            <form method="post" action={`${base.prefix}/profile/tokens/${token.id}/revoke`}>
              <FormToken visitor={visitor} />
              <button
                type="submit"
                class="button"
                data-look="danger"
                aria-label={pageText('tokenRevokeNamed', token.name)}
              >
                {pageText('tokenRevoke')}
              </button>
            </form>
          </li>
        ))}
      </ul>
      <ListPages visit={visit} name={name} total={tokens.length} />
    </>
  );
}

const rolesText = (roles: readonly TokenRole[] | null, list: Intl.ListFormat): string =>
  roles === null
    ? pageText('tokenAll')
    : `${pageText('tokenMay', list.format(roles.map(roleText)))}`;

/** Two apps of one name differ by it. */
const sinceText = ({ created }: TokenRow, day: Intl.DateTimeFormat): string =>
  pageText('tokenSince', day.format(created));

const usedText = ({ lastUsed }: TokenRow, day: Intl.DateTimeFormat): string =>
  lastUsed === null ? pageText('tokenNeverUsed') : pageText('tokenUsed', day.format(lastUsed));

/** Returns the roles that are available to a user in `group`. */
const rolesFor = (group: UserGroup): readonly TokenRole[] =>
  TOKEN_ROLES.filter((role) => group === 'admin' || !role.startsWith('admin:'));
