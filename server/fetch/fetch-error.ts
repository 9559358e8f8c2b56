/** Why something was not fetched. Trying again later can help with the last four. */
export type FetchError =
  /** Not an address that may be asked at all. */
  | { readonly kind: 'refused'; readonly why: 'scheme' | 'credentials' | 'address' }
  | { readonly kind: 'too-many-redirects' }
  /** More bytes than are read, packed or unpacked. */
  | { readonly kind: 'too-large' }
  /** Packed in a way that it is not, or that nobody asked for. */
  | { readonly kind: 'bad-encoding' }
  /** The other side can't show that it is who it says. */
  | { readonly kind: 'certificate' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'no-such-host' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timeout' };

export type RefusedWhy = Extract<FetchError, { kind: 'refused' }>['why'];

/** Ends a connection before it is made: nothing was sent. */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
}

/** The name leads nowhere. */
export class NoSuchHost extends Error {
  override readonly name = 'NoSuchHost';
}

/** More bytes came than are read. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** @see https://nodejs.org/api/errors.html, `ERR_TLS_…`; https://docs.openssl.org, X509_V_ERR_… */
const CERTIFICATE = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/;
/** Of zlib, brotli and zstd. */
const ENCODING = /^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT|ERR_PADDING|ZSTD_|ERR_ZSTD)/;

/** Converts an exception to a fetch error. */
export function fetchErrorOf(fault: unknown): FetchError {
  if (fault instanceof NotAllowed) return { kind: 'refused', why: 'address' };
  if (fault instanceof NoSuchHost) return { kind: 'no-such-host' };
  if (fault instanceof TooLarge) return { kind: 'too-large' };
  const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
  if (CERTIFICATE.test(code)) return { kind: 'certificate' };
  if (ENCODING.test(code)) return { kind: 'bad-encoding' };
  return { kind: 'unreachable' };
}
