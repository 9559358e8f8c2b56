import type { Repositories, TokenRow } from '../storage';
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
