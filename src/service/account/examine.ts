import { leafmarkVersionOf, type ServerInfo } from '../../contract';
import { MINUTE_MS, SECOND_MS } from '../../domain/time';
import { type Client, createClient } from '../http/client';
import { createSender } from '../http/send';
import type { Check, FindingKey, FoundCheck } from './doctor-results';
import { type CheckResult, failureResult } from './examine-failure';
import { type ExamineOptions, examineWrite } from './examine-write';
import { missingPermissions } from './permissions';
import { isUnencrypted } from './server-address';

/**
 * Makes the four checks of a connection, and yields the result of each as soon as it is known. It leaves
 * nothing on the server. The results contain no secret of the connection, because no text of an error is
 * in them: servers quote the request there.
 */
export async function* examine(options: ExamineOptions): AsyncGenerator<FoundCheck, void> {
  const { connection, transport } = options;
  const { base, token } = connection;
  const send = createSender(connection, transport);
  const client = createClient(send);
  const answer = await client.info.read();
  if (!answer.ok) {
    const { error } = answer;
    // This request needs no sign-in, so a proxy has refused it.
    const isGate = error.kind === 'unauthorised' || error.kind === 'forbidden';
    yield found('reach', isGate ? ['doctorGate'] : failureResult(error, base));
    return yield* skipped(['server', 'signIn', 'write']);
  }
  const { body, headers } = answer.value;
  const isPlain = isUnencrypted(base);
  yield found('reach', isPlain ? ['doctorPlain'] : ['doctorReached', new URL(base).host]);
  yield found('server', serverResult(body, headers.get('Date'), transport.now()));
  if (token === null) return yield* skipped(['signIn', 'write'], 'doctorNotSignedIn');
  const signIn = await signInResult(client, options);
  yield found('signIn', signIn);
  if (signIn[0] !== 'doctorTokenGood') return yield* skipped(['write']);
  yield found('write', await examineWrite(options, send, client));
}

const found = (check: Check, [key, ...values]: CheckResult): FoundCheck => ({
  check,
  key,
  values,
});

const skipped = (checks: readonly Check[], key: FindingKey = 'doctorNotAsked') =>
  checks.map((check) => found(check, [key]));

/** The first version of the original server that allows apps to sign in. */
const [OLDEST_MAJOR, OLDEST_MINOR] = [0, 21];
/**
 * Codes are valid for minutes. A larger clock difference makes them appear expired or valid for too
 * long.
 */
const MAX_DIFFERENCE_MS = 2 * MINUTE_MS;

function serverResult({ version }: ServerInfo, date: string | null, now: number): CheckResult {
  const { canonical, release } = version;
  const own = leafmarkVersionOf(version);
  const [, major, minor] = /^(\d+)\.(\d+)/.exec(release || canonical) ?? [];
  const isOld = Number(major) === OLDEST_MAJOR && Number(minor) < OLDEST_MINOR;
  if (own === null && isOld) return ['doctorVersionOld', canonical];
  const differenceMs = Math.abs(now - Date.parse(date ?? ''));
  if (differenceMs > MAX_DIFFERENCE_MS) {
    return ['doctorClockDiffers', String(Math.round(differenceMs / SECOND_MS))];
  }
  return own === null ? ['doctorVersion', canonical] : ['doctorVersionLeafmark', own, canonical];
}

async function signInResult(
  { profile }: Client,
  { connection, signal }: ExamineOptions,
): Promise<CheckResult> {
  const answer = await profile.read({ signal });
  if (!answer.ok) {
    const { error } = answer;
    return error.kind === 'unauthorised'
      ? ['problemUnauthorised']
      : failureResult(error, connection.base);
  }
  const { user, provider } = answer.value.body;
  const missing = missingPermissions(provider.permissions);
  return missing.length === 0
    ? ['doctorTokenGood', user.username]
    : ['doctorMayNot', missing.join(', ')];
}
