import type { UserGroup, UserSettings } from '../../../src/contract';
import type { Result, UnixMs } from '../../../src/domain';
import type { UserId } from '../ids';

export interface UserRow {
  readonly id: UserId;
  readonly username: string;
  /** null when none was given. */
  readonly email: string | null;
  readonly group: UserGroup;
  /** As the sign-in wrote it; null: can't sign in with a password. */
  readonly passwordHash: string | null;
  readonly settings: UserSettings;
  /** false: nobody gets in as this user, by password, session or token. */
  readonly isEnabled: boolean;
  readonly created: UnixMs;
  readonly updated: UnixMs;
}

export type NewUser = Pick<UserRow, 'username' | 'email' | 'group' | 'passwordHash' | 'settings'>;
export type UserChange = Partial<NewUser & Pick<UserRow, 'isEnabled'>>;

/** Somebody else has it; names and addresses that differ in case only are the same. */
export type UserError = { readonly kind: 'username-taken' } | { readonly kind: 'email-taken' };

export interface UserRepository {
  create(user: NewUser): Promise<Result<UserRow, UserError>>;
  find(id: UserId): Promise<UserRow | null>;
  /** By name in any case, or by e-mail address. */
  findByLogin(login: string): Promise<UserRow | null>;
  /** All of them, by name. */
  list(): Promise<readonly UserRow[]>;
  count(): Promise<number>;
  /** null when there is no such user. A user who is switched off has no sessions left. */
  update(id: UserId, change: UserChange): Promise<Result<UserRow, UserError> | null>;
  /** Deletes the user with everything they own; false when there was none. */
  delete(id: UserId): Promise<boolean>;
}
