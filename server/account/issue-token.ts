import { MAX_PAGE_SIZE } from '../../src/contract';
import type { Repositories, TokenRow, UserId } from '../storage';
import { hashSecret, newSecret } from './secrets';

/** The fields of a token that the caller chooses. */
export type TokenFields = Pick<
  TokenRow,
  'userId' | 'kind' | 'name' | 'roles' | 'clientUri' | 'clientLogo'
> &
  Partial<Pick<TokenRow, 'browser'>>;

export interface IssuedToken {
  readonly row: TokenRow;
  /** The token itself. It is shown once and not stored. */
  readonly secret: string;
}

/** Creates a token that does not expire. Its value is random unless `secret` is passed. */
export async function issueToken(
  { tokens }: Pick<Repositories, 'tokens'>,
  fields: TokenFields,
  secret: string = newSecret(),
): Promise<IssuedToken> {
  const row = await tokens.create({
    browser: null,
    ...fields,
    hash: hashSecret(secret),
    expires: null,
  });
  return { row, secret };
}

/** Creates a token by hand. null when the user has as many as are allowed. */
export async function makeToken(
  { tokens }: Pick<Repositories, 'tokens'>,
  fields: Pick<TokenFields, 'userId' | 'name' | 'roles'>,
): Promise<IssuedToken | null> {
  const secret = newSecret();
  const more = { clientUri: '', clientLogo: '', hash: hashSecret(secret), expires: null };
  const row = await tokens.make({ ...fields, ...more });
  return row && { row, secret };
}

/** Lists every token of a user, newest first. */
export async function allTokensOf(
  { tokens }: Pick<Repositories, 'tokens'>,
  userId: UserId,
): Promise<readonly TokenRow[]> {
  const all: TokenRow[] = [];
  for (let total = 1; all.length < total; ) {
    const listed = await tokens.list(userId, { limit: MAX_PAGE_SIZE, offset: all.length });
    total = listed.rows.length === 0 ? 0 : listed.total;
    all.push(...listed.rows);
  }
  return all;
}
