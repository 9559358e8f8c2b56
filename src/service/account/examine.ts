import type { ServerInfo } from '../../contract';
import { createClient } from '../http/client';
import type { Connection } from '../http/connection';
import { createSender } from '../http/send';
import {
  asRemark,
  type ExamineOptions,
  type Finding,
  finding,
  type ServiceCalls,
  STEPS,
  skipped,
} from './doctor-findings';
import { examineToken, examineWrite } from './examine-account';
import { examineRegistration, examineServer } from './examine-server';

/**
 * Examines a connection step by step. It yields each finding as soon as it is known, and one for
 * every step, including skipped ones. It leaves nothing on the server, and the findings contain no
 * secret of the connection.
 */
export async function* examine(input: ExamineOptions): AsyncGenerator<Finding, void> {
  const seen = new Set<string>();
  for await (const one of runSteps(input)) {
    seen.add(one.step);
    yield withoutSecrets(one, input.connection);
  }
  yield* skipped(STEPS.filter((step) => !seen.has(step)));
}

/** Servers quote parts of the request in their error messages. */
function withoutSecrets(one: Finding, { token, extraHeaders }: Connection): Finding {
  const secrets = [token ?? '', ...Object.values(extraHeaders ?? {})].filter(Boolean);
  const clean = (text: string) => secrets.reduce((left, each) => left.replaceAll(each, '…'), text);
  return { ...one, values: one.values.map(clean) };
}

async function* runSteps(input: ExamineOptions): AsyncGenerator<Finding, void> {
  const send = createSender(input.connection, input.transport);
  const client = createClient(send);
  const calls = { send, client };
  const server = yield* examineServer(input, calls);
  if (server === null) return;
  let isSignedIn = false;
  for await (const one of signInFindings(input, calls)) {
    if (one.step === 'token') isSignedIn = one.outcome === 'good';
    yield one;
  }
  for await (const one of registrationOf(server, input, calls)) {
    yield isSignedIn ? asRemark(one) : one;
  }
}

async function* signInFindings(
  input: ExamineOptions,
  calls: ServiceCalls,
): AsyncGenerator<Finding, void> {
  const canRead = yield* examineToken(input, calls);
  if (canRead) yield await examineWrite(input, calls);
  else if (input.connection.token === null) yield finding('write', 'doctorNotSignedIn');
  else yield* skipped(['write']);
}

async function* registrationOf(
  { features }: ServerInfo,
  input: ExamineOptions,
  calls: ServiceCalls,
): AsyncGenerator<Finding, void> {
  if (features.includes('oauth')) yield* examineRegistration(input, calls);
  else yield* skipped(['registration', 'redirect'], 'doctorNoRegistration');
}
