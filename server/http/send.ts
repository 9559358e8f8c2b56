import { type ContentCoding, formatETag, matchesETag } from '../../src/contract';
import { compressFor } from './compress';
import type { Exchange } from './exchange';
import { type HeaderLines, headersFor, type OwnHeaders } from './standard-headers';

export interface Outgoing {
  readonly status: number;
  /** The media type with its parameters. Absent for answers without a body. */
  readonly type?: string;
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>;
  readonly headers?: OwnHeaders;
}

const NO_BODY = new Set([204, 205, 304]);

/**
 * Sends an answer: as a 304 if the client has a current copy, and compressed if the client accepts
 * it. Streams are sent uncompressed.
 */
export async function send(exchange: Exchange, outgoing: Outgoing): Promise<Response> {
  const { status, type, body } = outgoing;
  const headers = headersFor(exchange, outgoing.headers);
  if (isKnown(exchange, status, headers)) return respond(304, null, headers);
  if (body === undefined) return respond(status, NO_BODY.has(status) ? null : '', headers);
  headers['Content-Type'] = type ?? 'application/octet-stream';
  if (body instanceof ReadableStream) {
    if (exchange.method !== 'HEAD') return respond(status, body, headers);
    // Cancelling frees what the unread stream holds, such as a subscription to events.
    await body.cancel();
    return respond(status, null, headers);
  }
  const compressed = await compressFor(exchange.headers.get('accept-encoding'), type ?? '', body);
  if (compressed) {
    headers['Content-Encoding'] = compressed.coding;
    tagCoding(headers, compressed.coding);
  }
  // Node writes a string together with the headers, in half the time of a byte array.
  const sent = compressed?.bytes ?? body;
  headers['Content-Length'] = String(Buffer.byteLength(sent));
  return respond(status, sent, headers);
}

/**
 * The headers are a record, which node-server passes to node unchanged. `Headers` would join several
 * lines of one name.
 */
const respond = (
  status: number,
  body: string | Uint8Array | ReadableStream<Uint8Array> | null,
  headers: HeaderLines,
): Response => new Response(body as BodyInit | null, { status, headers: headers as HeadersInit });

/** Sends a value as JSON. */
export const sendJson = (
  exchange: Exchange,
  status: number,
  body: unknown,
  headers?: OwnHeaders,
): Promise<Response> => sendJsonText(exchange, status, JSON.stringify(body), headers);

/** Sends serialised JSON. Byte arrays already end with a newline. */
export const sendJsonText = (
  exchange: Exchange,
  status: number,
  json: string | Uint8Array,
  headers?: OwnHeaders,
): Promise<Response> =>
  send(exchange, {
    status,
    type: 'application/json; charset=utf-8',
    body: typeof json === 'string' ? `${json}\n` : json,
    ...(headers && { headers }),
  });

const textOf = (headers: HeaderLines, name: string): string => String(headers[name] ?? '');

const bareTag = (headers: HeaderLines): string | null =>
  /^"([^"-]*)/.exec(textOf(headers, 'ETag'))?.[1] ?? null;

/** Tells whether the client has a current copy. `If-None-Match` takes precedence over the date. */
function isKnown(exchange: Exchange, status: number, headers: HeaderLines): boolean {
  if (status !== 200 || (exchange.method !== 'GET' && exchange.method !== 'HEAD')) return false;
  const condition = exchange.headers.get('if-none-match');
  if (condition !== null) {
    const tag = bareTag(headers);
    return tag !== null && matchesETag(condition, tag);
  }
  const since = Date.parse(exchange.headers.get('if-modified-since') ?? '');
  return Date.parse(textOf(headers, 'Last-Modified')) <= since;
}

function tagCoding(headers: HeaderLines, coding: ContentCoding): void {
  const tag = bareTag(headers);
  if (tag !== null) headers.ETag = formatETag(tag, coding);
}
