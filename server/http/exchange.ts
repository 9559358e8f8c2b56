import { randomUUID } from 'node:crypto';
import { err, ok, type Result } from '../../src/domain';
import type { Config } from '../config/config';
import {
  type BaseAddress,
  clientAddressOf,
  configuredBase,
  isOwnName,
  requestedBase,
} from './base-address';

/** A request and its context. */
export interface Exchange {
  /** Sent in the answer and written to the log, so that the two can be matched. */
  readonly id: string;
  readonly method: string;
  readonly headers: Headers;
  /** The request. Its signal is aborted when the client disconnects. */
  readonly request: Request;
  /** The absolute address of the request as the client sees it. */
  readonly url: URL;
  readonly base: BaseAddress;
  /** The address of the client, from a trusted proxy's header if there is one. */
  readonly clientAddress: string;
  /** Headers to add to the answer of the route. */
  readonly extraHeaders: Record<string, string>;
}

/** The reason for refusing a request at once: it names no host, or a host of somebody else. */
export type HostProblem = 'no-host' | 'other-host';

/** Creates the exchange for a request. */
export function beginExchange(
  config: Pick<Config, 'baseUrl' | 'trustedProxies' | 'host'>,
  request: Request,
  peer: string,
): Result<Exchange, HostProblem> {
  const { method, headers } = request;
  const configured = configuredBase(config);
  const base = configured ?? requestedBase(headers, config.trustedProxies.has(peer));
  if (base === null) return err('no-host');
  const asked = new URL(request.url);
  const url = asked.origin === base.origin ? asked : movedTo(base.origin, asked);
  if (configured === null && !isOwnName(url.hostname, config)) return err('other-host');
  return ok({
    id: randomUUID(),
    method,
    headers,
    request,
    url,
    base,
    clientAddress: clientAddressOf(peer, headers, config),
    extraHeaders: {},
  });
}

/** Not resolved against the origin: a path may begin with two slashes. */
const movedTo = (origin: string, { pathname, search }: URL): URL =>
  new URL(`${origin}${pathname}${search}`);
