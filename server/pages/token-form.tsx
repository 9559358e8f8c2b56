/** @jsxImportSource hono/jsx */
import { MAX_APPLICATION_LENGTH, type TokenRole, type UserGroup } from '../../src/contract';
import { Field, Submit } from './fields';
import { entriesOf, entryOf } from './form-entry';
import { FormToken } from './layout';
import type { SignedInVisit } from './page';
import { rolesFor } from './token-roles';
import { roleWords, type Word, words } from './words';

/** What a ticked box says instead of a role. */
const EVERYTHING = 'everything';

/** A token that somebody wants. */
export interface WantedToken {
  readonly name: string;
  /** null: all that they may themselves. */
  readonly roles: readonly TokenRole[] | null;
  readonly nameProblem: Word | null;
  readonly rolesProblem: Word | null;
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
function rolesProblem(roles: readonly TokenRole[], mayEverything: boolean): Word | null {
  if (mayEverything) return roles.length > 0 ? 'tokenRolesBoth' : null;
  return roles.length === 0 ? 'tokenRolesNone' : null;
}

function nameProblem(name: string): Word | null {
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
        label={words('tokenName')}
        value={refused?.name ?? ''}
        hint={words('tokenNameHint')}
        problem={refused?.nameProblem ? words(refused.nameProblem) : null}
        autocomplete="off"
        maxlength={MAX_APPLICATION_LENGTH}
        autofocus={Boolean(refused?.nameProblem)}
      />
      <Roles group={visitor.user.group} refused={refused} />
      <div class="buttons">
        <Submit>{words('tokenButton')}</Submit>
      </div>
    </form>
  );
}

function Roles({ group, refused }: Pick<TokenFormProps, 'refused'> & { group: UserGroup }) {
  const problem = refused?.rolesProblem ?? null;
  const isTicked = (role: TokenRole) => refused?.roles?.includes(role) ?? false;
  return (
    <fieldset aria-describedby={problem ? 'roles-problem' : undefined}>
      <legend>{words('tokenRoles')}</legend>
      {rolesFor(group).map((role) => (
        <Check value={role} isTicked={isTicked(role)} text={roleWords(role)} />
      ))}
      <Check
        value={EVERYTHING}
        isTicked={refused?.roles === null}
        text={words('tokenEverything')}
      />
      {problem && (
        <p class="problem" id="roles-problem" role="alert">
          {words(problem)}
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
