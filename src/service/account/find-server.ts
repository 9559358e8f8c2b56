import type { ServerInfo } from '../../contract';
import { err, ok, type Result, SECOND_MS } from '../../domain';
import { createClient } from '../http/client';
import { type Connection, platformTransport, type Transport } from '../http/connection';
import { createSender } from '../http/send';
import type { ServiceError } from '../http/service-error';
import type { Candidate } from './server-address';

export interface FoundServer extends Candidate {
  readonly info: ServerInfo;
  /** The requested base if another host answered; null otherwise. */
  readonly movedFrom: string | null;
}

/** An address that was tried and why the service was not found there. */
export interface Attempt {
  readonly candidate: Candidate;
  readonly error: ServiceError;
}

interface Search {
  readonly extraHeaders?: Connection['extraHeaders'];
  readonly signal?: AbortSignal;
  readonly transport?: Transport;
}

/** The limit is short because a user is waiting. */
const PROBE_MS = 10 * SECOND_MS;
const PROBE = '/api/info';

/** Returns the first of `candidates` at which the service answers, or the failed attempts. */
export async function findServer(
  candidates: readonly Candidate[],
  search: Search = {},
): Promise<Result<FoundServer, readonly Attempt[]>> {
  const attempts: Attempt[] = [];
  for (const candidate of candidates) {
    const found = await probe(candidate, search);
    if (found.ok) return found;
    attempts.push({ candidate, error: found.error });
    if (found.error.kind === 'aborted') break;
  }
  return err(attempts);
}

async function probe(
  { base }: Candidate,
  { extraHeaders, signal, transport = platformTransport }: Search,
): Promise<Result<FoundServer, ServiceError>> {
  let answeredFrom = '';
  const watched: Transport = {
    ...transport,
    limits: { ...transport.limits, answerMs: Math.min(PROBE_MS, transport.limits.answerMs) },
    fetch: async (input, init) => {
      const response = await transport.fetch(input, init);
      answeredFrom = response.url;
      return response;
    },
  };
  const send = createSender({ base, token: null, ...(extraHeaders && { extraHeaders }) }, watched);
  const answer = await createClient(send).info.read({ ...(signal && { signal }) });
  if (!answer.ok) return answer;
  const found = baseOf(answeredFrom) ?? base;
  return ok({
    base: found,
    isPlain: found.startsWith('http:'),
    info: answer.value.body,
    movedFrom: new URL(found).origin === new URL(base).origin ? null : base,
  });
}

/**
 * The base of the address that answered the probe; null if the address is not the probe's route.
 */
function baseOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url?.pathname.endsWith(PROBE)) return null;
  return url.origin + url.pathname.slice(0, -PROBE.length);
}

const NO_ANSWER: ReadonlySet<ServiceError['kind']> = new Set(['offline', 'timeout']);

/** The attempt whose error is most informative: a response tells more than no response. */
export const mostInformative = (attempts: readonly Attempt[]): Attempt | undefined =>
  attempts.find(({ error }) => !NO_ANSWER.has(error.kind)) ?? attempts[0];

/** A sign-in method. */
export type Way = 'code' | 'device' | 'password' | 'token';

/**
 * The sign-in methods of a server in the order in which they are offered: the recommended one
 * first, then the ones with the least effort (spec section 5). The server does not report whether
 * it accepts passwords.
 */
export const waysToSignIn = ({ features }: Pick<ServerInfo, 'features'>): readonly Way[] =>
  features.includes('oauth') ? ['code', 'device', 'password', 'token'] : ['password', 'token'];
