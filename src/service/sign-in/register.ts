import type { GrantType } from '../../contract';
import { err, ok, type Result } from '../../domain';
import type { Client } from '../client';
import { registrationError, type SignInError } from './sign-in-error';

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
