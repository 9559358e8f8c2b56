import { type Bookmark, isInView, type UnixMs, type View } from '../domain';
import type { BookmarkRow, ListKeys } from './rows';

/** The field that a view's index begins with. */
export const SORT_FIELD = {
  unread: 'inUnread',
  all: 'inAll',
  favourites: 'inFavourites',
  archive: 'inArchive',
  trash: 'trashedAt',
} as const satisfies Record<View, Exclude<keyof ListKeys, 'inLabels'> | 'trashedAt'>;

type ViewKey = Exclude<keyof ListKeys, 'inLabels'>;
export type Unlisted = Bookmark & Pick<BookmarkRow, 'pageSaid' | 'canonicalKey'>;

/** The row with the list keys that its state asks for. */
export function toRow(bookmark: Unlisted): BookmarkRow {
  const { inUnread, inAll, inFavourites, inArchive, inLabels, ...plain }: BookmarkRow = bookmark;
  const key = (view: View, field: ViewKey): { [K in ViewKey]?: UnixMs } =>
    isInView(plain, view) ? { [field]: plain.created } : {};
  return {
    ...plain,
    ...key('unread', 'inUnread'),
    ...key('all', 'inAll'),
    ...key('favourites', 'inFavourites'),
    ...key('archive', 'inArchive'),
    ...(plain.trashedAt === null && plain.labels.length > 0
      ? { inLabels: plain.labels.map((label) => [label, plain.created, plain.id] as const) }
      : {}),
  };
}

/** The bookmark without what only the database needs. */
export function fromRow(row: BookmarkRow): Bookmark {
  const { inUnread, inAll, inFavourites, inArchive, inLabels, pageSaid, canonicalKey, ...rest } =
    row;
  return rest;
}
