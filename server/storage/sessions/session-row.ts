import type { UnixMs } from '../../../src/domain';
import type { UserId } from '../ids';
import type { UserRow } from '../users/user';

/** Somebody signed in to the pages. */
export interface SessionRow {
  /** Of the cookie's value; the value itself is not kept. */
  readonly hash: string;
  readonly userId: UserId;
  readonly created: UnixMs;
  readonly lastUsed: UnixMs;
  readonly expires: UnixMs;
}

export interface SessionRepository {
  create(session: Pick<SessionRow, 'hash' | 'userId' | 'expires'>): Promise<SessionRow>;
  /** null when unknown or expired, or when the user is switched off. */
  find(hash: string): Promise<{ session: SessionRow; user: UserRow } | null>;
  /** Notes a use and moves the end. */
  extend(hash: string, expires: UnixMs): Promise<void>;
  delete(hash: string): Promise<boolean>;
  /** Signs a user out everywhere, or everywhere but in the session `except`. */
  deleteOfUser(userId: UserId, except?: string): Promise<void>;
  /** Removes what expired before `before`. */
  clear(before: UnixMs): Promise<void>;
}
