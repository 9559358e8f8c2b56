import * as z from 'zod/mini';
import { formatDisposition, formatPartHeaders, type PartHeaders } from './part-headers';

/** A file of a page that is sent with it, so that the server need not fetch it (protocol.md 7.2). */
export interface PageResource {
  /** Absolute address of the file. */
  readonly url: string;
  /** As they are to be replayed; lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array;
}

/** Headers of a part that speak of the part and not of the resource. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['content-disposition', 'location']);

const LegacyHead = z.object({
  url: z.string(),
  headers: z.optional(z.nullable(z.record(z.string(), z.string()))),
});

/** Of the first line of the older format: an address and the headers of its answer. */
const MAX_LEGACY_HEAD_BYTES = 64 * 1024;
const NEWLINE = 0x0a;
const BRACE = 0x7b;

/**
 * Reads a `resource` part: with a `Location` header, or in the older format, where the first line
 * is JSON `{"url", "headers"}`. The bytes are empty when none were sent. null when the part has
 * neither format, or no absolute address.
 */
export function readResourcePart(part: PartHeaders, body: Uint8Array): PageResource | null {
  const location = part.get('location');
  if (location === undefined) return readLegacy(body);
  if (!URL.canParse(location)) return null;
  const headers = new Map([...part].filter(([name]) => !OWN_HEADERS.has(name)));
  return { url: location, headers, bytes: body };
}

function readLegacy(body: Uint8Array): PageResource | null {
  if (body[0] !== BRACE) return null;
  const start = body.subarray(0, MAX_LEGACY_HEAD_BYTES);
  const newline = start.indexOf(NEWLINE);
  const end = newline < 0 ? start.length : newline;
  const head = LegacyHead.safeParse(jsonIn(start.subarray(0, end)));
  if (!head.success || !URL.canParse(head.data.url)) return null;
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
    return null; // Not JSON: the part is not a resource, and the caller says so.
  }
}

/** The lines before a resource's bytes. It must be a file part, whatever its name. */
export function formatResourceHeaders({ url, headers }: Omit<PageResource, 'bytes'>): string {
  return formatPartHeaders([
    ['Content-Disposition', formatDisposition('resource', '_')],
    ['Location', url],
    ...headers,
  ]);
}

/** The first line of a resource in the older format, its line end included. */
export const formatLegacyHead = ({ url, headers }: Omit<PageResource, 'bytes'>): string =>
  `${JSON.stringify({ url, headers: Object.fromEntries(headers) })}\n`;
