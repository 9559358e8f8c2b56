import type { Exchange } from './exchange';

/** Header lines by name; a list is sent as so many lines of that name. */
export type HeaderLines = Record<string, string | readonly string[]>;

/** Nothing of an answer that is no page may be run, shown in a frame, or load anything. */
const API_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** On every answer (protocol.md section 1). */
const STANDARD: Readonly<HeaderLines> = {
  'Cache-Control': 'private',
  Vary: 'Accept, Accept-Encoding',
  'Content-Security-Policy': API_POLICY,
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  // Not no-referrer: forms would be posted with the origin "null", which is nobody's.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow, noarchive',
};

export type OwnHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The standard headers, then `own`, then what was put on the exchange: the last of a name counts. */
export function headersFor(exchange: Exchange, own: OwnHeaders = {}): HeaderLines {
  const headers: HeaderLines = { ...STANDARD, 'X-Request-Id': exchange.id };
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined) headers[name] = value;
  }
  return Object.assign(headers, exchange.extraHeaders);
}
