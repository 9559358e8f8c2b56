import type { Exchange } from './exchange';

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
export function headersFor(exchange: Exchange, own: OwnHeaders = {}): HeaderLines {
  const headers: HeaderLines = { ...STANDARD, 'X-Request-Id': exchange.id };
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined) headers[name] = value;
  }
  return Object.assign(headers, exchange.extraHeaders);
}
