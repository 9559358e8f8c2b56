import { CODE_GRANT, DEVICE_GRANT, type Scope } from '../../contract';
import { ok, type Result } from '../../domain/result';
import type { Client } from '../http/client';
import type { ServiceError } from '../http/service-error';

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

/** The input of a sign-in that starts with a registration. */
export interface SignInStart {
  /** The address of the server; the calls go there. */
  readonly base: string;
  readonly app: AppIdentity;
  /** Unix ms. */
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
  /** The scopes to ask for. */
  readonly scopes: readonly Scope[];
}

/**
 * Registers the app for one sign-in; each sign-in needs its own registration (spec section 5).
 * `redirectUri` is null for a device code. Returns the client id.
 */
export async function registerApp(
  calls: Pick<OAuthCalls, 'register'>,
  { app, signal }: Pick<SignInStart, 'app' | 'signal'>,
  redirectUri: string | null,
): Promise<Result<string, ServiceError>> {
  const answer = await calls.register(
    {
      client_name: app.name,
      client_uri: app.uri,
      logo_uri: app.logo,
      software_id: app.softwareId,
      software_version: app.softwareVersion,
      ...(redirectUri !== null && { redirect_uris: [redirectUri] }),
      grant_types: [redirectUri === null ? DEVICE_GRANT : CODE_GRANT],
    },
    { signal },
  );
  return answer.ok ? ok(answer.value.body.client_id) : answer;
}
