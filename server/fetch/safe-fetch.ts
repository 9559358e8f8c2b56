import type { IncomingMessage } from 'node:http';
import { MAX_URL_LENGTH, parseLinks } from '../../src/contract';
import { err, isWebAddress, ok, type Result, SECOND_MS } from '../../src/domain';
import type { Server } from '../server';
import { AddressRule } from './address-rule';
import { type FetchError, fetchErrorOf } from './fetch-error';
import { ACCEPTED_ENCODINGS, type Ask, createAsk, decoderOf, readBody } from './send-request';

/** How much one fetch may be. */
export interface FetchLimits {
  /** For all of it: names, connections, redirects, body. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRedirects: number;
}

export const FETCH_LIMITS: FetchLimits = {
  timeoutMs: 10 * SECOND_MS,
  maxBytes: 10 * 1024 * 1024,
  maxRedirects: 5,
};

/** The share of its limits that a fetch used. */
export interface Spent {
  readonly redirects: number;
  readonly ms: number;
}

export interface FetchOptions {
  /** The `Accept` header. */
  readonly accept: string;
  /** The page that shows it: only its origin is told. */
  readonly referrer?: string;
  /** Decides by the full `Content-Type` if the body is read. It is always read by default. */
  readonly wants?: (contentType: string) => boolean;
  /** The usage of the page that redirected here by itself, to which this fetch is added. */
  readonly after?: Spent;
  /** Ends it: the promise then rejects with the reason. */
  readonly signal?: AbortSignal;
}

export interface Fetched {
  /** Where it was at last, without a fragment. */
  readonly url: string;
  /** With its parameters; empty when the other side doesn't say. */
  readonly contentType: string;
  /** null when it was not wanted. */
  readonly bytes: Uint8Array | null;
  /** Where that is which it is a copy of, as it says; null when it doesn't. */
  readonly originalUrl: string | null;
  readonly spent: Spent;
}

export type SafeFetch = (
  address: string,
  options: FetchOptions,
) => Promise<Result<Fetched, FetchError>>;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches from the public internet, and from networks that were allowed by name: nothing else is
 * connected to, wherever names and redirects lead (docs/decisions/server-fetch.md). No cookies, no
 * credentials, bounded in time and size. Expected failures are values.
 */
export function createSafeFetch(
  { config, resolveHost, version }: Pick<Server, 'config' | 'resolveHost' | 'version'>,
  limits: FetchLimits = FETCH_LIMITS,
): SafeFetch {
  const rule = new AddressRule(config.allowedNetworks, resolveHost);
  const ask = createAsk(rule);
  const agent = `Mozilla/5.0 (compatible; Leafmark/${version})`;
  return async (address, options) => {
    const began = performance.now();
    const { after } = options;
    const left: FetchLimits = {
      ...limits,
      timeoutMs: Math.max(0, limits.timeoutMs - (after?.ms ?? 0)),
      maxRedirects: limits.maxRedirects - (after ? after.redirects + 1 : 0),
    };
    const timeout = AbortSignal.timeout(left.timeoutMs);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    const headers = headersOf(agent, options);
    try {
      const found = await follow({ ask, rule, limits: left, headers, signal }, address);
      if (!found.ok) return found;
      const settled = await settle(found.value, options, limits.maxBytes, signal);
      if (!settled.ok) return settled;
      const redirects = limits.maxRedirects - left.maxRedirects + found.value.redirects;
      const ms = limits.timeoutMs - left.timeoutMs + Math.ceil(performance.now() - began);
      return ok({ ...settled.value, spent: { redirects, ms } });
    } catch (fault) {
      options.signal?.throwIfAborted();
      return err(timeout.aborted ? { kind: 'timeout' } : fetchErrorOf(fault));
    }
  };
}

interface Journey {
  readonly ask: Ask;
  readonly rule: AddressRule;
  readonly limits: FetchLimits;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

interface Arrival {
  readonly url: URL;
  readonly response: IncomingMessage;
  readonly redirects: number;
}

/** Asks, and asks again where the answer leads, each place checked as the first. */
async function follow(
  { ask, rule, limits, headers, signal }: Journey,
  address: string,
): Promise<Result<Arrival, FetchError>> {
  let next = address;
  for (let hop = 0; hop <= limits.maxRedirects; hop += 1) {
    const checked = rule.check(next);
    if (!checked.ok) return err({ kind: 'refused', why: checked.error });
    const url = checked.value;
    const response = await ask(url, headers, signal);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) {
      return ok({ url, response, redirects: hop });
    }
    response.destroy();
    // `check` also refuses names that do not resolve.
    next = URL.canParse(location, url) ? new URL(location, url).href : location;
  }
  return err({ kind: 'too-many-redirects' });
}

async function settle(
  { url, response }: Arrival,
  { wants }: FetchOptions,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Result<Omit<Fetched, 'spent'>, FetchError>> {
  const give = (error: FetchError) => {
    response.destroy();
    return err(error);
  };
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) return give({ kind: 'status', status });
  url.hash = '';
  const contentType = response.headers['content-type'] ?? '';
  const source = { url: url.href, contentType, originalUrl: originalOf(response, url) };
  if (wants && !wants(contentType)) {
    response.destroy();
    return ok({ ...source, bytes: null });
  }
  if (Number(response.headers['content-length']) > maxBytes) return give({ kind: 'too-large' });
  const decoder = decoderOf(response);
  if (decoder === null) return give({ kind: 'bad-encoding' });
  const bytes = await readBody(response, decoder, maxBytes, signal);
  return ok({ ...source, bytes });
}

const headersOf = (agent: string, { accept, referrer }: FetchOptions) => ({
  'user-agent': agent,
  accept,
  'accept-encoding': ACCEPTED_ENCODINGS,
  'accept-language': '*',
  ...(referrer === undefined ? {} : { referer: `${new URL(referrer).origin}/` }),
});

/** Of a `Link` header; it is read by patterns, and whoever sends it could send 64 kB. */
const MAX_LENGTH = 4096;

/**
 * The page that an answer is a copy of, as archives and shared pages say, without its fragment; null
 * when it doesn't say. @see https://www.rfc-editor.org/rfc/rfc7089#section-2.2.1
 */
export function originalOf({ headers }: IncomingMessage, at: URL): string | null {
  // Several headers are one text by now.
  const header = [headers.link ?? []].flat().join().slice(0, MAX_LENGTH);
  const link = parseLinks(header).find(({ rel }) => rel.toLowerCase() === 'original');
  if (link === undefined || !URL.canParse(link.url, at)) return null;
  const original = new URL(link.url, at);
  original.hash = '';
  const { href } = original;
  return isWebAddress(href) && href.length <= MAX_URL_LENGTH ? href : null;
}
