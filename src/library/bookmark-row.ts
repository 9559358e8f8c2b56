import { type Bookmark, isInView, type UnixMs, type View } from '../domain';
import type { BookmarkRow, ListKeys } from './rows';

/** The field that a view's index begins with. */
export const SORT_FIELD = {
  unread: 'inUnread',
  all: 'inAll',
  favourites: 'inFavourites',
  archive: 'inArchive',
  trash: 'trashedAt',
} as const satisfies Record<View, keyof ListKeys | 'trashedAt'>;

type Unlisted = Bookmark & Pick<BookmarkRow, 'pageSaid'>;

/** The row with the list keys that its state asks for. */
export function toRow(bookmark: Unlisted): BookmarkRow {
  const { inUnread, inAll, inFavourites, inArchive, ...plain }: BookmarkRow = bookmark;
  const key = (view: View, field: keyof ListKeys): { [K in keyof ListKeys]?: UnixMs } =>
    isInView(plain, view) ? { [field]: plain.created } : {};
  return {
    ...plain,
    ...key('unread', 'inUnread'),
    ...key('all', 'inAll'),
    ...key('favourites', 'inFavourites'),
    ...key('archive', 'inArchive'),
  };
}

/** The bookmark without what only the database needs. */
export function fromRow(row: BookmarkRow): Bookmark {
  const { inUnread, inAll, inFavourites, inArchive, pageSaid, ...bookmark } = row;
  return bookmark;
}
