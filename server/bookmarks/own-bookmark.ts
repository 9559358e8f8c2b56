import type { Caller } from '../http/context';
import type { Server } from '../server';
import type { BookmarkRow } from '../storage';

/** The bookmark that `caller` means; null when there is none. Another user's is as if it were not there. */
export const ownBookmark = (
  { storage }: Pick<Server, 'storage'>,
  { user }: Pick<Caller, 'user'>,
  id: string,
): Promise<BookmarkRow | null> => storage.bookmarks.find(user.id, id);
