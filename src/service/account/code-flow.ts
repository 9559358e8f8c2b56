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
 * A sign-in whose window is open. Kept where a new worker finds it, and dropped when it has come to
 * an end: `verifier` is a secret until then.
 */
export const PendingSignIn = z.object({
  base: z.string(),
  extraHeaders: z._default(z.record(z.string(), z.string()), {}),
  clientId: z.string(),
  redirectUri: z.string(),
  state: z.string(),
  verifier: z.string(),
  /** What the window opens. */
  url: z.string(),
  /** Unix ms: by then the server has forgotten it. */
  expiresAt: z.number(),
});
export type PendingSignIn = z.output<typeof PendingSignIn>;

interface Beginning {
  readonly connection: Pick<Connection, 'base' | 'extraHeaders'>;
  readonly app: AppIdentity;
  /** The browser's own, to which the window comes back. */
  readonly redirectUri: string;
  readonly now: number;
  readonly signal?: AbortSignal;
}

/** Registers us and makes the address of the page where the person allows it (spec section 5). */
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
 * The code in the address that the window came back to. The state is looked at before anything
 * else that it says: an answer to another question is none, also when it is a refusal.
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
  const said = actual.searchParams;
  if (said.get('state') !== state) return err({ kind: 'state-differs' });
  const refusal = said.get('error');
  if (refusal === 'access_denied') return err({ kind: 'denied' });
  const code = said.get('code') ?? '';
  // A denial of today's servers has an empty code beside its error.
  if (refusal !== null || code === '') {
    const description = said.get('error_description') ?? '';
    return err({ kind: 'refused', code: refusal ?? 'no code', description });
  }
  return now < expiresAt ? ok(code) : err({ kind: 'expired' });
}

/** Exchanges the code for a token. `calls` go to the server that `pending` was begun with. */
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
/** The largest multiple of 62 in a byte: above it some characters would be likelier than others. */
const FAIR_BYTES = 256 - (256 % ALPHABET.length);

const VERIFIER_LENGTH = 64; // spec section 8
const STATE_LENGTH = 43; // 256 bits; servers take 64 characters (protocol.md section 4.3)

export type FillWithChance = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>;

const platformChance: FillWithChance = (bytes) => crypto.getRandomValues(bytes);

/** A secret of 64 letters and digits, each as likely as any other (spec section 5). */
export const newVerifier = (fill: FillWithChance = platformChance): string =>
  letters(VERIFIER_LENGTH, fill);

/** What comes back with the redirect, to know it as the answer to our own question. */
export const newState = (fill: FillWithChance = platformChance): string =>
  letters(STATE_LENGTH, fill);

function letters(length: number, fill: FillWithChance): string {
  let text = '';
  while (text.length < length) {
    for (const byte of fill(new Uint8Array(length))) {
      if (byte < FAIR_BYTES && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

/**
 * The challenge of a verifier: its SHA-256 in base64url without padding.
 * @see RFC 7636 4.2
 */
export async function challengeOf(verifier: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
