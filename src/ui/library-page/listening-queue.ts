import type { Bookmark } from '../../domain/bookmark';
import type { BookmarkListModel } from '../bookmarks/list-model';
import { whenSet } from '../components/use-store';
import type { ListeningQueue } from '../listening/listening';

/**
 * Returns the pages of the list that is shown, in its order. A page that leaves the list while it is read
 * keeps its place.
 */
export async function listQueue(
  { list, library }: Pick<BookmarkListModel, 'list' | 'library'>,
  open: ListeningQueue['open'],
): Promise<ListeningQueue> {
  const { view } = list.choice.value;
  await whenSet(list.isFromLibrary);
  list.readWhole();
  await whenSet(list.isWhole);
  const ids = list.ids.value ?? [];
  const { bookmarks } = await library;
  return {
    open,
    async next(after) {
      const from = after === null ? 0 : ids.indexOf(after) + 1;
      for (const id of after !== null && from === 0 ? [] : ids.slice(from)) {
        const bookmark = await bookmarks.get(id);
        if (bookmark && isUnread(bookmark, view === 'archive')) return id;
      }
      return null;
    },
  };
}

/** True for a page with a text that has not been read to its end. */
const isUnread = (bookmark: Bookmark, isInArchive: boolean): boolean =>
  bookmark.trashedAt === null &&
  bookmark.content.kind === 'article' &&
  bookmark.readProgress < 100 &&
  bookmark.isArchived === isInArchive;
