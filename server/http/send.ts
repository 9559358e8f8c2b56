import { type ContentCoding, formatETag, matchesETag } from '../../src/contract';
import { compressFor } from './compress';
import type { Exchange } from './exchange';
import { type HeaderLines, headersFor, type OwnHeaders } from './standard-headers';

export interface Outgoing {
  readonly status: number;
  /** The media type, with its parameters. Absent: nothing is sent but headers. */
  readonly type?: string;
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>;
  readonly headers?: OwnHeaders;
}

const NO_BODY = new Set([204, 205, 304]);

/**
 * Writes an answer: 304 when the client has it, compressed when it wants it. A stream goes out as
 * it is.
 */
export async function send(exchange: Exchange, outgoing: Outgoing): Promise<Response> {
  const { status, type, body } = outgoing;
  const headers = headersFor(exchange, outgoing.headers);
  if (isKnown(exchange, status, headers)) return respond(304, null, headers);
  if (body === undefined) return respond(status, NO_BODY.has(status) ? null : '', headers);
  headers['Content-Type'] = type ?? 'application/octet-stream';
  if (body instanceof ReadableStream) {
    if (exchange.method !== 'HEAD') return respond(status, body, headers);
    // Nobody will read it: what it holds, such as a place among those who listen, is let go.
    await body.cancel();
    return respond(status, null, headers);
  }
  const compressed = await compressFor(exchange.headers.get('accept-encoding'), type ?? '', body);
  if (compressed) {
    headers['Content-Encoding'] = compressed.coding;
    tagCoding(headers, compressed.coding);
  }
  // A text stays one: node writes it with the headers, in half the time of making bytes of it.
  const sent = compressed?.bytes ?? body;
  headers['Content-Length'] = String(Buffer.byteLength(sent));
  return respond(status, sent, headers);
}

/**
 * As a record and not as `Headers`, which would join several lines of one name: node-server hands
 * it to node as it is.
 */
const respond = (
  status: number,
  body: string | Uint8Array | ReadableStream<Uint8Array> | null,
  headers: HeaderLines,
): Response => new Response(body as BodyInit | null, { status, headers: headers as HeadersInit });

/** A body in JSON. */
export const sendJson = (
  exchange: Exchange,
  status: number,
  body: unknown,
  headers?: OwnHeaders,
): Promise<Response> => sendJsonText(exchange, status, JSON.stringify(body), headers);

/** A body that is JSON already; as bytes with the newline at its end. */
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

/** Whether the client has the very answer; what it asks about the tag goes before the date. */
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
