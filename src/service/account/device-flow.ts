import * as z from 'zod/mini';
import { DEVICE_GRANT, formatScopes, type OAuthDevice, SLOW_DOWN_SECONDS } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import { MINUTE_MS, SECOND_MS } from '../../domain/time';
import { isWebAddress } from '../../domain/web-address';
import type { Transport } from '../http/connection';
import { meaningOf, type ServiceError } from '../http/service-error';
import { type Credential, credentialOf } from './credential';
import { type Problem, problem, signInProblem } from './problem';
import { type OAuthCalls, registerApp, type SignInStart } from './register-app';

/** A sign-in that waits for the user to enter a code on another page. Times are Unix ms. */
export const PendingDevice = z.object({
  clientId: z.string(),
  deviceCode: z.string(),
  /** Formatted in groups of four. */
  shownCode: z.string(),
  /** The address where the code is entered, without and with the code filled in. */
  page: z.string(),
  pageWithCode: z.string(),
  intervalMs: z.number(),
  expiresAt: z.number(),
});
export type PendingDevice = z.output<typeof PendingDevice>;

/** Registers the app and requests a user code (spec section 5, RFC 8628). */
export async function beginDeviceSignIn(
  calls: Pick<OAuthCalls, 'register' | 'device'>,
  start: SignInStart,
): Promise<Result<PendingDevice, ServiceError>> {
  const registered = await registerApp(calls, start, null);
  if (!registered.ok) return registered;
  const { base, now, signal } = start;
  const clientId = registered.value;
  const scope = formatScopes(start.scopes);
  const answer = await calls.device({ client_id: clientId, scope }, { signal });
  return answer.ok ? ok({ clientId, ...pendingOf(answer.value.body, base, now) }) : answer;
}

function pendingOf(device: OAuthDevice, base: string, now: number) {
  // Pages show it as a link, so an address with another scheme could run code.
  const page = webAddress(device.verification_uri) ?? `${base}/device`;
  const code = encodeURIComponent(device.user_code);
  return {
    deviceCode: device.device_code,
    shownCode: formatUserCode(device.user_code),
    page,
    pageWithCode: webAddress(device.verification_uri_complete) ?? `${page}?user_code=${code}`,
    intervalMs: Math.max(1, device.interval) * SECOND_MS,
    expiresAt: now + device.expires_in * SECOND_MS,
  };
}

/** Normalises the address; null if it is not a web address. */
const webAddress = (address: string): string | null =>
  isWebAddress(address) ? new URL(address).href : null;

const formatUserCode = (code: string): string =>
  code.includes('-') ? code : (code.match(/.{1,4}/g)?.join('-') ?? code);

const MAX_INTERVAL_MS = MINUTE_MS;

/** The interval before the next poll after `error` in ms; null if polling has ended. */
function nextInterval(intervalMs: number, error: ServiceError): number | null {
  if (error.kind === 'oauth') {
    if (error.code === 'authorization_pending') return intervalMs;
    return error.code === 'slow_down' ? intervalMs + SLOW_DOWN_SECONDS * SECOND_MS : null;
  }
  const { retry, waitMs } = meaningOf(error);
  if (retry !== 'later' || error.kind === 'aborted') return null;
  return Math.max(waitMs ?? 0, Math.min(2 * intervalMs, MAX_INTERVAL_MS));
}

interface Waiting {
  readonly signal?: AbortSignal | undefined;
  readonly transport: Pick<Transport, 'sleep' | 'now'>;
  /** Called after each poll but the last, so that the caller can store the new interval. */
  readonly onPending?: (pending: PendingDevice) => void;
}

/**
 * Polls until the user has decided, the code has expired, or `signal` is aborted. Network errors
 * are retried with exponential back-off (RFC 8628 3.5).
 */
export async function awaitDevice(
  calls: Pick<OAuthCalls, 'token'>,
  begun: PendingDevice,
  { signal, transport, onPending }: Waiting,
): Promise<Result<Credential, Problem>> {
  let pending = begun;
  for (;;) {
    const leftMs = Math.max(0, pending.expiresAt - transport.now());
    await transport.sleep(Math.min(pending.intervalMs, leftMs), signal);
    if (signal?.aborted) return err(problem('aborted'));
    if (transport.now() >= pending.expiresAt) return err(problem('expired'));
    const { clientId, deviceCode } = pending;
    const form = {
      grant_type: DEVICE_GRANT,
      client_id: clientId,
      device_code: deviceCode,
    } as const;
    const answer = await calls.token(form, { signal });
    if (answer.ok) return ok(credentialOf(answer.value.body));
    const intervalMs = nextInterval(pending.intervalMs, answer.error);
    if (intervalMs === null) return err(signInProblem(answer.error));
    pending = { ...pending, intervalMs };
    onPending?.(pending);
  }
}
