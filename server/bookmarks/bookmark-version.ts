import { BOOKMARK_STATE, formatETag, matchesETag } from '../../src/contract';
import { SECOND_MS } from '../../src/domain/time';
import { entityTagOf, lastModified } from '../http/cache-validators';
import type { CallerContext } from '../http/context';
import { refuse } from '../http/refusal';
import type { Server } from '../server';
import type { BookmarkRow } from '../storage';

/** The fields that name a version of a bookmark. */
type VersionedRow = Pick<BookmarkRow, 'id' | 'updated' | 'state'>;

/** The headers for conditional requests. */
export interface Validators {
  readonly ETag?: string;
  readonly 'Last-Modified'?: string;
}

/**
 * Answers about a bookmark with `answer`, with 404 without a row, and with 304 when the client has the
 * current version.
 * @param format the format of the response, if its address does not tell it
 */
export async function answerIfChanged<Row extends VersionedRow, Answer>(
  server: Pick<Server, 'version' | 'now'>,
  context: CallerContext,
  row: Row | null,
  answer: (row: Row, headers: Validators) => Answer | Promise<Answer>,
  format = '',
) {
  if (row === null) return refuse(404);
  const tag = bookmarkTag(server, context, row, format);
  if (tag === null) return answer(row, {});
  if (matchesETag(context.headers.get('if-none-match'), tag)) return { status: 304 } as const;
  return answer(row, { ETag: formatETag(tag), ...lastModified(row.updated, server.now()) });
}

/**
 * Returns the headers of a response to a change of a bookmark at its own address; its next version has
 * the same tag. The date is a second earlier, because another change may follow within the second.
 */
export function changedValidators(
  server: Pick<Server, 'version'>,
  context: CallerContext,
  row: VersionedRow,
): Validators {
  const tag = bookmarkTag(server, context, row, '');
  if (tag === null) return {};
  const date = new Date(row.updated - SECOND_MS).toUTCString();
  return { ETag: formatETag(tag), 'Last-Modified': date };
}

/**
 * Returns the entity tag of a bookmark at the caller's address, without making the response; null
 * while the page is loading, because the response then changes by itself (protocol.md section 7.3).
 */
function bookmarkTag(
  { version }: Pick<Server, 'version'>,
  { url }: Pick<CallerContext, 'url'>,
  { id, updated, state }: VersionedRow,
  format: string,
): string | null {
  if (state === BOOKMARK_STATE.loading) return null;
  return entityTagOf(`${version} ${id} ${updated} ${url.href} ${format}`);
}
