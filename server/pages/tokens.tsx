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
import { entriesOf, entryOf, type SignedInVisit } from './page';
import { pageText, roleText, type TextKey } from './text';

/** What a ticked box says instead of a role. */
const EVERYTHING = 'everything';

/** A token that somebody wants. */
export interface WantedToken {
  readonly name: string;
  /** null: all that they may themselves. */
  readonly roles: readonly TokenRole[] | null;
  readonly nameProblem: TextKey | null;
  readonly rolesProblem: TextKey | null;
}

/** What was asked for; a token that may do everything is made only when that alone was chosen. */
export function readWantedToken({ form, visitor }: SignedInVisit): WantedToken {
  const name = entryOf(form, 'name').trim();
  const ticked = new Set(entriesOf(form, 'roles'));
  const roles = rolesFor(visitor.user.group).filter((role) => ticked.has(role));
  const mayEverything = ticked.has(EVERYTHING);
  return {
    name,
    roles: mayEverything && roles.length === 0 ? null : roles,
    nameProblem: nameProblem(name),
    rolesProblem: rolesProblem(roles, mayEverything),
  };
}

/** Both a restriction and none: neither is guessed, since a guess may give away too much. */
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
  /** What was asked for and could not be made; null: nothing. */
  readonly refused: WantedToken | null;
}

/** Makes a token: its name, and what it may do. */
export function TokenForm({ visit: { base, visitor }, refused }: TokenFormProps) {
  return (
    <form class="fields" method="post" action={`${base.prefix}/profile/tokens`}>
      <FormToken visitor={visitor} />
      <Field
        name="name"
        label={pageText('tokenName')}
        value={refused?.name ?? ''}
        hint={pageText('tokenNameHint')}
        problem={refused?.nameProblem ? pageText(refused.nameProblem) : null}
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
    <fieldset aria-describedby={problem ? 'roles-problem' : undefined}>
      <legend>{pageText('tokenRoles')}</legend>
      {rolesFor(group).map((role) => (
        <Check value={role} isTicked={isTicked(role)} text={roleText(role)} />
      ))}
      <Check
        value={EVERYTHING}
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
  <label class="check">
    <input type="checkbox" name="roles" value={value} checked={isTicked} />
    {text}
  </label>
);

interface TokenListProps {
  readonly visit: SignedInVisit;
  readonly tokens: readonly TokenRow[];
  /** What is said when there are none. */
  readonly none: string;
}

/** Tokens with what they may do, each to be revoked. */
export function TokenList({ visit: { base, visitor }, tokens, none }: TokenListProps) {
  if (tokens.length === 0) return <p class="hint">{none}</p>;
  return (
    <ul class="tokens">
      {tokens.map((token) => (
        <li>
          <div>
            <strong>{token.name}</strong>
            <p class="hint">{[rolesText(token.roles), usedText(token)].join(' · ')}</p>
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
  );
}

const LIST = new Intl.ListFormat(pageText('language'));
const DAY = new Intl.DateTimeFormat(pageText('language'), { dateStyle: 'medium', timeZone: 'UTC' });

const rolesText = (roles: readonly TokenRole[] | null): string =>
  roles === null
    ? pageText('tokenAll')
    : `${pageText('tokenMay', LIST.format(roles.map(roleText)))}`;

const usedText = ({ lastUsed }: TokenRow): string =>
  lastUsed === null ? pageText('tokenNeverUsed') : pageText('tokenUsed', DAY.format(lastUsed));

/** The roles that a token of somebody in `group` can be restricted to. */
export const rolesFor = (group: UserGroup): readonly TokenRole[] =>
  TOKEN_ROLES.filter((role) => group === 'admin' || !role.startsWith('admin:'));
