import { randomUUID } from 'node:crypto';
import type { Route } from '../../src/contract';
import { err, ok, type Result } from '../../src/domain/result';
import type { Config } from '../config/config';
import { WriteConflict } from '../storage';
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
  /** The address at the other end of the connection, which may be a proxy. */
  readonly peer: string;
  /** Headers to add to the answer of the route. */
  readonly extraHeaders: Record<string, string | readonly string[]>;
  readonly renderErrorPage: RenderErrorPage;
}

/** Renders the page that shows an error to a person, with its content security policy. */
export type RenderErrorPage = (
  exchange: Exchange,
  status: number,
  message: string,
) => Promise<{ readonly html: string; readonly policy: string }>;

/** The reason for refusing a request at once: it names no host, or a host of somebody else. */
export type HostProblem = 'no-host' | 'other-host';

/** Creates the exchange for a request. */
export function beginExchange(
  config: Pick<Config, 'baseUrl' | 'trustedProxies' | 'host'>,
  request: Request,
  peer: string,
  renderErrorPage: RenderErrorPage,
): Result<Exchange, HostProblem> {
  const { method, headers } = request;
  const configured = configuredBase(config);
  const base = configured ?? requestedBase(headers, config.trustedProxies.has(peer));
  if (base === null) return err('no-host');
  const requested = new URL(request.url);
  const url = requested.origin === base.origin ? requested : movedTo(base.origin, requested);
  if (configured === null && !isOwnName(url.hostname, config)) return err('other-host');
  return ok({
    id: randomUUID(),
    method,
    headers,
    request,
    url,
    base,
    clientAddress: clientAddressOf(peer, headers, config),
    peer,
    extraHeaders: {},
    renderErrorPage,
  });
}

/** Not resolved against the origin: a path may begin with two slashes. */
const movedTo = (origin: string, { pathname, search }: URL): URL =>
  new URL(`${origin}${pathname}${search}`);

/**
 * Tells whether one of this server's pages sent this request. `Sec-Fetch-Site` says so. Over plain http
 * browsers do not send it, but `Origin` with each form, and `Referer` with each link. No page can forge
 * them. A form without any of them is refused.
 */
export function isFromOwnPage({ headers, base }: Pick<Exchange, 'headers' | 'base'>): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin' || site === 'none';
  const sender = headers.get('origin') ?? URL.parse(headers.get('referer') ?? '')?.origin;
  return sender === base.origin;
}

/** Tells whether a page of another origin sent this request. Programs send none of the headers. */
export function isFromOtherPage(exchange: Pick<Exchange, 'headers' | 'base'>): boolean {
  return SENDERS.some((name) => exchange.headers.has(name)) && !isFromOwnPage(exchange);
}

const SENDERS = ['sec-fetch-site', 'origin', 'referer'];

const FRAME_DESTINATIONS = new Set(['iframe', 'frame', 'embed', 'object']);

/** Tells whether another site embeds this page in a frame (protocol.md section 1). */
export const isFramedByOthers = ({ headers }: Pick<Exchange, 'headers'>): boolean =>
  FRAME_DESTINATIONS.has(headers.get('sec-fetch-dest') ?? '') &&
  headers.get('sec-fetch-mode') === 'navigate' &&
  headers.get('sec-fetch-site') === 'cross-site';

/**
 * Answers a request. If another request was first to delete or add a row, nothing of the transaction
 * was written, and `again` answers as if this request had come later.
 */
export async function answerAfterConflict<Answer>(
  answer: () => Answer | Promise<Answer>,
  again: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answer();
  } catch (fault) {
    if (fault instanceof WriteConflict) return again();
    throw fault;
  }
}

/** The values that Hono keeps with a request. */
export interface Env {
  Bindings: {
    /** node's own request; null in tests that open no socket. */
    readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } };
  };
  Variables: {
    exchange: Exchange;
    /** The path pattern of the route table, for logs and metrics; undefined for unknown paths. */
    path: string | undefined;
    /** The route of the contract that answers. */
    route: Route | undefined;
  };
}
