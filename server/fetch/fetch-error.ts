/** The reason why a fetch failed. Another attempt can help with the last four. */
export type FetchError =
  /** The address must not be requested. */
  | { readonly kind: 'refused'; readonly reason: 'scheme' | 'credentials' | 'address' }
  | { readonly kind: 'too-many-redirects' }
  /** The body is too long, compressed or decompressed. */
  | { readonly kind: 'too-large' }
  /** The body is not what its `Content-Encoding` says, or in one that nobody asked for. */
  | { readonly kind: 'bad-encoding' }
  /** The certificate of the server is not valid. */
  | { readonly kind: 'certificate' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'no-such-host' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timeout' };

export type RefusalReason = Extract<FetchError, { kind: 'refused' }>['reason'];

/** The host resolves to an address that must not be connected to. Nothing was sent. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/** The host name has no addresses. */
export class NoSuchHost extends Error {
  override readonly name = 'NoSuchHost';
}

/** The body is longer than the limit. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The `Content-Encoding` has codings that cannot be read. */
export class UnknownCoding extends Error {
  override readonly name = 'UnknownCoding';
}

/** @see https://nodejs.org/api/errors.html, `ERR_TLS_…`; https://docs.openssl.org, X509_V_ERR_… */
const CERTIFICATE = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/;
/** Error codes of zlib, Brotli and Zstandard. */
const ENCODING = /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING|ZSTD_|ERR_ZSTD)/;

/** Converts an exception to a fetch error. */
export function fetchErrorOf(fault: unknown): FetchError {
  if (fault instanceof NotAllowed) return { kind: 'refused', reason: 'address' };
  if (fault instanceof NoSuchHost) return { kind: 'no-such-host' };
  if (fault instanceof TooLarge) return { kind: 'too-large' };
  if (fault instanceof UnknownCoding) return { kind: 'bad-encoding' };
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (CERTIFICATE.test(code)) return { kind: 'certificate' };
  if (ENCODING.test(code)) return { kind: 'bad-encoding' };
  return { kind: 'unreachable' };
}
