import type { CollectionInfo, collectionUpdate, FormInput } from '../../contract';
import type { CollectionFields, UnixMs } from '../../domain';
import type { CollectionChanges } from '../../library';
import { instantOf } from '../merge/server-version';

export type CollectionBody = FormInput<typeof collectionUpdate>;

/** A collection as a server has it. */
export interface RemoteCollection {
  readonly serverId: string;
  /** null where the server does not tell its filter by notes. */
  readonly fields: Omit<CollectionFields, 'note'> & { readonly note: string | null };
  readonly created: UnixMs;
  /** Nobody has changed it since it was made. */
  readonly isUntouched: boolean;
}

/** A collection of a server in our words. */
export function remoteCollectionOf(info: CollectionInfo, tellsNotes: boolean): RemoteCollection {
  const { name, search, title, author, site, labels, note } = info;
  return {
    serverId: info.id,
    created: instantOf(info.created),
    isUntouched: info.created === info.updated,
    fields: {
      ...{ name, search, title, author, site, labels },
      note: tellsNotes ? note : note || null,
      isPinned: info.is_pinned,
      types: info.type ?? [],
      readStatus: info.read_status ?? [],
      isFavourite: info.is_marked,
      isArchived: info.is_archived,
      isLoaded: info.is_loaded,
      hasErrors: info.has_errors,
      hasLabels: info.has_labels,
      rangeStart: info.range_start,
      rangeEnd: info.range_end,
    },
  };
}

/** What of a collection is to be set, in the words of the service; null takes a filter away. */
export function collectionBody(changes: CollectionChanges): CollectionBody {
  const { name, isPinned, types, readStatus, isFavourite, isArchived, isLoaded } = changes;
  const { search, title, author, site, labels, note, rangeStart, rangeEnd } = changes;
  const texts = {
    search,
    title,
    author,
    site,
    labels,
    note,
    range_start: rangeStart,
    range_end: rangeEnd,
  };
  return {
    ...(name !== undefined && { name }),
    ...(isPinned !== undefined && { is_pinned: isPinned }),
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([key, text]) =>
        text === undefined ? [] : [[key, text || null]],
      ),
    ),
    ...(types !== undefined && { type: types.length > 0 ? types : null }),
    ...(readStatus !== undefined && { read_status: readStatus.length > 0 ? readStatus : null }),
    ...(isFavourite !== undefined && { is_marked: isFavourite }),
    ...(isArchived !== undefined && { is_archived: isArchived }),
    ...(isLoaded !== undefined && { is_loaded: isLoaded }),
    ...(changes.hasErrors !== undefined && { has_errors: changes.hasErrors }),
    ...(changes.hasLabels !== undefined && { has_labels: changes.hasLabels }),
  };
}
