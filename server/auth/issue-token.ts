import { MAX_PAGE_SIZE } from '../../src/contract';
import type { Repositories, TokenRow, UserId } from '../storage';
import { hashSecret, newSecret } from './secrets';

/** What is known of a token before it is made. */
export type TokenWanted = Pick<
  TokenRow,
  'userId' | 'kind' | 'name' | 'roles' | 'clientUri' | 'clientLogo'
>;

export interface IssuedToken {
  readonly row: TokenRow;
  /** The token itself: told once, kept nowhere. */
  readonly secret: string;
}

/** Makes a token that does not expire; with `secret` when it is known already. */
export async function issueToken(
  { tokens }: Pick<Repositories, 'tokens'>,
  wanted: TokenWanted,
  secret: string = newSecret(),
): Promise<IssuedToken> {
  const row = await tokens.create({ ...wanted, hash: hashSecret(secret), expires: null });
  return { row, secret };
}

/** Every token of a user, newest first. */
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
