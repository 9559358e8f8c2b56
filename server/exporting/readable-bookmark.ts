import { err, ok, type Result } from '../../src/domain';
import type { Caller } from '../http/context';
import { type Refusal, refuse } from '../http/refusal';
import type { Server } from '../server';
import type { BookmarkRow } from '../storage';

/** A bookmark that can be given away: it is there, and the page was read (protocol.md section 18). */
export async function readableBookmark(
  { storage }: Pick<Server, 'storage'>,
  { user }: Pick<Caller, 'user'>,
  id: string,
): Promise<Result<BookmarkRow, Refusal>> {
  const bookmark = await storage.bookmarks.find(user.id, id);
  if (bookmark === null) return err(refuse(404));
  if (bookmark.state === 2) return err(refuse(404, 'the bookmark is still being loaded'));
  return ok(bookmark);
}
