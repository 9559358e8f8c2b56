import type { GrantType, OAuthErrorCode } from '../../contract';
import { err, ok, type Result } from '../../domain';
import type { Client } from '../http/client';
import type { ServiceError } from '../http/service-error';

/** The reasons why a sign-in failed. Existing accounts are unchanged. */
export type SignInError =
  /** A request failed. */
  | { readonly kind: 'service'; readonly error: ServiceError }
  /** The user declined. */
  | { readonly kind: 'denied' }
  /** The code or the registration has expired. */
  | { readonly kind: 'expired' }
  /** The response belongs to another request, or is forged. */
  | { readonly kind: 'state-differs' }
  /** The window ended at another address than the redirect address. */
  | { readonly kind: 'other-redirect' }
  /** The server's page redirected without a code and with this error. */
  | { readonly kind: 'refused'; readonly code: string; readonly description: string }
  /**
   * The server cannot look up `client_uri` or considers it private, so no app can register there.
   */
  | { readonly kind: 'client-not-accepted'; readonly description: string };

const ours = (error: ServiceError): SignInError => ({ kind: 'service', error });

/** Maps a failed registration to a sign-in error. */
export function registrationError(error: ServiceError): SignInError {
  if (error.kind !== 'oauth') return ours(error);
  const { code, description } = error;
  const isAboutUri = code === 'invalid_client_metadata' && /client[_ ]uri/i.test(description);
  return isAboutUri ? { kind: 'client-not-accepted', description } : ours(error);
}

/** Maps the OAuth errors that end a flow: denied by the user, or expired. */
export function tokenError(error: ServiceError): SignInError {
  const code: OAuthErrorCode | null = error.kind === 'oauth' ? error.code : null;
  if (code === 'access_denied') return { kind: 'denied' };
  // The code and the client are valid for ten minutes only.
  if (code === 'expired_token' || code === 'invalid_grant' || code === 'invalid_client') {
    return { kind: 'expired' };
  }
  return ours(error);
}

/** The identity of the app. Servers show it on the consent page. */
export interface AppIdentity {
  readonly name: string;
  /** An https address on a public host, because servers fetch it. */
  readonly uri: string;
  /** `data:image/png;base64,…` of at most 8,192 characters. */
  readonly logo?: string;
  readonly softwareId: string;
  readonly softwareVersion: string;
}

/** The calls that signing in needs. */
export type OAuthCalls = Client['oauth'];

interface Registration {
  readonly grant: GrantType;
  readonly redirectUri?: string;
  readonly signal?: AbortSignal;
}

/**
 * Registers the app for one sign-in; each sign-in needs its own registration (spec section 5).
 * Returns the client id.
 */
export async function registerApp(
  calls: Pick<OAuthCalls, 'register'>,
  { name, uri, logo, softwareId, softwareVersion }: AppIdentity,
  { grant, redirectUri, signal }: Registration,
): Promise<Result<string, SignInError>> {
  const answer = await calls.register(
    {
      client_name: name,
      client_uri: uri,
      logo_uri: logo,
      software_id: softwareId,
      software_version: softwareVersion,
      ...(redirectUri !== undefined && { redirect_uris: [redirectUri] }),
      grant_types: [grant],
    },
    { ...(signal && { signal }) },
  );
  return answer.ok ? ok(answer.value.body.client_id) : err(registrationError(answer.error));
}
