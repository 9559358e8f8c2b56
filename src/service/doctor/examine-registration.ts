import { CODE_GRANT, DEVICE_GRANT, formatScopes } from '../../contract';
import { WANTED_SCOPES } from '../sign-in/credential';
import { challengeOf, newState, newVerifier } from '../sign-in/pkce';
import { registerApp } from '../sign-in/register';
import type { SignInError } from '../sign-in/sign-in-error';
import type { Examined, Instruments } from './examined';
import { type Finding, finding } from './finding';

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
