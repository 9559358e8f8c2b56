import { errorsOf, type Route } from '../../src/contract';
import { ArticleWorkFailed } from '../articles/article-work';
import { faultFields } from '../ops/log';
import type { Server } from '../server';
import { StorageUnavailable } from '../storage';
import type { Exchange } from './exchange';
import { type Refusal, refuse } from './refusal';
import { sendRefusal } from './send-refusal';

/** A database or a process that works on articles may recover soon. */
const RETRY_AFTER_SECONDS = '5';

/** Logs an unexpected error and answers without its details. */
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
  if (fault instanceof ArticleWorkFailed) {
    log.error('article work failed', { ...at, ...faultFields(fault) });
    return sendRefusal(exchange, refusalOf(fault));
  }
  log.error('fault', { ...at, ...faultFields(fault) });
  return sendRefusal(exchange, faultRefusal(route));
}

/** A lasting failure has no `Retry-After`, because another try would fail too. */
const refusalOf = ({ isLasting }: ArticleWorkFailed): Refusal =>
  isLasting
    ? refuse(503, 'The article takes too long or too much memory')
    : { kind: 'message', status: 503, headers: { 'Retry-After': RETRY_AFTER_SECONDS } };

const faultRefusal = (route: Route | undefined): Refusal =>
  route && errorsOf(route)[500]?.includes('oauth')
    ? { kind: 'oauth', status: 500, error: { error: 'server_error' } }
    : { kind: 'message', status: 500 };
