import { versionText } from '../../contract';
import { ok, type Result } from '../../domain';
import type { Client } from '../client';
import type { Connection } from '../connection';
import type { ServiceError } from '../errors/service-error';
import type { Credential } from '../sign-in/credential';
import type { Account } from './account';
import { type Accounts, libraryForNew, sameAccount } from './accounts';

/** The calls that are made with the new credential. */
type OpeningCalls = Pick<Client, 'info' | 'profile'>;

interface Opening {
  readonly connection: Connection;
  readonly credential: Credential;
  readonly accounts: Accounts;
  readonly newId: () => string;
  readonly now: number;
}

/**
 * The account that a new credential opens: whose it is, what it may do, which server. A credential
 * that can't say whose it is opens none, and is the caller's: to be tried again where `meaningOf`
 * says `later`, to be given back otherwise. Signing in again as the same person on the same server
 * keeps the account's id, and so its library.
 */
export async function openAccount(
  calls: OpeningCalls,
  { connection, credential, accounts, newId, now }: Opening,
): Promise<Result<Account, ServiceError>> {
  const read = await calls.profile.read();
  if (!read.ok) return read;
  const { user, provider } = read.value.body;
  const about = await calls.info.read();
  const server = about.ok ? about.value.body : null;
  const { base, extraHeaders = {} } = connection;
  const known = sameAccount(accounts, { base, username: user.username });
  const id = known?.id ?? newId();
  return ok({
    id,
    library: known ? known.library : libraryForNew(accounts, id),
    base,
    token: credential.token,
    credential: credential.kind,
    tokenId: credential.tokenId || provider.id,
    username: user.username,
    permissions: provider.permissions,
    scopes: [...(credential.scopes ?? provider.roles)],
    serverVersion: server ? versionText(server.version) : '',
    features: server?.features ?? [],
    extraHeaders: { ...extraHeaders },
    signedInAt: now,
    signedOutAt: null,
  });
}
