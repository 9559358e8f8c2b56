import * as z from 'zod/mini';
import { DEVICE_GRANT, formatScopes, type OAuthDevice, SLOW_DOWN_SECONDS } from '../../contract';
import { err, isWebAddress, MINUTE_MS, ok, type Result, SECOND_MS } from '../../domain';
import type { Connection, Transport } from '../http/connection';
import { meaningOf, type ServiceError } from '../http/service-error';
import { type Credential, credentialOf, WANTED_SCOPES } from './credential';
import {
  type AppIdentity,
  type OAuthCalls,
  registerApp,
  type SignInError,
  tokenError,
} from './register-app';
/** A sign-in that waits for the person to type a code on another page. Times are Unix ms. */
export const PendingDevice = z.object({
  base: z.string(),
  extraHeaders: z._default(z.record(z.string(), z.string()), {}),
  clientId: z.string(),
  deviceCode: z.string(),
  /** In groups of four. */
  shownCode: z.string(),
  /** Where the code is typed, and the same with the code filled in. */
  page: z.string(),
  pageWithCode: z.string(),
  intervalMs: z.number(),
  expiresAt: z.number(),
});
export type PendingDevice = z.output<typeof PendingDevice>;

interface DeviceStart {
  readonly connection: Pick<Connection, 'base' | 'extraHeaders'>;
  readonly app: AppIdentity;
  readonly now: number;
  readonly signal?: AbortSignal;
}

/** Registers us and gets a code for the person to type (spec section 5, RFC 8628). */
export async function beginDeviceSignIn(
  calls: Pick<OAuthCalls, 'register' | 'device'>,
  { connection, app, now, signal }: DeviceStart,
): Promise<Result<PendingDevice, SignInError>> {
  const options = { ...(signal && { signal }) };
  const registered = await registerApp(calls, app, { grant: DEVICE_GRANT, ...options });
  if (!registered.ok) return registered;
  const scope = formatScopes(WANTED_SCOPES);
  const answer = await calls.device({ client_id: registered.value, scope }, options);
  if (!answer.ok) return err(tokenError(answer.error));
  const { base, extraHeaders = {} } = connection;
  const where = { base, extraHeaders: { ...extraHeaders }, clientId: registered.value };
  return ok({ ...where, ...pendingOf(answer.value.body, base, now) });
}

function pendingOf(device: OAuthDevice, base: string, now: number) {
  // Shown as links: an address of another kind could run something.
  const page = webAddress(device.verification_uri) ?? `${base}/device`;
  const code = encodeURIComponent(device.user_code);
  return {
    deviceCode: device.device_code,
    shownCode: inFours(device.user_code),
    page,
    pageWithCode: webAddress(device.verification_uri_complete) ?? `${page}?user_code=${code}`,
    intervalMs: Math.max(1, device.interval) * SECOND_MS,
    expiresAt: now + device.expires_in * SECOND_MS,
  };
}

/** As it is written in full: what is left out of `https:host` is read by links, not by all. */
const webAddress = (address: string): string | null =>
  isWebAddress(address) ? new URL(address).href : null;

const inFours = (code: string): string =>
  code.includes('-') ? code : (code.match(/.{1,4}/g)?.join('-') ?? code);

/** How a poll came out. */
export type Poll =
  /** Not yet: ask again after `pending.intervalMs`, which may have grown. */
  | { readonly kind: 'pending'; readonly pending: PendingDevice }
  | { readonly kind: 'granted'; readonly credential: Credential }
  | { readonly kind: 'ended'; readonly error: SignInError };

const LONGEST_INTERVAL_MS = MINUTE_MS;

/**
 * Asks once whether the person has decided. What a network does is waited out, less and less
 * often (RFC 8628 3.5), until the code has expired.
 */
export async function pollDevice(
  calls: Pick<OAuthCalls, 'token'>,
  pending: PendingDevice,
  { now, signal }: { readonly now: number; readonly signal?: AbortSignal },
): Promise<Poll> {
  if (now >= pending.expiresAt) return { kind: 'ended', error: { kind: 'expired' } };
  const answer = await calls.token(
    { grant_type: DEVICE_GRANT, device_code: pending.deviceCode, client_id: pending.clientId },
    { ...(signal && { signal }) },
  );
  if (answer.ok) return { kind: 'granted', credential: credentialOf(answer.value.body) };
  const intervalMs = nextInterval(pending.intervalMs, answer.error);
  if (intervalMs === null) return { kind: 'ended', error: tokenError(answer.error) };
  return { kind: 'pending', pending: { ...pending, intervalMs } };
}

/** When to ask again after `error`; null: not at all. */
function nextInterval(intervalMs: number, error: ServiceError): number | null {
  if (error.kind === 'oauth') {
    if (error.code === 'authorization_pending') return intervalMs;
    return error.code === 'slow_down' ? intervalMs + SLOW_DOWN_SECONDS * SECOND_MS : null;
  }
  const { retry, waitMs } = meaningOf(error);
  if (retry !== 'later' || error.kind === 'aborted') return null;
  return Math.max(waitMs ?? 0, Math.min(2 * intervalMs, LONGEST_INTERVAL_MS));
}

interface Waiting {
  readonly signal?: AbortSignal;
  readonly transport: Pick<Transport, 'sleep' | 'now'>;
  /** Told of each poll that was not the last, to be kept for the next worker. */
  readonly onPending?: (pending: PendingDevice) => void;
}

/** Asks until the person has decided, or can't any more. */
export async function awaitDevice(
  calls: Pick<OAuthCalls, 'token'>,
  begun: PendingDevice,
  { signal, transport, onPending }: Waiting,
): Promise<Result<Credential, SignInError>> {
  let pending = begun;
  for (;;) {
    const leftMs = Math.max(0, pending.expiresAt - transport.now());
    await transport.sleep(Math.min(pending.intervalMs, leftMs), signal);
    if (signal?.aborted) return err({ kind: 'service', error: { kind: 'aborted' } });
    const poll = await pollDevice(calls, pending, {
      now: transport.now(),
      ...(signal && { signal }),
    });
    if (poll.kind === 'granted') return ok(poll.credential);
    if (poll.kind === 'ended') return err(poll.error);
    pending = poll.pending;
    onPending?.(pending);
  }
}
