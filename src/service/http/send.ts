import ky, { isHTTPError, type Options } from 'ky';
import type { Answered, Route, RouteRequest } from '../../contract';
import { err, type Result, SECOND_MS } from '../../domain';
import { type Connection, platformTransport, type Transport } from '../connection';
import { errorOfFailure } from '../errors/failure';
import { errorOfRefusal } from '../errors/refusal';
import type { ServiceError } from '../errors/service-error';
import { addressOf } from './address';
import { readAnswer } from './read-answer';
import { isRepeatable, repeatsOf } from './repeat';
import { type RequestBody, requestBodyOf } from './request-body';

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
