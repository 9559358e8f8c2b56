import type { View } from '../domain';
import type { PlainKey } from './strings';

export const VIEW_NAMES = {
  unread: 'viewUnread',
  all: 'viewAll',
  favourites: 'viewFavourites',
  archive: 'viewArchive',
  trash: 'viewTrash',
} as const satisfies Record<View, PlainKey>;
