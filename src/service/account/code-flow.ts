import * as z from 'zod/mini';
import { CLIENT_LIFETIME_MS, CODE_GRANT, formatScopes } from '../../contract';
import { err, ok, type Result } from '../../domain';
import type { Connection } from '../http/connection';
import { type Credential, credentialOf, WANTED_SCOPES } from './credential';
import {
  type AppIdentity,
  type OAuthCalls,
  registerApp,
  type SignInError,
  tokenError,
} from './register-app';
/**
 * A sign-in whose window is open. It is stored so that a restarted worker can continue, and deleted
 * at the end, because `verifier` is a secret.
 */
export const PendingSignIn = z.object({
  base: z.string(),
  extraHeaders: z._default(z.record(z.string(), z.string()), {}),
  clientId: z.string(),
  redirectUri: z.string(),
  state: z.string(),
  verifier: z.string(),
  /** The address that the window opens. */
  url: z.string(),
  /** Unix ms after which the server has forgotten the registration. */
  expiresAt: z.number(),
});
export type PendingSignIn = z.output<typeof PendingSignIn>;

interface Beginning {
  readonly connection: Pick<Connection, 'base' | 'extraHeaders'>;
  readonly app: AppIdentity;
  /** The browser's redirect address for this extension. */
  readonly redirectUri: string;
  readonly now: number;
  readonly signal?: AbortSignal;
}

/** Registers the app and builds the address of the consent page (spec section 5). */
export async function beginCodeSignIn(
  calls: Pick<OAuthCalls, 'register'>,
  { connection, app, redirectUri, now, signal }: Beginning,
): Promise<Result<PendingSignIn, SignInError>> {
  const grant = { grant: CODE_GRANT, redirectUri, ...(signal && { signal }) } as const;
  const registered = await registerApp(calls, app, grant);
  if (!registered.ok) return registered;
  const [state, verifier] = [newState(), newVerifier()];
  const query = new URLSearchParams({
    client_id: registered.value,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: formatScopes(WANTED_SCOPES),
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
  });
  const { base, extraHeaders = {} } = connection;
  return ok({
    base,
    extraHeaders: { ...extraHeaders },
    clientId: registered.value,
    redirectUri,
    state,
    verifier,
    url: `${base}/authorize?${query}`,
    expiresAt: now + CLIENT_LIFETIME_MS,
  });
}

/**
 * Reads the authorization code from the redirect. The state is checked first: a response to another
 * request is ignored even if it is a refusal.
 */
export function readRedirect(
  { redirectUri, state, expiresAt }: PendingSignIn,
  cameBackTo: string,
  now: number,
): Result<string, SignInError> {
  if (!URL.canParse(cameBackTo)) return err({ kind: 'other-redirect' });
  const [expected, actual] = [new URL(redirectUri), new URL(cameBackTo)];
  if (actual.origin !== expected.origin || actual.pathname !== expected.pathname) {
    return err({ kind: 'other-redirect' });
  }
  const params = actual.searchParams;
  if (params.get('state') !== state) return err({ kind: 'state-differs' });
  const refusal = params.get('error');
  if (refusal === 'access_denied') return err({ kind: 'denied' });
  const code = params.get('code') ?? '';
  // Some servers send an empty code beside the error.
  if (refusal !== null || code === '') {
    const description = params.get('error_description') ?? '';
    return err({ kind: 'refused', code: refusal ?? 'no code', description });
  }
  return now < expiresAt ? ok(code) : err({ kind: 'expired' });
}

/** Exchanges the code for a token. `calls` must go to the server of `pending`. */
export async function finishCodeSignIn(
  calls: Pick<OAuthCalls, 'token'>,
  pending: PendingSignIn,
  cameBackTo: string,
  { now, signal }: { readonly now: number; readonly signal?: AbortSignal },
): Promise<Result<Credential, SignInError>> {
  const code = readRedirect(pending, cameBackTo, now);
  if (!code.ok) return code;
  const answer = await calls.token(
    { grant_type: CODE_GRANT, code: code.value, code_verifier: pending.verifier },
    { ...(signal && { signal }) },
  );
  return answer.ok ? ok(credentialOf(answer.value.body)) : err(tokenError(answer.error));
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/**
 * The largest multiple of 62 within a byte. Using larger bytes would make some characters more
 * likely.
 */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

const VERIFIER_LENGTH = 64; // spec section 8
const STATE_LENGTH = 43; // 256 bits; servers take 64 characters (protocol.md section 4.3)

export type FillRandom = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

const fillRandom: FillRandom = (bytes) => crypto.getRandomValues(bytes);

/** A PKCE verifier of 64 random letters and digits, uniformly distributed (spec section 5). */
export const newVerifier = (fill: FillRandom = fillRandom): string =>
  randomLetters(VERIFIER_LENGTH, fill);

/** A random state that identifies the redirect as the response to this request. */
export const newState = (fill: FillRandom = fillRandom): string =>
  randomLetters(STATE_LENGTH, fill);

function randomLetters(length: number, fill: FillRandom): string {
  let text = '';
  while (text.length < length) {
    for (const byte of fill(new Uint8Array(length))) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

/**
 * The PKCE challenge of a verifier: its SHA-256 hash in base64url without padding.
 * @see RFC 7636 4.2
 */
export async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
