import ky, { isHTTPError, isTimeoutError, type Options, type RetryOptions } from 'ky';
import {
  type Answered,
  encodePairs,
  fillPath,
  type Route,
  type RouteRequest,
} from '../../contract';
import { backOffMs, retryAfterMs } from '../../domain/back-off';
import { err, type Result } from '../../domain/result';
import { SECOND_MS } from '../../domain/time';
import { type Connection, platformTransport, type Transport } from './connection';
import { readAnswer } from './read-answer';
import { errorOfFailure, errorOfRefusal } from './response-error';
import type { ServiceError } from './service-error';

/** Extends the timeout for large uploads on slow connections. */
const SLOWEST_BYTES_PER_SECOND = 32 * 1024;

/**
 * Sends one request of a route and parses the answer by the route's schemas. `body` replaces the
 * request's own body where it needs another format.
 */
export type Sender = (
  route: Route,
  request: RouteRequest,
  body?: RequestBody,
) => Promise<Result<Answered<Route>, ServiceError>>;

/** Creates a sender for one server and one user. It makes no request until it is used. */
export function createSender(
  connection: Connection,
  transport: Transport = platformTransport,
): Sender {
  const http = ky.create({
    fetch: (input, init) => transport.fetch(input, init),
    throwHttpErrors: (status) => status >= 400,
    // The token alone identifies the user, so no cookies and no cached responses are used.
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  });

  return async (route, request, body) => {
    const address = requestAddressOf(connection.base, route, request);
    if (address === null) return err({ kind: 'not-found' });
    const sent = body ?? (request.body && requestBodyOf(request.body));
    const options = optionsOf(connection, transport, route, request, sent);
    try {
      return await readAnswer(route, await http(address, options), transport.limits);
    } catch (failure) {
      if (isHTTPError(failure)) {
        return err(errorOfRefusal(failure.response, failure.data, transport.now()));
      }
      return err(errorOfFailure(failure, request.options.signal));
    }
  };
}

function optionsOf(
  connection: Connection,
  transport: Transport,
  route: Route,
  request: RouteRequest,
  body: RequestBody | null,
): Options {
  const headers = headersOf(connection, route, request, body);
  const isBare = body === null && !headers.has('Authorization') && !connection.extraHeaders;
  const isSafe = isRepeatable(route, request);
  const mayRetry = isSafe || typeof (body?.content ?? '') === 'string';
  const uploadMs = ((body?.sizeBytes ?? 0) / SLOWEST_BYTES_PER_SECOND) * SECOND_MS;
  return {
    method: route.method,
    headers,
    ...(body && { body: body.content }),
    // Browsers would send the headers to the target of a redirect, and they contain secrets.
    redirect: isBare ? 'follow' : 'manual',
    retry: mayRetry ? retryOptions(isSafe, route.method, transport) : 0,
    timeout: Math.ceil(transport.limits.answerMs + uploadMs),
    ...(request.options.signal && { signal: request.options.signal }),
  };
}

function headersOf(
  { token, extraHeaders }: Connection,
  { access }: Route,
  { options }: RouteRequest,
  body: RequestBody | null,
): Headers {
  const headers = new Headers(extraHeaders);
  // Without it the service sends errors as pages (protocol.md section 1).
  headers.set('Accept', 'application/json');
  if (token !== null && access !== 'public') headers.set('Authorization', `Bearer ${token}`);
  if (body?.contentType) headers.set('Content-Type', body.contentType);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return headers;
}

/**
 * Builds the address of a request. Returns null if a parameter is invalid, such as `..`, which
 * would lead to another route.
 */
function requestAddressOf(
  base: string,
  route: Route,
  { params, query }: Pick<RouteRequest, 'params' | 'query'>,
): string | null {
  for (const [name, value] of Object.entries(params)) {
    if (/^\.{0,2}$/.test(value) || !route.params?.[name]?.safeParse(value).success) return null;
  }
  const pairs = encodePairs(query).toString();
  return `${base.replace(/(?<!\/)\/+$/, '')}${fillPath(route.path, params)}${pairs === '' ? '' : `?${pairs}`}`;
}

/** A request body with its type and size. */
export interface RequestBody {
  readonly content: string | Blob | FormData;
  /** null if the content sets it. */
  readonly contentType: string | null;
  readonly sizeBytes: number;
}

/** Builds a JSON body, or a multipart form if the values contain files. */
function requestBodyOf(values: Readonly<Record<string, unknown>>): RequestBody {
  const files = Object.values(values).flat().filter(isFile);
  if (files.length > 0) return formOf(values, files);
  const content = JSON.stringify(values);
  const sizeBytes = new TextEncoder().encode(content).byteLength;
  return { content, contentType: 'application/json', sizeBytes };
}

function formOf(values: Readonly<Record<string, unknown>>, files: readonly Blob[]): RequestBody {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item instanceof Blob) form.append(name, item);
      else if (item !== undefined && item !== null) form.append(name, String(item));
    }
  }
  const sizeBytes = files.reduce((sum, { size }) => sum + size, 0);
  return { content: form, contentType: null, sizeBytes };
}

const isFile = (value: unknown): value is Blob => value instanceof Blob;

const MAX_RETRIES = 2;
/** Temporary failures of the server or of a proxy. A 500 is a bug and is not retried. */
const TRANSIENT_STATUSES = [429, 502, 503, 504];
/** With `Retry-After` these mean that the request was not processed. */
const NOT_PROCESSED_STATUSES = [429, 503];

/** True if sending the request twice has the same effect as sending it once. */
function isRepeatable({ method, path }: Route, { options }: RouteRequest): boolean {
  // The sync stream is a POST request that only reads.
  if (method === 'GET' || path === '/api/bookmarks/sync') return true;
  return new Headers(options.headers).has('Idempotency-Key');
}

/**
 * The retry policy for ky: at most two retries with exponential back-off and jitter, or after the
 * time that the server requests. A request that is not safe to repeat is retried only if the server
 * reports that it did nothing. A timeout is not retried.
 */
function retryOptions(
  isSafe: boolean,
  method: string,
  { limits, now }: Pick<Transport, 'limits' | 'now'>,
): RetryOptions {
  return {
    limit: MAX_RETRIES,
    methods: [method.toLowerCase()],
    statusCodes: TRANSIENT_STATUSES,
    afterStatusCodes: TRANSIENT_STATUSES,
    delay: (attempt) =>
      backOffMs(attempt, 1, { firstMs: limits.backOffMs, maxMs: limits.maxRetryAfterMs }),
    jitter: true,
    shouldRetry: ({ error }) => {
      if (isTimeoutError(error)) return false;
      if (!isHTTPError(error)) return isSafe ? undefined : false;
      const { status, headers } = error.response;
      const asked = retryAfterMs(headers, now());
      if (asked !== null && asked > limits.maxRetryAfterMs) return false;
      return isSafe || (asked !== null && NOT_PROCESSED_STATUSES.includes(status))
        ? undefined
        : false;
    },
  };
}
