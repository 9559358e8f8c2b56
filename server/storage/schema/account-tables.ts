import type { Scope, TokenRole, UserGroup, UserSettings } from '../../../src/contract';
import { boolean, bytes, json, serial, table, text, time, whole } from './column';
import type { UserId } from './ids';

/** The origin of a token: the profile page, an app's sign-in, or a sign-in with a password. */
export type TokenKind = 'api' | 'oauth' | 'password';

/** spec section 3; `expired` shows in `expires`. */
export type DeviceState = 'pending' | 'approved' | 'denied';

/** A sign-in at a provider, or with a passkey, or the adding of a passkey. */
export type PendingKind = 'provider' | 'passkey' | 'new-passkey';

export const ofUser = () => whole<UserId>().of('users(id)');

/** The tables of users, and of what signs them in. */
export const ACCOUNT_TABLES = {
  users: table(
    {
      id: serial<UserId>(),
      username: text(),
      /** Unique, so that no two names differ only in case. */
      username_key: text().unique().hidden(),
      /** null when the user has none. */
      email: text().orNull(),
      email_key: text().orNull().unique().hidden(),
      group: text<UserGroup>(),
      /** In PHC format; null when the user cannot sign in with a password. */
      password_hash: text().orNull(),
      settings: json<UserSettings>(),
      created: time(),
      updated: time(),
      /** False blocks every sign-in of this user, by password, session or token. */
      is_enabled: boolean(),
      /** The number of changes of this user's data, and the number of the newest event. */
      changes: whole().hidden(),
      /** The time of the newest change. It never decreases, even when clocks differ. */
      changed_at: whole().hidden(),
      /** The number of bookmarks, so that lists need not count them. */
      bookmark_count: whole().hidden(),
      /** The number of bookmarks that were ever created. */
      last_bookmark: whole().hidden(),
    },
    ['id'],
  ),
  /** Only the hash of a token is stored. */
  tokens: table(
    {
      /** Short id. */
      id: text(),
      user_id: ofUser(),
      hash: text().unique().hidden(),
      kind: text<TokenKind>(),
      /** The name of the application, or the one that the owner chose. */
      name: text(),
      /** null grants all rights of the user. */
      roles: json<readonly TokenRole[]>().orNull(),
      client_uri: text(),
      client_logo: text(),
      created: time(),
      /** null when it was never used. */
      last_used: time().orNull(),
      /** null when it does not expire. */
      expires: time().orNull(),
      is_enabled: boolean(),
      /** The hash of the cookie of the browser whose web app has it; null for any other program. */
      browser: text().orNull(),
    },
    ['id'],
    {
      tokens_of_user: '(user_id, created)',
      tokens_of_browser: '(browser) where browser is not null',
    },
  ),
  /** Clients that registered for one sign-in. */
  oauth_clients: table(
    {
      id: text(),
      name: text(),
      uri: text(),
      /** A `data:` address; empty when it has none. */
      logo: text(),
      redirect_uris: json<readonly string[]>(),
      software_id: text(),
      software_version: text(),
      grant_types: json<readonly string[]>(),
      created: time(),
      expires: time(),
    },
    ['id'],
  ),
  /** Grants of the consent page, until the client fetches its token. Used codes are kept, to detect reuse. */
  oauth_codes: table(
    {
      /** The hash of the code, which itself is not stored. */
      hash: text(),
      client_id: text(),
      user_id: ofUser(),
      redirect_uri: text(),
      /** S256. */
      challenge: text(),
      scopes: json<readonly Scope[]>(),
      /** The `browser` of its token. */
      browser: text().orNull(),
      expires: time(),
      used_at: whole().orNull().hidden(),
      token_id: text().orNull().hidden(),
    },
    ['hash'],
  ),
  device_codes: table(
    {
      hash: text(),
      /** Eight letters, as a person types them. */
      user_code: text().unique(),
      client_id: text(),
      scopes: json<readonly Scope[]>(),
      state: text<DeviceState>(),
      /** The user who decided; null while undecided. */
      user_id: ofUser().orNull(),
      /** The token that was issued for it; null before that. */
      token_id: text().orNull(),
      /** The minimum time between two polls. */
      interval_ms: whole(),
      polled_at: time().orNull(),
      created: time(),
      expires: time(),
    },
    ['hash'],
  ),
  /** The signed-in sessions of the pages. */
  sessions: table(
    {
      /** The hash of the cookie's value, which itself is not stored. */
      hash: text(),
      user_id: ofUser(),
      created: time(),
      last_used: time(),
      expires: time(),
      /** The provider where it began, which can end its own session too; null for other sign-ins. */
      issuer: text().orNull(),
    },
    ['hash'],
    { sessions_of_user: '(user_id)' },
  ),
  /** The accounts of users at providers of sign-ins. */
  identities: table(
    {
      issuer: text(),
      subject: text(),
      /** null when the user was removed. Then the identity gets no new account by itself. */
      user_id: whole<UserId>().refersTo('users(id) on delete set null').orNull(),
      created: time(),
      last_used: time(),
    },
    ['issuer', 'subject'],
    { identities_of_user: '(user_id)' },
  ),
  passkeys: table(
    {
      /** Short id. */
      id: text(),
      user_id: ofUser(),
      /** The id that the authenticator chose, in base64url. */
      credential: text().unique(),
      /** As its owner calls it. */
      name: text(),
      public_key: bytes(),
      /** The number of uses by its authenticator; 0 when that does not count. */
      counter: whole(),
      transports: json<readonly string[]>(),
      created: time(),
      /** null when it was never used. */
      last_used: time().orNull(),
    },
    ['id'],
    { passkeys_of_user: '(user_id)' },
  ),
  /** Sign-ins that a browser has begun, until it comes back with the answer, which works once. */
  pending_sign_ins: table(
    {
      /** The hash of the state or the challenge, which itself is not stored. */
      hash: text(),
      /** The hash of the cookie of the browser. */
      browser: text(),
      kind: text<PendingKind>(),
      /** The user who adds a way to sign in; null for a sign-in. */
      user_id: ofUser().orNull(),
      /** The path to continue at. */
      return_to: text(),
      expires: time(),
    },
    ['hash'],
  ),
  attempts: table({ key: text(), count: whole(), resets_at: time() }, ['key']),
  secrets: table({ name: text(), value: text() }, ['name']),
  /** The knowledge of the processes about their clock, in one row. */
  clock: table(
    { id: whole(), confirmed: time(), candidate: time(), ran_ms: whole(), looked_at: time() },
    ['id'],
  ),
};
