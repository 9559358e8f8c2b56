import type { Page, TokenRole } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import type { UserId } from '../ids';
import type { Listed } from '../rows';
import type { UserRow } from '../users/user';

/** Made on the profile page, by an app's sign-in, or by the password form. */
export type TokenKind = 'api' | 'oauth' | 'password';

/** A credential. The token itself is kept nowhere, only its hash. */
export interface TokenRow {
  /** Short id. */
  readonly id: string;
  readonly userId: UserId;
  readonly kind: TokenKind;
  /** Of the application, or as its owner named it. */
  readonly name: string;
  /** null: all of the user's rights. */
  readonly roles: readonly TokenRole[] | null;
  readonly clientUri: string;
  readonly clientLogo: string;
  readonly created: UnixMs;
  /** null: never yet. */
  readonly lastUsed: UnixMs | null;
  /** null: never. */
  readonly expires: UnixMs | null;
  readonly isEnabled: boolean;
}

export interface NewToken extends Omit<TokenRow, 'id' | 'created' | 'lastUsed' | 'isEnabled'> {
  /** Of the token, as whoever checks it computes it. */
  readonly hash: string;
}

export type TokenChange = Partial<Pick<TokenRow, 'name' | 'roles' | 'expires' | 'isEnabled'>>;

/** A token and whose it is. */
export interface Credential {
  readonly token: TokenRow;
  readonly user: UserRow;
}

export interface TokenRepository {
  create(token: NewToken): Promise<TokenRow>;
  /** The token with this hash and its owner; null when unknown or expired, or when either is switched off. */
  authenticate(hash: string): Promise<Credential | null>;
  find(userId: UserId, id: string): Promise<TokenRow | null>;
  /** Whoever's it is. */
  findById(id: string): Promise<TokenRow | null>;
  /** Newest first. */
  list(userId: UserId, page: Page): Promise<Listed<TokenRow>>;
  /** As `delete`, it tells listeners: who has streams open with the token looks at it again. */
  update(userId: UserId, id: string, change: TokenChange): Promise<TokenRow | null>;
  /** Notes a use, to the minute: the first request of each writes, the others don't. */
  touch(token: TokenRow): Promise<void>;
  /** false when there was none of this user. */
  delete(userId: UserId, id: string): Promise<boolean>;
  /** Revokes all that a user has. */
  deleteOfUser(userId: UserId): Promise<void>;
}
