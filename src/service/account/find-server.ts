import type { ServerInfo } from '../../contract';
import { err, ok, type Result } from '../../domain/result';
import { SECOND_MS } from '../../domain/time';
import { createClient } from '../http/client';
import { type Connection, platformTransport, type Transport } from '../http/connection';
import { createSender } from '../http/send';
import type { ServiceError } from '../http/service-error';

export interface FoundServer {
  /** Includes the path prefix, without a trailing slash. */
  readonly base: string;
  readonly info: ServerInfo;
  /** The requested base if another host answered; null otherwise. */
  readonly movedFrom: string | null;
}

interface Search {
  /** Redirects are followed only without extra headers, because these may be secrets. */
  readonly extraHeaders?: Connection['extraHeaders'];
  readonly signal?: AbortSignal | undefined;
  readonly transport?: Transport | undefined;
}

/** The limit is short because a user is waiting. */
const PROBE_MS = 10 * SECOND_MS;
const PROBED_PATH = '/api/info';

const NO_ANSWER: ReadonlySet<ServiceError['kind']> = new Set(['offline', 'timeout']);

/**
 * Returns the first of `candidates` at which the service answers, or the most informative error: a
 * response tells more than no response.
 */
export async function findServer(
  candidates: readonly string[],
  search: Search = {},
): Promise<Result<FoundServer, ServiceError>> {
  let error: ServiceError | null = null;
  for (const candidate of candidates) {
    const found = await probe(candidate, search);
    if (found.ok) return found;
    if (error === null || (NO_ANSWER.has(error.kind) && !NO_ANSWER.has(found.error.kind))) {
      error = found.error;
    }
    if (found.error.kind === 'aborted') break;
  }
  return err(error ?? { kind: 'offline' });
}

async function probe(
  base: string,
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
  const send = createSender({ base, token: null, extraHeaders }, watched);
  const answer = await createClient(send).info.read({ signal });
  if (!answer.ok) return answer;
  const found = baseOf(answeredFrom) ?? base;
  const hasMoved = new URL(found).origin !== new URL(base).origin;
  return ok({ base: found, info: answer.value.body, movedFrom: hasMoved ? base : null });
}

/**
 * The base of the address that answered the probe; null if the address is not the probe's route.
 */
function baseOf(address: string): string | null {
  const url = URL.parse(address);
  if (!url?.pathname.endsWith(PROBED_PATH)) return null;
  return url.origin + url.pathname.slice(0, -PROBED_PATH.length);
}

export const SIGN_IN_WAYS = ['code', 'device', 'password', 'token'] as const;
/** A sign-in method. */
export type Way = (typeof SIGN_IN_WAYS)[number];

/**
 * The sign-in methods of a server in the order in which they are offered: the recommended one
 * first, then the ones with the least effort (spec section 5). The server does not report whether
 * it accepts passwords.
 */
export const waysToSignIn = ({ features }: Pick<ServerInfo, 'features'>): readonly Way[] =>
  features.includes('oauth') ? SIGN_IN_WAYS : ['password', 'token'];
