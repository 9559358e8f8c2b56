/** Parses the media types of an `Accept` header with their quality values from 0 to 1. */
function qualityValues(accept: string): ReadonlyMap<string, number> {
  const wishes = new Map<string, number>();
  for (const part of accept.split(',')) {
    const [type = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q=/.test(parameter))?.slice(2);
    const wish = quality === undefined ? 1 : Number(quality);
    if (type !== '') wishes.set(type, Number.isNaN(wish) ? 0 : wish);
  }
  return wishes;
}

/** True if an `Accept` header names `type` itself. Wildcards don't count. */
export const namesType = (accept: string | null | undefined, type: string): boolean =>
  (qualityValues(accept ?? '').get(type) ?? 0) > 0;

export type ErrorMediaType = 'application/json' | 'text/html' | 'text/plain';

/**
 * Returns the media type of an error: JSON, unless `Accept` names HTML or text and not JSON
 * (protocol.md section 18). So browsers get a page and `fetch` gets JSON.
 */
export function errorTypeFor(accept: string | null | undefined): ErrorMediaType {
  const wishes = qualityValues(accept ?? '');
  const wish = (type: string) => wishes.get(type) ?? 0;
  const html = wish('text/html');
  const plain = Math.max(wish('text/plain'), wish('text/*'));
  if (wish('application/json') > 0 || (html === 0 && plain === 0)) return 'application/json';
  return html >= plain ? 'text/html' : 'text/plain';
}

/** The challenge of a 401 for an invalid token (protocol.md section 1). */
export const BEARER_CHALLENGE = 'Bearer realm="Bearer token"';
/** Sent first if the request had no credential. */
export const BASIC_CHALLENGE = 'Basic realm="Leafmark"';

/**
 * Returns the token in an `Authorization` header: after `Bearer`, or the password of `Basic` with
 * any user name. Returns null when there is none.
 */
export function readCredential(authorization: string | null | undefined): string | null {
  const [, scheme = '', value = ''] = /^\s*(\S+)\s+(\S+)\s*$/.exec(authorization ?? '') ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return value;
    case 'basic':
      return passwordOf(value);
    default:
      return null;
  }
}

function passwordOf(base64: string): string | null {
  try {
    const pair = atob(base64);
    const colon = pair.indexOf(':');
    return colon < 0 || colon === pair.length - 1 ? null : pair.slice(colon + 1);
  } catch {
    return null; // Not base64, so there is no credential.
  }
}

export type ContentCoding = 'gzip' | 'zstd';

/**
 * Formats a strong entity tag (RFC 9110 8.8.3). `value` contains no quotes and no hyphen. A
 * compressed body has a different tag, because its bytes differ.
 */
export const formatETag = (value: string, coding?: ContentCoding): string =>
  coding === undefined ? `"${value}"` : `"${value}-${coding}"`;

/**
 * True if an `If-None-Match` header contains `value`: with or without quotes, weak or strong, for
 * any coding (protocol.md sections 1 and 18).
 */
export function matchesETag(ifNoneMatch: string | null | undefined, value: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => bareValue(tag) === value);
}

function bareValue(tag: string): string | undefined {
  const opaque = tag.trim().replace(/^W\//i, '');
  const bare = /^"(.*)"$/.exec(opaque)?.[1] ?? opaque;
  return bare.split('-', 1)[0];
}
