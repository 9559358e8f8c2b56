import * as z from 'zod/mini';

/** Headers of one part of a multipart body by lower-case name. The first of a name counts. */
export type PartHeaders = ReadonlyMap<string, string>;

/** Parses the header lines of a part. Lines without a colon are skipped. */
export function parsePartHeaders(lines: string): PartHeaders {
  const headers = new Map<string, string>();
  for (const line of lines.replace(/\r?\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).trim().toLowerCase();
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim());
  }
  return headers;
}

/**
 * Formats the header lines of a part including the empty line at the end. Line breaks in values are
 * replaced, so no header can be injected. A header with the value null is left out.
 */
export function formatPartHeaders(
  headers: Iterable<readonly [name: string, value: string | null]>,
): string {
  let lines = '';
  for (const [name, value] of headers) {
    if (value !== null) lines += `${name}: ${value.replace(LINE_ENDS, ' ')}\r\n`;
  }
  return `${lines}\r\n`;
}

const LINE_ENDS = /[\r\n]+/g;

/** A header with parameters, such as `form-data; name="html"; filename="_"`. */
export interface ParameterHeader {
  /** In lower case. */
  readonly value: string;
  /** By lower-case name. */
  readonly parameters: ReadonlyMap<string, string>;
}

const HEADER_PARAMETER = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

/** Parses `Content-Disposition` or `Content-Type` with the escapes that browsers write. */
export function parseParameterHeader(header: string): ParameterHeader {
  const value = header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare] of header.matchAll(HEADER_PARAMETER)) {
    if (parameters.has(name.toLowerCase())) continue;
    parameters.set(name.toLowerCase(), quoted === undefined ? (bare ?? '') : unquoted(quoted));
  }
  return { value, parameters };
}

/**
 * Formats a `form-data` disposition for a field, or for a file if `filename` is given. Escapes
 * names as HTML forms do.
 */
export function formatDisposition(name: string, filename?: string): string {
  const file = filename === undefined ? '' : `; filename="${escaped(filename)}"`;
  return `form-data; name="${escaped(name)}"${file}`;
}

const escaped = (text: string) =>
  text.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');

// Only quotes and backslashes are unescaped: old Windows clients send whole paths as file names.
const unquoted = (text: string) =>
  text
    .replace(/\\(["\\])/g, '$1')
    .replace(/%22/g, '"')
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n');

/** A file of a page, sent along so that the server does not have to fetch it (protocol.md 7.2). */
export interface PageResource {
  /** Absolute address of the file. */
  readonly url: string;
  /** The response headers of the file, by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array;
}

/** Headers that describe the part rather than the resource. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-disposition', 'location']);

const LegacyHead = z.object({
  url: z.string(),
  headers: z.optional(z.nullable(z.record(z.string(), z.string()))),
});

/** The first line of the older format: an address and its response headers. */
const MAX_LEGACY_HEAD_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const BRACE = 0x7b;

/**
 * A host name has at most 253 characters. The time in which a parser normalises a longer one is
 * quadratic in its length.
 */
const LONG_HOST = /^[^:]*:[/\\]*[^/\\?#]{300}/;

const isAcceptedAddress = (text: string): boolean => !LONG_HOST.test(text) && URL.canParse(text);

/**
 * Reads a `resource` part: with a `Location` header, or in the older format, where the first line
 * is JSON `{"url", "headers"}`. The bytes are empty when none were sent. Returns null when the part
 * has neither format or no absolute address.
 */
export function readResourcePart(part: PartHeaders, body: Uint8Array): PageResource | null {
  const location = part.get('location');
  if (location === undefined) return readLegacy(body);
  if (!isAcceptedAddress(location)) return null;
  const headers = new Map([...part].filter(([name]) => !OWN_HEADERS.has(name)));
  return { url: location, headers, bytes: body };
}

function readLegacy(body: Uint8Array): PageResource | null {
  if (body[0] !== BRACE) return null;
  const start = body.subarray(0, MAX_LEGACY_HEAD_BYTES);
  const newline = start.indexOf(NEWLINE);
  const end = newline < 0 ? start.length : newline;
  const head = LegacyHead.safeParse(jsonIn(start.subarray(0, end)));
  if (!head.success || !isAcceptedAddress(head.data.url)) return null;
  const headers = Object.entries(head.data.headers ?? {});
  return {
    url: head.data.url,
    headers: new Map(headers.map(([name, value]) => [name.toLowerCase(), value])),
    bytes: body.subarray(end + 1),
  };
}

function jsonIn(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null; // Not JSON, so the part is not a resource. The caller reports it.
  }
}

/** Formats the headers of a resource. It must be a file part; its file name does not matter. */
export function formatResourceHeaders({ url, headers }: Omit<PageResource, 'bytes'>): string {
  return formatPartHeaders([
    ['Content-Disposition', formatDisposition('resource', '_')],
    ['Location', url],
    ...headers,
  ]);
}

/** Formats the first line of a resource in the older format, including the line break. */
export const formatLegacyHead = ({ url, headers }: Omit<PageResource, 'bytes'>): string =>
  `${JSON.stringify({ url, headers: Object.fromEntries(headers) })}\n`;
