import { capabilitiesOf, leafmarkVersionOf, type ServerInfo } from '../../contract';
import { isPublicAddress } from '../../domain/private-address';
import { MINUTE_MS, SECOND_MS } from '../../domain/time';
import { createClient } from '../http/client';
import type { Connection } from '../http/connection';
import { createSender } from '../http/send';
import type { ServiceError } from '../http/service-error';
import { consentPage, newState, newVerifier } from './code-flow';
import { finding, skipped } from './doctor-findings';
import type { FoundStep } from './doctor-results';
import { DOCTOR_STEPS, type ExamineOptions, type ServiceCalls } from './doctor-steps';
import { examineWrite } from './examine-write';
import { missingPermissions } from './permissions';
import { signInProblem } from './problem';
import { registerApp } from './register-app';
import { isUnencrypted } from './server-address';

/**
 * Examines a connection step by step. It yields each finding as soon as it is known, and one for
 * every step, including skipped ones. It leaves nothing on the server, and the findings contain no
 * secret of the connection.
 */
export async function* examine(input: ExamineOptions): AsyncGenerator<FoundStep, void> {
  const seen = new Set<string>();
  for await (const one of runSteps(input)) {
    seen.add(one.step);
    yield withoutSecrets(one, input.connection);
  }
  yield* skipped(DOCTOR_STEPS.filter((step) => !seen.has(step)));
}

/** Servers quote parts of the request in their error messages. */
function withoutSecrets(one: FoundStep, { token, extraHeaders }: Connection): FoundStep {
  const secrets = [token ?? '', ...Object.values(extraHeaders ?? {})].filter(Boolean);
  const clean = (text: string) => secrets.reduce((left, each) => left.replaceAll(each, '…'), text);
  return { ...one, values: one.values.map(clean) };
}

async function* runSteps(input: ExamineOptions): AsyncGenerator<FoundStep, void> {
  const { base, token } = input.connection;
  const send = createSender(input.connection, input.transport);
  const client = createClient(send);
  const answer = await client.info.read();
  if (!answer.ok) return yield* failureFindings(answer.error, base);
  const { body: server, headers } = answer.value;
  yield finding('reach', 'doctorReached', new URL(base).host);
  yield finding('service', 'doctorIsService');
  if (base.startsWith('https:')) yield finding('privacy', 'doctorSecure');
  else yield finding('privacy', isUnencrypted(base) ? 'doctorPlain' : 'doctorLocal');
  yield versionFinding(server);
  const offered = capabilitiesOf(server);
  yield offered.length > 0
    ? finding('features', 'doctorFeatures', offered.join(', '))
    : finding('features', 'doctorNoFeatures');
  yield clockFinding(headers.get('Date'), input.transport.now());

  let isSignedIn = false;
  if (token === null) {
    yield* skipped(['token', 'scopes', 'read', 'write'], 'doctorNotSignedIn');
  } else {
    for await (const one of examineToken(input, { send, client })) {
      if (one.step === 'token') isSignedIn = one.key === 'doctorTokenGood';
      yield one;
    }
  }
  const registration = server.features.includes('oauth')
    ? examineRegistration(input, { send, client })
    : skipped(['registration', 'redirect'], 'doctorNoRegistration');
  for await (const one of registration) yield isSignedIn ? { ...one, isRemark: true } : one;
}

/** If there was a response, the server is reachable but is not the service. */
function* failureFindings(error: ServiceError, base: string): Generator<FoundStep> {
  const silence = connectionFinding(error, base);
  if (silence) return yield silence;
  yield finding('reach', 'doctorReached', new URL(base).host);
  yield responseFinding(error);
}

function connectionFinding(error: ServiceError, base: string): FoundStep | null {
  switch (error.kind) {
    case 'offline':
    case 'aborted':
      return finding(
        'reach',
        isPublicAddress(base) ? 'doctorNotReached' : 'doctorNotReachedHome',
        new URL(base).host,
      );
    case 'timeout':
      return finding('reach', 'problemTimeout');
    case 'interrupted':
      return finding('reach', 'problemInterrupted');
    default:
      return null;
  }
}

function responseFinding(error: ServiceError): FoundStep {
  switch (error.kind) {
    case 'moved':
      // Browsers hide the target of the redirect.
      return error.to === null
        ? finding('service', 'problemMovedAway')
        : finding('service', 'problemMoved', new URL(error.to).origin);
    case 'server':
      return finding('service', 'problemServer', String(error.status));
    case 'rate-limited':
      return finding('service', 'problemBusy');
    case 'unauthorised':
    case 'forbidden':
      return finding('service', 'doctorGate');
    case 'not-this-service': {
      const isGate = error.status === 401 || error.status === 403 || error.status === 407;
      return finding('service', isGate ? 'doctorGate' : 'problemAnotherPage');
    }
    default:
      return finding('service', 'problemOdd');
  }
}

