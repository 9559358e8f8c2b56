import { MINUTE_MS, unixMs } from '../../src/domain/time';
import type { Exchange } from '../http/exchange';
import type { Server } from '../server';
import type { PendingKind, PendingSignInRow, UserId } from '../storage';
import { hashSecret, newSecret } from './secrets';
import { attemptCookieOf, rememberAttempt } from './session';

/** The time for signing in elsewhere, with a second factor. */
const PENDING_MS = 15 * MINUTE_MS;

interface Begun {
  /** Sent to the provider or the authenticator. It comes back once. */
  readonly secret: string;
  /** The secret of the browser. Nobody else can continue the sign-in. */
  readonly browser: string;
}

/** Begins a sign-in, or the adding of a way to sign in, that continues with `takePending`. */
export async function beginPending(
  { storage, now }: Server,
  exchange: Exchange,
  { kind, userId, returnTo }: { kind: PendingKind; userId: UserId | null; returnTo: string },
): Promise<Begun> {
  const [secret, browser] = [newSecret(), rememberAttempt(exchange)];
  await storage.pendingSignIns.create({
    hash: hashSecret(secret),
    browser: hashSecret(browser),
    kind,
    userId,
    returnTo,
    expires: unixMs(now() + PENDING_MS),
  });
  return { secret, browser };
}

/** Takes what this browser has begun. null: it has not, or it was taken before, or too late. */
export async function takePending(
  { storage }: Server,
  exchange: Exchange,
  kind: PendingKind,
  secret: string,
): Promise<{ readonly row: PendingSignInRow; readonly browser: string } | null> {
  const browser = attemptCookieOf(exchange);
  if (browser === null) return null;
  const key = { hash: hashSecret(secret), browser: hashSecret(browser), kind };
  const row = await storage.pendingSignIns.take(key);
  return row && { row, browser };
}
