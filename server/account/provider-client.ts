import * as client from 'openid-client';
import { err, ok } from '../../src/domain/result';
import { HOUR_MS, SECOND_MS } from '../../src/domain/time';
import type { Config } from '../config/config';
import { createServiceFetch } from '../fetch';
import { blocksOf } from '../http/read-bytes';
import type { Server } from '../server';
import { type Claims, groupsIn, MAX_IDENTITY_SUBJECT_LENGTH } from './identity';
import { CALLBACK_PATH, type Provider, type ProviderProblem } from './provider-types';
import { challengeOf } from './secrets';

type Settings = NonNullable<Config['oidc']>;

/** The time for one answer of the provider. */
const PROVIDER_TIMEOUT_MS = 10 * SECOND_MS;
/** The metadata of the provider is read again after this time. */
const METADATA_MS = HOUR_MS;
const MAX_PROVIDER_BYTES = 1024 * 1024;
/** Clocks at home differ. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** The longest claim that is read. */
const MAX_CLAIM_TEXT_LENGTH = 320;

/** Opens the client of a provider. It sends nothing before the first sign-in. */
export function openProvider(server: Server, settings: Settings): Provider {
  const { log, now } = server;
  const fetch = boundedFetch(server);
  let known: { readonly config: Promise<client.Configuration>; readonly until: number } | null =
    null;

  /** Those who sign in at the same time wait for one answer. After a failure the next one asks again. */
  async function configuration(): Promise<client.Configuration> {
    if (known === null || known.until <= now()) {
      const asked = { config: discover(settings, fetch), until: now() + METADATA_MS };
      known = asked;
      asked.config.catch(() => {
        if (known === asked) known = null;
      });
    }
    return known.config;
  }

  const problemOf = (step: string, fault: unknown): ProviderProblem => {
    // The causes of these errors may have tokens and claims, so only what went wrong is logged.
    const { name, message, code } = fault as Partial<Error & { code: unknown }>;
    log.warn('sign-in at the provider failed', { step, fault: name, code: String(code), message });
    if (fault instanceof client.AuthorizationResponseError) return 'denied';
    return step === 'discovery' ? 'unreachable' : 'invalid';
  };

  return {
    async begin(base, { state, nonce, verifier }) {
      try {
        const url = client.buildAuthorizationUrl(await configuration(), {
          redirect_uri: base.url(CALLBACK_PATH),
          scope: settings.scopes,
          state,
          nonce,
          code_challenge: challengeOf(verifier),
          code_challenge_method: 'S256',
        });
        return ok(url.href);
      } catch (fault) {
        return err(problemOf('discovery', fault));
      }
    },

    async finish(url, { state, nonce, verifier }) {
      try {
        const config = await configuration();
        const tokens = await client.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const ofToken = tokens.claims();
        if (ofToken === undefined) return err('invalid');
        // Some providers have names and groups only there.
        const ofUser = config.serverMetadata().userinfo_endpoint
          ? await client.fetchUserInfo(config, tokens.access_token, ofToken.sub)
          : {};
        return claimsOf({ ...ofUser, ...ofToken }, ofToken.sub, settings);
      } catch (fault) {
        return err(problemOf('answer', fault));
      }
    },

    async signOutAddress(base) {
      try {
        const config = await configuration();
        if (config.serverMetadata().end_session_endpoint === undefined) return null;
        // No token is kept for `id_token_hint`, so the provider may ask the person first.
        return client.buildEndSessionUrl(config, { post_logout_redirect_uri: base.url('/login') })
          .href;
      } catch (fault) {
        problemOf('discovery', fault);
        return null;
      }
    },
  };
}

function claimsOf(
  all: Readonly<Record<string, unknown>>,
  sub: string,
  { issuer, usernameClaim, groupsClaim }: Settings,
) {
  if (sub === '' || sub.length > MAX_IDENTITY_SUBJECT_LENGTH) return err('invalid' as const);
  const text = (name: string) => {
    const value = all[name];
    return typeof value === 'string' && value !== '' && value.length <= MAX_CLAIM_TEXT_LENGTH
      ? value
      : null;
  };
  const claims: Claims = {
    // The token has the same one, with or without the slash of the root.
    issuer: issuer.href,
    subject: sub,
    username: text(usernameClaim),
    email: all.email_verified === true ? text('email') : null,
    groups: groupsIn(all[groupsClaim]),
  };
  return ok(claims);
}

/** Reads what the provider says about itself, and chooses how this server identifies itself there. */
async function discover(
  { issuer, clientId, clientSecret }: Settings,
  fetch: client.CustomFetch,
): Promise<client.Configuration> {
  const isPlain = issuer.protocol === 'http:';
  const seconds = PROVIDER_TIMEOUT_MS / SECOND_MS;
  const found = await client.discovery(issuer, clientId, undefined, client.None(), {
    [client.customFetch]: fetch,
    timeout: seconds,
    execute: isPlain ? [client.allowInsecureRequests] : [],
  });
  const metadata = found.serverMetadata();
  const config = new client.Configuration(
    metadata,
    clientId,
    { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    authenticationOf(metadata, clientSecret),
  );
  config[client.customFetch] = fetch;
  config.timeout = seconds;
  if (isPlain) client.allowInsecureRequests(config);
  // By default, the signature of a token that came from the provider itself is not checked.
  client.enableNonRepudiationChecks(config);
  return config;
}

function authenticationOf(
  { token_endpoint_auth_methods_supported: methods }: client.ServerMetadata,
  secret: string,
): client.ClientAuth {
  if (secret === '') return client.None();
  // Without the list it is `client_secret_basic` (OpenID Connect Discovery 1.0, section 3).
  const isBasic = methods === undefined || methods.includes('client_secret_basic');
  return isBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
}

/**
 * Sends requests to the provider, which the operator has chosen, so it may be in a private network.
 * Answers are read up to a limit, and redirects are not followed.
 */
function boundedFetch(server: Server): client.CustomFetch {
  const config = { ...server.config, allowedNetworks: { has: () => true } };
  const { fetch } = createServiceFetch({ ...server, config });
  return async (url, init) => {
    const answer = await fetch(url, init as RequestInit);
    const bytes = [];
    for await (const block of blocksOf(answer.body, MAX_PROVIDER_BYTES, new URL(url).host)) {
      bytes.push(Buffer.from(block));
    }
    const { status, headers } = answer;
    return new Response(answer.body === null ? null : Buffer.concat(bytes), { status, headers });
  };
}