/** The first version of the original server that allows apps to sign in. */
const [OLDEST_MAJOR, OLDEST_MINOR] = [0, 21];

function versionFinding({ version }: ServerInfo): FoundStep {
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

function clockFinding(date: string | null, now: number): FoundStep {
  const at = Date.parse(date ?? '');
  if (Number.isNaN(at)) return finding('clock', 'doctorClockUnknown');
  const differenceMs = Math.abs(now - at);
  return differenceMs <= MAX_DIFFERENCE_MS
    ? finding('clock', 'doctorClock')
    : finding('clock', 'doctorClockDiffers', String(Math.round(differenceMs / SECOND_MS)));
}

/** Checks that the token is valid, has the needed permissions, and can list and save bookmarks. */
async function* examineToken(
  input: ExamineOptions,
  calls: ServiceCalls,
): AsyncGenerator<FoundStep, void> {
  const { profile, bookmarks } = calls.client;
  const { signal } = input;
  const answer = await profile.read({ signal });
  if (!answer.ok) {
    const isBad = answer.error.kind === 'unauthorised';
    yield finding('token', isBad ? 'problemUnauthorised' : 'doctorTokenUnsure', answer.error.kind);
    return yield* skipped(['scopes', 'read', 'write']);
  }
  const { user, provider } = answer.value.body;
  yield finding('token', 'doctorTokenGood', user.username);
  yield scopesFinding(provider.permissions);
  const read = await bookmarks.list({ limit: 1 }, { signal });
  if (read.ok) {
    yield finding('read', 'doctorRead', read.value.headers.get('Total-Count') ?? '?');
    return yield await examineWrite(input, calls);
  }
  const { kind } = read.error;
  const mayNot = kind === 'forbidden' || kind === 'unauthorised';
  yield finding('read', mayNot ? 'problemForbidden' : 'doctorNotRead', kind);
  yield* skipped(['write']);
}

function scopesFinding(permissions: readonly string[]): FoundStep {
  if (permissions.length === 0) return finding('scopes', 'doctorMayUnknown');
  const missing = missingPermissions(permissions);
  return missing.length === 0
    ? finding('scopes', 'doctorMayAll')
    : finding('scopes', 'doctorMayNot', missing.join(', '));
}

/**
 * Checks that the app can register and that the consent page opens and accepts the redirect
 * address.
 */
async function* examineRegistration(
  input: ExamineOptions,
  { client }: ServiceCalls,
): AsyncGenerator<FoundStep, void> {
  const { redirectUri } = input;
  const registered = await registerApp(client.oauth, input, redirectUri);
  if (!registered.ok) return yield* refusalOf(registered.error);
  yield finding('registration', 'doctorRegistered');
  yield redirectUri === null
    ? finding('redirect', 'doctorNotAsked')
    : await checkConsentPage(input, registered.value, redirectUri);
}

function* refusalOf(error: ServiceError): Generator<FoundStep> {
  if (error.kind === 'oauth' && error.code === 'invalid_redirect_uri') {
    yield finding('registration', 'doctorRegistered');
    return yield finding('redirect', 'doctorRedirectRefused', error.description);
  }
  if (signInProblem(error).kind === 'client-not-accepted') {
    yield finding('registration', 'problemClient');
  } else if (error.kind === 'oauth') {
    yield finding('registration', 'doctorRegistrationFails', error.description || error.code);
  } else {
    yield finding('registration', 'doctorRegistrationFails', error.kind);
  }
  yield finding('redirect', 'doctorNotAsked');
}

/** Requests the consent page as a browser that is not signed in would, and goes no further. */
async function checkConsentPage(
  input: ExamineOptions,
  clientId: string,
  redirectUri: string,
): Promise<FoundStep> {
  const request = { redirectUri, state: newState(), verifier: newVerifier() };
  const status = await statusOf(await consentPage(input.connection.base, clientId, request), input);
  if (status === null) return finding('redirect', 'doctorPageFails', '0');
  // It is probably a redirect to the sign-in page. Browsers report a redirect that is not followed
  // with status 0.
  if (status < 400) return finding('redirect', 'doctorPageOpens');
  const isRefusal = status === 400 || status === 401;
  const key = isRefusal ? 'doctorRedirectRefused' : 'doctorPageFails';
  return finding('redirect', key, String(status));
}

/** The status of a page; null if it does not open. */
async function statusOf(
  address: string,
  { connection: { extraHeaders }, transport: { fetch, limits }, signal }: ExamineOptions,
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
    return null;
  }
}
