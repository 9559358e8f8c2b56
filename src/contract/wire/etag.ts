export type ContentCoding = 'gzip' | 'zstd';

/**
 * A strong entity tag (RFC 9110 8.8.3). `value` has no quotes and no hyphen; a compressed body has
 * another tag than a plain one, as its bytes differ.
 */
export const formatETag = (value: string, coding?: ContentCoding): string =>
  coding === undefined ? `"${value}"` : `"${value}-${coding}"`;

/**
 * Whether an `If-None-Match` header names `value`: with or without quotes, weak or strong, and
 * whatever coding the client got it with (protocol.md sections 1 and 18).
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
