import type { GrantType, OAuthErrorCode } from '../../contract';
import { err, ok, type Result } from '../../domain';
import type { Client } from '../http/client';
import type { ServiceError } from '../http/service-error';

/** Why somebody is not signed in. What was there before, another account too, is untouched. */
export type SignInError =
  /** The service did not do its part. */
  | { readonly kind: 'service'; readonly error: ServiceError }
  /** The person said no. */
  | { readonly kind: 'denied' }
  /** It took longer than the server waits. */
  | { readonly kind: 'expired' }
  /** The answer is not to this question: another flow's, an old one, somebody's forgery. */
  | { readonly kind: 'state-differs' }
  /** The window ended somewhere else than where it should come back to. */
  | { readonly kind: 'other-redirect' }
  /** The server's page sent the person back without a code, and with this. */
  | { readonly kind: 'refused'; readonly code: string; readonly description: string }
  /** The server can't look up our `client_uri`, or finds it private: no app can register there. */
  | { readonly kind: 'client-not-accepted'; readonly description: string };

const ours = (error: ServiceError): SignInError => ({ kind: 'service', error });

/** What a failed registration means. */
export function registrationError(error: ServiceError): SignInError {
  if (error.kind !== 'oauth') return ours(error);
  const { code, description } = error;
  const isAboutUri = code === 'invalid_client_metadata' && /client[_ ]uri/i.test(description);
  return isAboutUri ? { kind: 'client-not-accepted', description } : ours(error);
}

/** The codes that end a flow as the person or the clock decided. */
export function tokenError(error: ServiceError): SignInError {
  const code: OAuthErrorCode | null = error.kind === 'oauth' ? error.code : null;
  if (code === 'access_denied') return { kind: 'denied' };
  // The code, or the client it was given to, is only good for ten minutes.
  if (code === 'expired_token' || code === 'invalid_grant' || code === 'invalid_client') {
    return { kind: 'expired' };
  }
  return ours(error);
}

/** Who we are to servers, from one place: they show it to the person who is asked for consent. */
export interface AppIdentity {
  readonly name: string;
  /** https, on a public address: servers look it up. */
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

/** Registers us for one sign-in: another needs another (spec section 5). The client's id. */
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
