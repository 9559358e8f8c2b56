import ky, { isHTTPError, isTimeoutError, type Options, type RetryOptions } from 'ky';
import {
  type Answered,
  encodePairs,
  fillPath,
  type Route,
  type RouteRequest,
} from '../../contract';
import { err, type Result, SECOND_MS } from '../../domain';
import { type Connection, platformTransport, type Transport } from './connection';
import { readAnswer } from './read-answer';
import { errorOfFailure, errorOfRefusal, retryAfterMs } from './response-error';
import type { ServiceError } from './service-error';

/** A slow line: what is sent is given its time, besides that for the answer. */
const SLOWEST_BYTES_PER_SECOND = 32 * 1024;

/**
 * Sends one request of a route to a server, and reads the answer by the route's schemas. `body`
 * stands for the request's own where that has to be written in another way.
 */
export type Sender = (
  route: Route,
  request: RouteRequest,
  body?: RequestBody,
) => Promise<Result<Answered<Route>, ServiceError>>;

/** How requests reach one server as one person. Does nothing until it is used. */
export function createSender(
  connection: Connection,
  transport: Transport = platformTransport,
): Sender {
  const http = ky.create({
    fetch: (input, init) => transport.fetch(input, init),
    throwHttpErrors: (status) => status >= 400,
    // Neither cookies nor what the browser kept: the token alone says who asks.
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
  });

  return async (route, request, body) => {
    const address = addressOf(connection.base, route, request);
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
  const mayRepeat = isSafe || typeof (body?.content ?? '') === 'string';
  const uploadMs = ((body?.sizeBytes ?? 0) / SLOWEST_BYTES_PER_SECOND) * SECOND_MS;
  return {
    method: route.method,
    headers,
    ...(body && { body: body.content }),
    // Nothing secret goes where an answer points to: browsers would take our headers along.
    redirect: isBare ? 'follow' : 'manual',
    retry: mayRepeat ? repeatsOf(isSafe, route.method, transport) : 0,
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
  // Without it the service tells refusals as pages (protocol.md section 1).
  headers.set('Accept', 'application/json');
  if (token !== null && access !== 'public') headers.set('Authorization', `Bearer ${token}`);
  if (body?.contentType) headers.set('Content-Type', body.contentType);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  return headers;
}

/**
 * The address of a request; null when one of its parameters can't be one, such as `..`, which
 * would lead to another route.
 */
export function addressOf(
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

/** A body and what it is. */
export interface RequestBody {
  readonly content: string | Blob | FormData;
  /** null: the content says it itself. */
  readonly contentType: string | null;
  readonly sizeBytes: number;
}

/** JSON, or a multipart form when there are files among the values. */
export function requestBodyOf(values: Readonly<Record<string, unknown>>): RequestBody {
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

const REPEATS = 2;
/** The server, or a proxy, could not just now. Not 500: that is a fault, and stays one. */
const PASSING = [429, 502, 503, 504];
/** With `Retry-After` these say that nothing was done. */
const NOT_DONE = [429, 503];

/** Whether a request can be sent twice and means the same. */
export function isRepeatable({ method, tag }: Route, { options }: RouteRequest): boolean {
  // The sync stream is a POST that reads.
  if (method === 'GET' || tag === 'bookmark sync') return true;
  return new Headers(options.headers).has('Idempotency-Key');
}

/**
 * When ky sends a request again: twice at most, after a while that grows and has chance in it, or
 * after what the server asks for. What is not safe to repeat only when the server says that it has
 * done nothing; a timeout never, as it has been waited for long enough.
 */
export function repeatsOf(
  isSafe: boolean,
  method: string,
  { limits, now }: Pick<Transport, 'limits' | 'now'>,
): RetryOptions {
  return {
    limit: REPEATS,
    methods: [method.toLowerCase()],
    statusCodes: PASSING,
    afterStatusCodes: PASSING,
    delay: (attempt) => limits.backOffMs * 2 ** (attempt - 1),
    jitter: true,
    shouldRetry: ({ error }) => {
      if (isTimeoutError(error)) return false;
      if (!isHTTPError(error)) return isSafe ? undefined : false;
      const { status, headers } = error.response;
      const asked = retryAfterMs(headers, now());
      if (asked !== null && asked > limits.patienceMs) return false;
      return isSafe || (asked !== null && NOT_DONE.includes(status)) ? undefined : false;
    },
  };
}
