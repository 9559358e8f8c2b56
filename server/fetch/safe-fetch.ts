import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { MAX_URL_LENGTH, parseLinks } from '../../src/contract';
import { err, ok, type Result } from '../../src/domain/result';
import { SECOND_MS } from '../../src/domain/time';
import { isWebAddress } from '../../src/domain/web-address';
import type { Server } from '../server';
import { AddressRule } from './address-rule';
import { ChainCookies } from './chain-cookies';
import { ACCEPTED_ENCODINGS, decodeBody, readAll } from './content-coding';
import { type FetchError, fetchErrorOf } from './fetch-error';
import { createRequestSender, type SendRequest } from './send-request';

/** The limits of one fetch. */
export interface FetchLimits {
  /** The time for name resolution, connections, redirects and the body together. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxRedirects: number;
}

export const FETCH_LIMITS: FetchLimits = {
  timeoutMs: 10 * SECOND_MS,
  maxBytes: 10 * 1024 * 1024,
  maxRedirects: 5,
};

/** The redirects and the time that a fetch used of its limits, and the cookies that it was sent. */
export interface FetchUsage {
  readonly redirects: number;
  readonly ms: number;
  readonly cookies?: ChainCookies;
}

export interface FetchOptions {
  /** The `Accept` header. */
  readonly accept: string;
  /** The page that shows the file. Only its origin is sent. */
  readonly referrer?: string;
  /** Decides by the full `Content-Type` if the body is read. It is always read by default. */
  readonly acceptsType?: (contentType: string) => boolean;
  /** The largest body of a type, if it may be larger than others. */
  readonly maxBytesOf?: (contentType: string) => number | undefined;
  /**
   * The usage of the page that redirected here by itself. It counts towards the limits, and its cookies
   * are those of the same chain.
   */
  readonly previousUsage?: FetchUsage;
  /** Aborts the fetch, which then rejects with the reason. */
  readonly signal?: AbortSignal;
}

export interface Fetched {
  /** The address after redirects, without a fragment. */
  readonly url: string;
  /** The media type with its parameters; empty without a `Content-Type`. */
  readonly contentType: string;
  /** null when `acceptsType` returned false. */
  readonly bytes: Uint8Array | null;
  /** True when the end of the body is missing. */
  readonly isCut: boolean;
  /** The address of the original if the page is a copy, by its `Link` header; otherwise null. */
  readonly originalUrl: string | null;
  readonly usage: FetchUsage;
}

export type SafeFetch = (
  address: string,
  options: FetchOptions,
) => Promise<Result<Fetched, FetchError>>;

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Creates a function that fetches from the public internet and from allowed networks. It never
 * connects to other addresses, even after redirects (docs/decisions/server-fetch.md). It sends no
 * credentials, and cookies only along one chain of redirects. It limits time and size. Expected failures
 * are values.
 */
export function createSafeFetch(
  { config, resolveHost, version }: Pick<Server, 'config' | 'resolveHost' | 'version'>,
  limits: FetchLimits = FETCH_LIMITS,
): SafeFetch {
  const rule = new AddressRule(config.allowedNetworks, resolveHost);
  const sendRequest = createRequestSender(rule);
  const agent = `Mozilla/5.0 (compatible; Leafmark/${version})`;
  return async (address, options) => {
    const began = performance.now();
    const { previousUsage: previous } = options;
    const left: FetchLimits = {
      ...limits,
      timeoutMs: Math.max(0, limits.timeoutMs - (previous?.ms ?? 0)),
      maxRedirects: limits.maxRedirects - (previous ? previous.redirects + 1 : 0),
    };
    const timeout = AbortSignal.timeout(left.timeoutMs);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    const headers = headersOf(agent, options);
    const cookies = previous?.cookies ?? new ChainCookies();
    const chain: Chain = { sendRequest, rule, limits: left, headers, cookies, signal };
    try {
      const final = await follow(chain, address);
      if (!final.ok) return final;
      const fetched = await readResponse(final.value, options, limits.maxBytes, signal);
      if (!fetched.ok) return fetched;
      const redirects = limits.maxRedirects - left.maxRedirects + final.value.redirects;
      const ms = limits.timeoutMs - left.timeoutMs + Math.ceil(performance.now() - began);
      return ok({ ...fetched.value, usage: { redirects, ms, cookies } });
    } catch (fault) {
      options.signal?.throwIfAborted();
      return err(timeout.aborted ? { kind: 'timeout' } : fetchErrorOf(fault));
    }
  };
}

/** A chain of redirects. */
interface Chain {
  readonly sendRequest: SendRequest;
  readonly rule: AddressRule;
  readonly limits: FetchLimits;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: ChainCookies;
  readonly signal: AbortSignal;
}

/** The response after redirects. */
interface FinalResponse {
  readonly url: URL;
  readonly response: IncomingMessage;
  readonly redirects: number;
}

/** Sends a request and follows redirects. Each address is checked before it is requested. */
async function follow(
  { sendRequest, rule, limits, headers, cookies, signal }: Chain,
  address: string,
): Promise<Result<FinalResponse, FetchError>> {
  let next = address;
  for (let hop = 0; hop <= limits.maxRedirects; hop += 1) {
    const checked = rule.check(next);
    if (!checked.ok) return err({ kind: 'refused', reason: checked.error });
    const url = checked.value;
    const response = await sendRequest(url, { ...headers, ...cookies.headers(url) }, signal);
    cookies.add(url, response.headers['set-cookie']);
    if (!REDIRECTS.has(response.statusCode ?? 0) || response.headers.location === undefined) {
      return ok({ url, response, redirects: hop });
    }
    response.destroy();
    const location = percentEncoded(response.headers.location);
    // `check` also refuses names that do not resolve.
    next = URL.canParse(location, url) ? new URL(location, url).href : location;
  }
  return err({ kind: 'too-many-redirects' });
}

/** Encodes the bytes of a header that are not ASCII, most often UTF-8, for the URL parser. */
const percentEncoded = (header: string): string =>
  header.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);

