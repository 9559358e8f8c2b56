import type { Scope } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import type { UserId } from '../ids';

/** A client that registered for one sign-in. */
export interface OAuthClientRow {
  readonly id: string;
  readonly name: string;
  readonly uri: string;
  /** A `data:` address; empty when it has none. */
  readonly logo: string;
  readonly redirectUris: readonly string[];
  readonly softwareId: string;
  readonly softwareVersion: string;
  readonly grantTypes: readonly string[];
  readonly created: UnixMs;
  readonly expires: UnixMs;
}

/** A grant of the consent page, until the client fetches its token. */
export interface OAuthCodeRow {
  /** The hash of the code, which itself is not stored. */
  readonly hash: string;
  readonly clientId: string;
  readonly userId: UserId;
  readonly redirectUri: string;
  /** S256. */
  readonly challenge: string;
  readonly scopes: readonly Scope[];
  readonly expires: UnixMs;
}

/** The result of taking a code, which works once. */
export type TakenCode =
  | { readonly kind: 'taken'; readonly code: OAuthCodeRow }
  /** The code was used before and may be stolen. `tokenId` is the token that it gave. */
  | { readonly kind: 'used'; readonly tokenId: string | null; readonly userId: UserId }
  | { readonly kind: 'unknown' };

/** spec section 3; `expired` shows in `expires`. */
export type DeviceState = 'pending' | 'approved' | 'denied';

export interface DeviceCodeRow {
  readonly hash: string;
  /** Eight letters, as a person types them. */
  readonly userCode: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly state: DeviceState;
  /** The user who decided; null while undecided. */
  readonly userId: UserId | null;
  /** The token that was issued for it; null before that. */
  readonly tokenId: string | null;
  /** The minimum time between two polls. */
  readonly intervalMs: number;
  readonly polledAt: UnixMs | null;
  readonly created: UnixMs;
  readonly expires: UnixMs;
}

export type NewDeviceCode = Pick<
  DeviceCodeRow,
  'hash' | 'userCode' | 'clientId' | 'scopes' | 'intervalMs' | 'expires'
>;

export type DeviceCodeChange = Partial<
  Pick<DeviceCodeRow, 'state' | 'userId' | 'tokenId' | 'intervalMs' | 'polledAt'>
>;

/** Sign-ins in progress. They are in the database, so that any process can continue them. */
export interface OAuthRepository {
  createClient(client: Omit<OAuthClientRow, 'created'>): Promise<OAuthClientRow>;
  /** null when unknown or expired. */
  findClient(id: string): Promise<OAuthClientRow | null>;
  deleteClient(id: string): Promise<boolean>;

  createCode(code: OAuthCodeRow): Promise<void>;
  /** Finds a code without using it; null when it is unknown, expired or used. */
  findCode(hash: string): Promise<OAuthCodeRow | null>;
  /** Takes a code. Of several simultaneous calls, only one gets it. */
  takeCode(hash: string): Promise<TakenCode>;
  /** Records the token that was issued for a taken code. */
  settleCode(hash: string, tokenId: string): Promise<void>;

  /** Returns false when the user code is in use, so that the caller makes another. */
  createDeviceCode(code: NewDeviceCode): Promise<boolean>;
  /** Returns null when unknown. An expired code is found until it is deleted. */
  findDeviceCode(hash: string): Promise<DeviceCodeRow | null>;
  findByUserCode(userCode: string): Promise<DeviceCodeRow | null>;
  /** Changes a device code. `change` gets the current, locked row and returns null for no change. */
  changeDeviceCode(
    hash: string,
    change: (row: DeviceCodeRow) => DeviceCodeChange | null,
  ): Promise<DeviceCodeRow | null>;

  /** Deletes rows that expired before `before`. */
  clear(before: UnixMs): Promise<void>;
}
