import { leafmarkVersionOf, type ServerInfo } from '../../contract';
import { isPublicAddress, MINUTE_MS, SECOND_MS } from '../../domain';
import type { ServiceError } from '../http/service-error';
import { consentPage, newState, newVerifier } from './code-flow';
import { type ExamineOptions, type Finding, finding, type ServiceCalls } from './doctor-findings';
import { signInProblem } from './problem';
import { registerApp } from './register-app';
import { isUnencrypted } from './server-address';

/**
 * Checks that the server is reachable and speaks the API, and reports its version. Returns null if
 * it does not.
 */
export async function* examineServer(
  { connection: { base }, transport }: ExamineOptions,
  { client }: ServiceCalls,
): AsyncGenerator<Finding, ServerInfo | null> {
  const answer = await client.info.read();
  if (!answer.ok) {
    yield* failureFindings(answer.error, base);
    return null;
  }
  const { body, headers } = answer.value;
  yield finding('reach', 'doctorReached', new URL(base).host);
  yield finding('service', 'doctorIsService');
  yield privacyFinding(base);
  yield versionFinding(body);
  yield body.features.length > 0
    ? finding('features', 'doctorFeatures', body.features.join(', '))
    : finding('features', 'doctorNoFeatures');
  yield clockFinding(headers.get('Date'), transport.now());
  return body;
}

function privacyFinding(base: string): Finding {
  if (base.startsWith('https:')) return finding('privacy', 'doctorSecure');
  return finding('privacy', isUnencrypted(base) ? 'doctorPlain' : 'doctorLocal');
}

/** If there was a response, the server is reachable but is not the service. */
function* failureFindings(error: ServiceError, base: string): Generator<Finding> {
  const silence = connectionFinding(error, base);
  if (silence) return yield silence;
  yield finding('reach', 'doctorReached', new URL(base).host);
  yield responseFinding(error);
}

function connectionFinding(error: ServiceError, base: string): Finding | null {
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

function responseFinding(error: ServiceError): Finding {
  switch (error.kind) {
    case 'moved':
      // Browsers hide the target of the redirect.
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

/** The first version of the original server that allows apps to sign in. */
const [OLDEST_MAJOR, OLDEST_MINOR] = [0, 21];

function versionFinding({ version }: ServerInfo): Finding {
  const { canonical, release } = version;
  const own = leafmarkVersionOf(version);
  if (own !== null) return finding('version', 'doctorVersionLeafmark', own, canonical);
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(release || canonical) ?? [];
  if (major === undefined) return finding('version', 'doctorVersionUnknown', canonical);
  const isOld = Number(major) === OLDEST_MAJOR && Number(minor) < OLDEST_MINOR;
  return finding('version', isOld ? 'doctorVersionOld' : 'doctorVersion', canonical);
}

/**
 * Codes are valid for minutes. A larger clock difference makes them appear expired or valid for too
 * long.
 */
const MAX_DIFFERENCE_MS = 2 * MINUTE_MS;

function clockFinding(date: string | null, now: number): Finding {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return finding('clock', 'doctorClockUnknown');
  const differenceMs = Math.abs(now - at);
  return differenceMs <= MAX_DIFFERENCE_MS
    ? finding('clock', 'doctorClock')
    : finding('clock', 'doctorClockDiffers', String(Math.round(differenceMs / SECOND_MS)));
}

/**
 * Checks that the app can register and that the consent page opens and accepts the redirect
 * address.
 */
export async function* examineRegistration(
  input: ExamineOptions,
  { client }: ServiceCalls,
): AsyncGenerator<Finding, void> {
  const { redirectUri } = input;
  const registered = await registerApp(client.oauth, input, redirectUri);
  if (!registered.ok) return yield* refusalOf(registered.error);
  yield finding('registration', 'doctorRegistered');
  yield redirectUri === null
    ? finding('redirect', 'doctorNotAsked')
    : await checkConsentPage(input, registered.value, redirectUri);
}

function* refusalOf(error: ServiceError): Generator<Finding> {
  if (error.kind === 'oauth' && error.code === 'invalid_redirect_uri') {
    yield finding('registration', 'doctorRegistered');
    return yield finding('redirect', 'doctorRedirectRefused', error.description);
  }
  if (signInProblem(error).kind === 'client-not-accepted') {
    yield finding('registration', 'doctorAppNotAccepted');
  } else if (error.kind === 'oauth') {
    yield finding('registration', 'doctorRegistrationRefused', error.description || error.code);
  } else {
    yield finding('registration', 'doctorRegistrationFails', error.kind);
  }
  yield finding('redirect', 'doctorNotAsked');
}

/** Requests the consent page as a browser that is not signed in would, and goes no further. */
async function checkConsentPage(
  { connection, transport, signal }: ExamineOptions,
  clientId: string,
  redirectUri: string,
): Promise<Finding> {
  const request = { redirectUri, state: newState(), verifier: newVerifier() };
  const address = await consentPage(connection.base, clientId, request);
  const status = await statusOf(address, connection, transport, signal);
  if (status === null) return finding('redirect', 'doctorPageFails', '0');
  // It is probably a redirect to the sign-in page. Browsers report a redirect that is not followed
  // with status 0.
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
  { extraHeaders }: ExamineOptions['connection'],
  { fetch, limits }: ExamineOptions['transport'],
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
    return null; // It is reported as a page that does not open.
  }
}
