import { BOOKMARK_STATE, formatETag, matchesETag } from '../../src/contract';
import { lastModified, tagOf } from '../http/cache-validators';
import type { CallerContext } from '../http/context';
import type { Server } from '../server';
import type { BookmarkRow } from '../storage';

/**
 * The entity tag of what the caller's address says of a bookmark, known before it is said; null
 * while that can still change by itself (protocol.md section 7.3).
 */
export function bookmarkTag(
  { version }: Pick<Server, 'version'>,
  { url }: Pick<CallerContext, 'url'>,
  { id, updated, state }: Pick<BookmarkRow, 'id' | 'updated' | 'state'>,
): string | null {
  if (state === BOOKMARK_STATE.loading) return null;
  return tagOf(`${version} ${id} ${updated} ${url.href}`);
}

/** Tells whether the caller has the version with this tag. */
export const isKnown = ({ headers }: Pick<CallerContext, 'headers'>, tag: string | null): boolean =>
  tag !== null && matchesETag(headers.get('if-none-match'), tag);

/** The headers that let a client ask again without being sent the same. */
export const validators = (
  tag: string | null,
  { updated }: Pick<BookmarkRow, 'updated'>,
  { now }: Pick<Server, 'now'>,
) => (tag === null ? {} : { ETag: formatETag(tag), ...lastModified(updated, now()) });
