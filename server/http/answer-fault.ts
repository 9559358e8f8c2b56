import { errorsOf, type Route } from '../../src/contract';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import { StorageUnavailable } from '../storage';
import type { Exchange } from './exchange';
import type { Refusal } from './refusal';
import { sendRefusal } from './send-refusal';

/** A database that is full or gone may be back soon. */
const RETRY_AFTER_SECONDS = '5';

/** The answer when something threw: written down, and told without what it was. */
export function answerFault(
  { log }: Pick<Server, 'log'>,
  exchange: Exchange,
  route: Route | undefined,
  fault: unknown,
): Promise<Response> {
  const at = { id: exchange.id, method: exchange.method, route: route?.path };
  if (fault instanceof StorageUnavailable) {
    log.error('storage unavailable', { ...at, reason: fault.reason, ...faultFields(fault) });
    const headers = { 'Retry-After': RETRY_AFTER_SECONDS };
    return sendRefusal(exchange, { kind: 'message', status: 503, headers });
  }
  log.error('fault', { ...at, ...faultFields(fault) });
  return sendRefusal(exchange, faultRefusal(route));
}

const faultRefusal = (route: Route | undefined): Refusal =>
  route && errorsOf(route)[500]?.includes('oauth')
    ? { kind: 'oauth', status: 500, error: { error: 'server_error' } }
    : { kind: 'message', status: 500 };
