import { randomUUID } from 'node:crypto';
import {
  CLIENT_LIFETIME_MS,
  type FormValue,
  messages,
  type OAuthClient,
  type OAuthError,
  type oauthClientCreate,
} from '../../src/contract';
import { isPublicAddress } from '../../src/domain/private-address';
import { ok, type Result } from '../../src/domain/result';
import { unixMs } from '../../src/domain/time';
import type { ClientUriLookup } from '../config/config';
import { isPublicIp, type ResolveHost } from '../config/networks';
import type { BaseAddress } from '../http/base-address';
import type { Server } from '../server';
import { fail } from './oauth-error';
import { isOwnApp, isPlainElsewhere, isSystemScheme } from './redirect-schemes';

/**
 * Registers an app for one sign-in (RFC 7591). The registration ends after ten minutes, or as soon as
 * the app has a token (spec section 5).
 */
export async function registerClient(
  { storage, config, resolvePublicHost, now }: Server,
  base: BaseAddress,
  metadata: FormValue<typeof oauthClientCreate>,
): Promise<Result<OAuthClient, OAuthError>> {
  const redirectUris = metadata.redirect_uris ?? [];
  if (redirectUris.some((uri) => isSystemScheme(uri) || isPlainElsewhere(uri, base))) {
    return fail('invalid_redirect_uri', messages.invalidRedirect);
  }
  // A server in a home network may have no internet, and knows its own web app.
  const isOwn = redirectUris.length > 0 && redirectUris.every((uri) => isOwnApp(uri, base));
  const lookup = isOwn ? 'syntax' : config.clientUriLookup;
  if (!(await isPublicClientUri(metadata.client_uri, lookup, resolvePublicHost))) {
    return fail('invalid_client_metadata', 'error on field "client_uri": invalid client URI');
  }
  const client = await storage.oauth.createClient({
    id: `urn:uuid:${randomUUID()}`,
    name: metadata.client_name,
    uri: metadata.client_uri,
    logo: metadata.logo_uri ?? '',
    redirectUris,
    softwareId: metadata.software_id,
    softwareVersion: metadata.software_version,
    grantTypes: metadata.grant_types,
    expires: unixMs(now() + CLIENT_LIFETIME_MS),
  });
  return ok({
    client_id: client.id,
    client_name: client.name,
    client_uri: client.uri,
    logo_uri: client.logo,
    redirect_uris: [...client.redirectUris],
    software_id: client.softwareId,
    software_version: client.softwareVersion,
    token_endpoint_auth_method: metadata.token_endpoint_auth_method,
    grant_types: [...client.grantTypes],
    response_types: [...metadata.response_types],
  });
}

/**
 * Tells whether an app's address is on the public internet (spec 2.3). `syntax` judges the address
 * as written; `resolve` also checks the IP addresses of its host name.
 */
async function isPublicClientUri(
  uri: string,
  lookup: ClientUriLookup,
  resolveHost: ResolveHost,
): Promise<boolean> {
  if (!isPublicAddress(uri)) return false;
  if (lookup === 'syntax') return true;
  const { hostname } = new URL(uri);
  if (isPublicIp(hostname.replace(/^\[|\]$/g, ''))) return true;
  const addresses = await resolveHost(hostname);
  return addresses.length > 0 && addresses.every(isPublicIp);
}
