import type { ServerInfo } from '../../contract';
import { createClient } from '../http/client';
import type { Connection } from '../http/connection';
import { createSender } from '../http/send';
import { asRemark, type Finding, finding, STEPS, skipped } from './doctor-findings';
import { examineToken, examineWrite } from './examine-account';
import { examineRegistration, examineServer } from './examine-server';
import type { Examined, Instruments } from './examined';

/**
 * Looks at a connection step by step, each finding as soon as it is known, and one for every step:
 * what could not be looked at says so. Leaves nothing on the server, and no secret of the connection
 * in what it tells.
 */
export async function* examine(examined: Examined): AsyncGenerator<Finding, void> {
  const seen = new Set<string>();
  for await (const one of lookAt(examined)) {
    seen.add(one.step);
    yield withoutSecrets(one, examined.connection);
  }
  yield* skipped(STEPS.filter((step) => !seen.has(step)));
}

/** Servers quote in their words what was sent to them. */
function withoutSecrets(one: Finding, { token, extraHeaders }: Connection): Finding {
  const secrets = [token ?? '', ...Object.values(extraHeaders ?? {})].filter(Boolean);
  const clean = (text: string) => secrets.reduce((left, each) => left.replaceAll(each, '…'), text);
  return { ...one, values: one.values.map(clean) };
}

async function* lookAt(examined: Examined): AsyncGenerator<Finding, void> {
  const send = createSender(examined.connection, examined.transport);
  const client = createClient(send);
  const instruments = { send, client };
  const server = yield* examineServer(examined, instruments);
  if (server === null) return;
  let isSignedIn = false;
  for await (const one of signInOf(examined, instruments)) {
    if (one.step === 'token') isSignedIn = one.outcome === 'good';
    yield one;
  }
  for await (const one of registrationOf(server, examined, instruments)) {
    yield isSignedIn ? asRemark(one) : one;
  }
}

async function* signInOf(
  examined: Examined,
  instruments: Instruments,
): AsyncGenerator<Finding, void> {
  const canRead = yield* examineToken(examined, instruments);
  if (canRead) yield await examineWrite(examined, instruments);
  else if (examined.connection.token === null) yield finding('write', 'doctorNotSignedIn');
  else yield* skipped(['write']);
}

async function* registrationOf(
  { features }: ServerInfo,
  examined: Examined,
  instruments: Instruments,
): AsyncGenerator<Finding, void> {
  if (features.includes('oauth')) yield* examineRegistration(examined, instruments);
  else yield* skipped(['registration', 'redirect'], 'doctorNoRegistration');
}