async function readResponse(
  { url, response }: FinalResponse,
  { acceptsType, maxBytesOf }: FetchOptions,
  usualMaxBytes: number,
  signal: AbortSignal,
): Promise<Result<Omit<Fetched, 'usage'>, FetchError>> {
  const fail = (error: FetchError) => {
    response.destroy();
    return err(error);
  };
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 299) return fail({ kind: 'status', status });
  url.hash = '';
  const contentType = response.headers['content-type'] ?? '';
  const source = { url: url.href, contentType, originalUrl: originalOf(response, url) };
  if (acceptsType && !acceptsType(contentType)) {
    response.destroy();
    return ok({ ...source, bytes: null, isCut: false });
  }
  const maxBytes = maxBytesOf?.(contentType) ?? usualMaxBytes;
  if (Number(response.headers['content-length']) > maxBytes) return fail({ kind: 'too-large' });
  const body = await readAll(response, new PassThrough(), maxBytes, signal);
  const coding = response.headers['content-encoding'];
  return ok({ ...source, ...(await decodeBody(body, coding, maxBytes, signal)) });
}

const headersOf = (agent: string, { accept, referrer }: FetchOptions) => ({
  'user-agent': agent,
  accept,
  'accept-encoding': ACCEPTED_ENCODINGS,
  'accept-language': '*',
  ...(referrer === undefined ? {} : { referer: `${new URL(referrer).origin}/` }),
});

/** The part of a `Link` header that is parsed: 64 kB would take long with regular expressions. */
const MAX_LINK_LENGTH = 4096;

/**
 * Returns the address of the original, without its fragment, from the `Link` header that archives and
 * shared pages send; null without one.
 * @see https://www.rfc-editor.org/rfc/rfc7089#section-2.2.1
 */
function originalOf({ headers }: IncomingMessage, at: URL): string | null {
  const header = percentEncoded([headers.link ?? []].flat().join().slice(0, MAX_LINK_LENGTH));
  const link = parseLinks(header).find(({ rel }) => rel.toLowerCase() === 'original');
  if (link === undefined || !URL.canParse(link.url, at)) return null;
  const original = new URL(link.url, at);
  original.hash = '';
  const { href } = original;
  return isWebAddress(href) && href.length <= MAX_URL_LENGTH ? href : null;
}
