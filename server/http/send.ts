import { promisify } from 'node:util';
import { constants, gzip, zstdCompress } from 'node:zlib';
import { type ContentCoding, formatETag, matchesETag } from '../../src/contract';
import { boundedNormalise } from '../../src/domain/bounded-normalise';
import type { Exchange } from './exchange';

export interface Outgoing {
  readonly status: number;
  /** The media type with its parameters. Absent for answers without a body. */
  readonly type?: string;
  readonly body?: string | Uint8Array | ReadableStream<Uint8Array>;
  readonly headers?: OwnHeaders;
}

const STATUS_WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Sends an answer: as a 304 if the client has a current copy, and compressed if the client accepts
 * it. Streams are sent uncompressed.
 */
export async function send(exchange: Exchange, outgoing: Outgoing): Promise<Response> {
  const { status, type, body } = outgoing;
  const headers = headersFor(exchange, outgoing.headers);
  const isCurrent = isNotModified(exchange, status, headers);
  const isHead = exchange.method === 'HEAD';
  // Cancelling frees what the unread stream holds, such as a subscription to events.
  if (body instanceof ReadableStream && (isCurrent || isHead)) await body.cancel();
  if (isCurrent) {
    delete headers['Content-Length'];
    return respond(304, null, headers);
  }
  if (body === undefined)
    return respond(status, STATUS_WITHOUT_BODY.has(status) ? null : '', headers);
  headers['Content-Type'] = type ?? 'application/octet-stream';
  if (body instanceof ReadableStream) return respond(status, isHead ? null : body, headers);
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

const textOfHeader = (headers: HeaderLines, name: string): string => String(headers[name] ?? '');

const bareTag = (headers: HeaderLines): string | null =>
  /^"([^"-]*)/.exec(textOfHeader(headers, 'ETag'))?.[1] ?? null;

/** Tells whether the client has a current copy. `If-None-Match` takes precedence over the date. */
function isNotModified(exchange: Exchange, status: number, headers: HeaderLines): boolean {
  if (status !== 200 || (exchange.method !== 'GET' && exchange.method !== 'HEAD')) return false;
  const condition = exchange.headers.get('if-none-match');
  if (condition !== null) {
    const tag = bareTag(headers);
    return tag !== null && matchesETag(condition, tag);
  }
  const since = Date.parse(exchange.headers.get('if-modified-since') ?? '');
  return Date.parse(textOfHeader(headers, 'Last-Modified')) <= since;
}

function tagCoding(headers: HeaderLines, coding: ContentCoding): void {
  const tag = bareTag(headers);
  if (tag !== null) headers.ETag = formatETag(tag, coding);
}

/** Header lines by name. A list is sent as several lines with that name. */
export type HeaderLines = Record<string, string | readonly string[]>;

/** Answers that are not pages may not run, load anything or be framed. */
const API_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sent with every answer (protocol.md section 1). */
const STANDARD: Readonly<HeaderLines> = {
  'Cache-Control': 'private',
  Vary: 'Accept, Accept-Encoding',
  'Content-Security-Policy': API_POLICY,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // With `no-referrer`, browsers would post forms with the origin "null".
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

export type OwnHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Merges the standard headers, `own` and those of the exchange. Later ones replace earlier ones. */
function headersFor(exchange: Exchange, own: OwnHeaders = {}): HeaderLines {
  const headers: HeaderLines = { ...STANDARD, 'X-Request-Id': exchange.id };
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined) headers[name] = value;
  }
  return Object.assign(headers, exchange.extraHeaders);
}

const MIN_BYTES = 1024; // protocol.md section 1
const COMPRESSIBLE =
  /^(application\/(json|atom\+xml|.*\+json)|image\/svg\+xml|text\/(?!event-stream))/;

const COMPRESS: Readonly<Record<ContentCoding, (body: Uint8Array) => Promise<Buffer>>> = {
  gzip: (body) => promisify(gzip)(body, { level: constants.Z_DEFAULT_COMPRESSION }),
  zstd: (body) => promisify(zstdCompress)(body),
};

export interface Compressed {
  readonly coding: ContentCoding;
  readonly bytes: Buffer;
}

/** Compresses `body` for the client; null when the client accepts no coding or it would not help. */
async function compressFor(
  acceptEncoding: string | null,
  type: string,
  body: string | Uint8Array,
): Promise<Compressed | null> {
  if (body.length <= MIN_BYTES || !COMPRESSIBLE.test(type)) return null;
  const coding = codingFor(acceptEncoding);
  if (coding === null) return null;
  if (typeof body === 'string') return { coding, bytes: await COMPRESS[coding](Buffer.from(body)) };
  const known = compressedOf.get(body) ?? new Map<ContentCoding, Promise<Buffer>>();
  const compressing = known.get(coding) ?? COMPRESS[coding](body);
  compressedOf.set(body, known.set(coding, compressing));
  return { coding, bytes: await compressing };
}

/** Caches the results for byte arrays that are kept and sent again, also at the same time. */
const compressedOf = new WeakMap<Uint8Array, Map<ContentCoding, Promise<Buffer>>>();

/** Chooses the coding that the client prefers. gzip wins a tie, because every client supports it. */
function codingFor(acceptEncoding: string | null): ContentCoding | null {
  if (!acceptEncoding) return null;
  const wishes = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', quality] = part.split(';').map((text) => text.trim().toLowerCase());
      return [name, quality?.startsWith('q=') ? Number(quality.slice(2)) : 1];
    }),
  );
  const wish = (coding: ContentCoding) => wishes.get(coding) ?? wishes.get('*') ?? 0;
  const best: ContentCoding = wish('zstd') > wish('gzip') ? 'zstd' : 'gzip';
  return wish(best) > 0 ? best : null;
}

/** Characters that some clients misread in a quoted name. */
const NOT_PLAIN_IN_NAME = /[^\w .()-]+/g;
/** Characters that RFC 8187 encodes and `encodeURIComponent` does not. */
const NOT_ENCODED = /['()*]/g;

/**
 * Writes the `Content-Disposition` of a download: `name` in ASCII for old clients, and unchanged for
 * the others.
 * @param name without lone surrogates
 * @see https://www.rfc-editor.org/rfc/rfc6266#appendix-D
 */
export function attachment(name: string): string {
  const ascii = boundedNormalise(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(NOT_PLAIN_IN_NAME, '_');
  const plain = `attachment; filename="${ascii}"`;
  return ascii === name ? plain : `${plain}; filename*=UTF-8''${encoded(name)}`;
}

const encoded = (name: string): string =>
  encodeURIComponent(name).replace(
    NOT_ENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
