import {
  CODE_GRANT,
  DEVICE_GRANT,
  formatScopes,
  leafmarkVersionOf,
  type ServerInfo,
} from '../../contract';
import { isPublicAddress, MINUTE_MS, SECOND_MS } from '../../domain';
import type { ServiceError } from '../http/service-error';
import { challengeOf, newState, newVerifier } from './code-flow';
import { WANTED_SCOPES } from './credential';
import { type Finding, finding } from './doctor-findings';
import type { Examined, Instruments } from './examined';
import { registerApp, type SignInError } from './register-app';
import { isUnencrypted } from './server-address';

/** Whether the server is reached, is the service, and which one; null when it is not. */
export async function* examineServer(
  { connection: { base }, transport }: Examined,
  { client }: Instruments,
): AsyncGenerator<Finding, ServerInfo | null> {
  const answer = await client.info.read();
  if (!answer.ok) {
    yield* whatFailed(answer.error, base);
    return null;
  }
  const { body, headers } = answer.value;
  yield finding('reach', 'doctorReached', new URL(base).host);
  yield finding('service', 'doctorIsService');
  yield privacyOf(base);
  yield versionOf(body);
  yield body.features.length > 0
    ? finding('features', 'doctorFeatures', body.features.join(', '))
    : finding('features', 'doctorNoFeatures');
  yield clockOf(headers.get('Date'), transport.now());
  return body;
}

function privacyOf(base: string): Finding {
  if (base.startsWith('https:')) return finding('privacy', 'doctorSecure');
  return finding('privacy', isUnencrypted(base) ? 'doctorPlain' : 'doctorLocal');
}

/** Not an answer, or an answer that is none of the service's: then it was reached at least. */
function* whatFailed(error: ServiceError, base: string): Generator<Finding> {
  const silence = silenceOf(error, base);
  if (silence) return yield silence;
  yield finding('reach', 'doctorReached', new URL(base).host);
  yield strangeness(error);
}

function silenceOf(error: ServiceError, base: string): Finding | null {
  switch (error.kind) {
    case 'offline':
    case 'aborted':
      return finding(
        'reach',
        isPublicAddress(base) ? 'doctorNotReached' : 'doctorNotReachedHome',
        new URL(base).host,
      );
    case 'timeout':
      return finding('reach', 'doctorTooSlow');
    case 'interrupted':
      return finding('reach', 'doctorBrokeOff');
    default:
      return null;
  }
}

function strangeness(error: ServiceError): Finding {
  switch (error.kind) {
    case 'moved':
      // Where to is hidden by browsers.
      return finding('service', 'doctorMoved', error.to === null ? '…' : new URL(error.to).origin);
    case 'server':
      return finding('service', 'doctorServerFails', String(error.status));
    case 'rate-limited':
      return finding('service', 'doctorBusy');
    case 'unauthorised':
    case 'forbidden':
      return finding('service', 'doctorGate');
    case 'not-this-service': {
      const isGate = error.status === 401 || error.status === 403 || error.status === 407;
      return finding('service', isGate ? 'doctorGate' : 'doctorAnotherPage');
    }
    default:
      return finding('service', 'doctorOddAnswer');
  }
}

/** The first version of the original that lets apps sign in. */
const [OLDEST_MAJOR, OLDEST_MINOR] = [0, 21];

function versionOf({ version }: ServerInfo): Finding {
  const { canonical, release } = version;
  const own = leafmarkVersionOf(version);
  if (own !== null) return finding('version', 'doctorVersionLeafmark', own, canonical);
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(release || canonical) ?? [];
  if (major === undefined) return finding('version', 'doctorVersionUnknown', canonical);
  const isOld = Number(major) === OLDEST_MAJOR && Number(minor) < OLDEST_MINOR;
  return finding('version', isOld ? 'doctorVersionOld' : 'doctorVersion', canonical);
}

/** Codes live for minutes; a difference beyond this makes them seem over, or good for ever. */
const MAX_DIFFERENCE_MS = 2 * MINUTE_MS;

function clockOf(date: string | null, now: number): Finding {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return finding('clock', 'doctorClockUnknown');
  const differenceMs = Math.abs(now - at);
  return differenceMs <= MAX_DIFFERENCE_MS
    ? finding('clock', 'doctorClock')
    : finding('clock', 'doctorClockDiffers', String(Math.round(differenceMs / SECOND_MS)));
}

/** Whether we may register, and whether the page of consent opens and would come back to us. */
export async function* examineRegistration(
  examined: Examined,
  { client }: Instruments,
): AsyncGenerator<Finding, void> {
  const { app, redirectUri, signal } = examined;
  const grant = redirectUri === null ? DEVICE_GRANT : CODE_GRANT;
  const registered = await registerApp(client.oauth, app, {
    grant,
    ...(redirectUri !== null && { redirectUri }),
    ...(signal && { signal }),
  });
  if (!registered.ok) return yield* refusalOf(registered.error);
  yield finding('registration', 'doctorRegistered');
  yield redirectUri === null
    ? finding('redirect', 'doctorNotAsked')
    : await examinePage(examined, registered.value, redirectUri);
}

function* refusalOf(error: SignInError): Generator<Finding> {
  if (error.kind === 'client-not-accepted') {
    yield finding('registration', 'doctorAppNotAccepted');
    return yield finding('redirect', 'doctorNotAsked');
  }
  const reason = error.kind === 'service' ? error.error : null;
  if (reason?.kind !== 'oauth') {
    yield finding('registration', 'doctorRegistrationFails', reason?.kind ?? error.kind);
    return yield finding('redirect', 'doctorNotAsked');
  }
  if (reason.code === 'invalid_redirect_uri') {
    yield finding('registration', 'doctorRegistered');
    return yield finding('redirect', 'doctorRedirectRefused', reason.description);
  }
  yield finding('registration', 'doctorRegistrationRefused', reason.description || reason.code);
  yield finding('redirect', 'doctorNotAsked');
}

/** Asks for the page as a browser would that nobody is signed in with, and goes no further. */
async function examinePage(
  { connection, transport, signal }: Examined,
  clientId: string,
  redirectUri: string,
): Promise<Finding> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: formatScopes(WANTED_SCOPES),
    state: newState(),
    code_challenge: await challengeOf(newVerifier()),
    code_challenge_method: 'S256',
  });
  const status = await statusOf(
    `${connection.base}/authorize?${query}`,
    connection,
    transport,
    signal,
  );
  if (status === null) return finding('redirect', 'doctorPageFails', '0');
  // To the sign-in, most likely; browsers give a redirect that is not followed the status 0.
  if (status < 400) return finding('redirect', 'doctorPageOpens');
  const isRefusal = status === 400 || status === 401;
  return finding(
    'redirect',
    isRefusal ? 'doctorRedirectRefused' : 'doctorPageFails',
    String(status),
  );
}

async function statusOf(
  address: string,
  { extraHeaders }: Examined['connection'],
  { fetch, limits }: Examined['transport'],
  signal: AbortSignal | undefined,
): Promise<number | null> {
  const signals = [AbortSignal.timeout(limits.answerMs), ...(signal ? [signal] : [])];
  try {
    const response = await fetch(address, {
      headers: { ...extraHeaders, Accept: 'text/html' },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any(signals),
    });
    void response.body?.cancel();
    return response.status;
  } catch {
    return null; // Not reached, too slow, or left: told as the page that does not open.
  }
}
