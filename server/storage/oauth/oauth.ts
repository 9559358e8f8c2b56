import type { Scope } from '../../../src/contract';
import type { UnixMs } from '../../../src/domain';
import type { UserId } from '../ids';

/** A client as it registered, for one sign-in. */
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

/** What a person granted on the consent page, until the client fetches its token. */
export interface OAuthCodeRow {
  /** Of the code; the code itself is not kept. */
  readonly hash: string;
  readonly clientId: string;
  readonly userId: UserId;
  readonly redirectUri: string;
  /** S256. */
  readonly challenge: string;
  readonly scopes: readonly Scope[];
  readonly expires: UnixMs;
}

/** What taking a code gives: a code is good once. */
export type TakenCode =
  | { readonly kind: 'taken'; readonly code: OAuthCodeRow }
  /** It was good before: whoever shows it again may have stolen it. `tokenId` is what it gave. */
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
  /** Who decided; null while nobody has. */
  readonly userId: UserId | null;
  /** What was given for it; null while nothing was. */
  readonly tokenId: string | null;
  /** The least time between two polls. */
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

/** Sign-ins under way. All of it is in the database: any process can go on with them. */
export interface OAuthRepository {
  createClient(client: Omit<OAuthClientRow, 'created'>): Promise<OAuthClientRow>;
  /** null when unknown or expired. */
  findClient(id: string): Promise<OAuthClientRow | null>;
  deleteClient(id: string): Promise<boolean>;

  createCode(code: OAuthCodeRow): Promise<void>;
  /** Looks without using it up; null when unknown, expired or used. */
  findCode(hash: string): Promise<OAuthCodeRow | null>;
  /** Of several that take the same code at the same time, one gets it. */
  takeCode(hash: string): Promise<TakenCode>;
  /** Notes which token a taken code gave. */
  settleCode(hash: string, tokenId: string): Promise<void>;

  /** false when the user code is in use: make another. */
  createDeviceCode(code: NewDeviceCode): Promise<boolean>;
  /** null when unknown; an expired one is found until it is cleared away. */
  findDeviceCode(hash: string): Promise<DeviceCodeRow | null>;
  findByUserCode(userCode: string): Promise<DeviceCodeRow | null>;
  /** `change` sees the row as it is now, and nobody else changes it meanwhile; null: no change. */
  changeDeviceCode(
    hash: string,
    change: (row: DeviceCodeRow) => DeviceCodeChange | null,
  ): Promise<DeviceCodeRow | null>;

  /** Removes what expired before `before`. */
  clear(before: UnixMs): Promise<void>;
}
