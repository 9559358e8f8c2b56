import { CLIENT_LIFETIME_MS, CODE_GRANT, formatScopes } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import type { ServiceError } from '../http/service-error';
import { type Credential, credentialOf } from './credential';
import { type Problem, problem } from './problem';
import { type OAuthCalls, registerApp, type SignInStart } from './register-app';

/** A sign-in whose window is open. `verifier` is a secret. */
export interface PendingSignIn {
  /** The address that the window opens. */
  readonly url: string;
  /** The browser's redirect address for this extension. */
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
  /** Unix ms after which the server has forgotten the registration. */
  readonly expiresAt: number;
}

/** Registers the app and builds the address of the consent page (spec section 5). */
export async function beginCodeSignIn(
  calls: Pick<OAuthCalls, 'register'>,
  { redirectUri, ...start }: SignInStart & Pick<PendingSignIn, 'redirectUri'>,
): Promise<Result<PendingSignIn, ServiceError>> {
  const registered = await registerApp(calls, start, redirectUri);
  if (!registered.ok) return registered;
  const [state, verifier] = [newState(), newVerifier()];
  const { scopes } = start;
  const request = { redirectUri, state, verifier, scopes };
  const url = await consentPage(start.base, registered.value, request);
  return ok({ url, redirectUri, state, verifier, expiresAt: start.now + CLIENT_LIFETIME_MS });
}

/** The address of the page on which the user allows the app to use the account. */
async function consentPage(
  base: string,
  clientId: string,
  request: Pick<PendingSignIn, 'redirectUri' | 'state' | 'verifier'> & Pick<SignInStart, 'scopes'>,
): Promise<string> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: formatScopes(request.scopes),
    state: request.state,
    code_challenge: await challengeOf(request.verifier),
    code_challenge_method: 'S256',
  });
  return `${base}/authorize?${query}`;
}

/**
 * Reads the authorization code from the redirect. The state is checked first: a response to another
 * request is ignored even if it is a refusal.
 */
export function readRedirect(
  { redirectUri, state, expiresAt }: Omit<PendingSignIn, 'url' | 'verifier'>,
  cameBackTo: string,
  now: number,
): Result<string, Problem> {
  const [expected, actual] = [new URL(redirectUri), URL.parse(cameBackTo)];
  if (actual?.origin !== expected.origin || actual.pathname !== expected.pathname) {
    return err(problem('other-redirect'));
  }
  const params = actual.searchParams;
  if (params.get('state') !== state) return err(problem('state-differs'));
  const refusal = params.get('error');
  if (refusal === 'access_denied') return err(problem('denied'));
  const code = params.get('code') ?? '';
  // Some servers send an empty code beside the error.
  if (refusal !== null || code === '') {
    return err(problem('not-granted', params.get('error_description') || refusal || 'no code'));
  }
  return now < expiresAt ? ok(code) : err(problem('expired'));
}

/** Exchanges a code for a token. `calls` must go to the server that issued the code. */
export async function exchangeCode(
  calls: Pick<OAuthCalls, 'token'>,
  { code, verifier }: { readonly code: string; readonly verifier: string },
  signal?: AbortSignal,
): Promise<Result<Credential, ServiceError>> {
  const form = { grant_type: CODE_GRANT, code, code_verifier: verifier } as const;
  const answer = await calls.token(form, { signal });
  return answer.ok ? ok(credentialOf(answer.value.body)) : answer;
}

const VERIFIER_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/**
 * The largest multiple of 62 within a byte. Using larger bytes would make some characters more
 * likely.
 */
const FAIR_BYTES = 256 - (256 % VERIFIER_ALPHABET.length);

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
      if (byte < FAIR_BYTES && text.length < length)
        text += VERIFIER_ALPHABET[byte % VERIFIER_ALPHABET.length];
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
