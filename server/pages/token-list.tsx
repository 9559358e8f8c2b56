/** @jsxImportSource hono/jsx */
import type { TokenRole } from '../../src/contract';
import type { TokenRow } from '../storage';
import { FormToken } from './layout';
import type { SignedInVisit } from './page';
import { roleWords, words } from './words';

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
              aria-label={words('tokenRevokeNamed', token.name)}
            >
              {words('tokenRevoke')}
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}

const LIST = new Intl.ListFormat(words('language'));
const DAY = new Intl.DateTimeFormat(words('language'), { dateStyle: 'medium', timeZone: 'UTC' });

const rolesText = (roles: readonly TokenRole[] | null): string =>
  roles === null ? words('tokenAll') : `${words('tokenMay', LIST.format(roles.map(roleWords)))}`;

const usedText = ({ lastUsed }: TokenRow): string =>
  lastUsed === null ? words('tokenNeverUsed') : words('tokenUsed', DAY.format(lastUsed));
