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

/** One request, as every part of the server sees it. */
export interface Exchange {
  /** Told in the answer and in the log, so that each can be found by the other. */
  readonly id: string;
  readonly method: string;
  readonly headers: Headers;
  /** For its body, and for its signal, which ends when the client goes away. */
  readonly request: Request;
  /** The absolute address that was asked for, as the client knows it. */
  readonly url: URL;
  readonly base: BaseAddress;
  /** The address of the client, told by a trusted proxy where there is one. */
  readonly clientAddress: string;
  /** Headers to send besides those that the route's answer names. */
  readonly extraHeaders: Record<string, string>;
}

/** The reason for refusing a request at once: it names no host, or a host of somebody else. */
export type HostProblem = 'no-host' | 'other-host';

/** The exchange that `request` from `peer` begins. */
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
