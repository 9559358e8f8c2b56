import type { CollectionInfo, collectionUpdate, FormInput } from '../../contract';
import type { CollectionFields, UnixMs } from '../../domain';
import type { CollectionChanges } from '../../library';
import { isEmptyValue } from '../merge/same-field';
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

/**
 * What of a collection is to be set, in the words of the service; null takes a filter away, and what
 * is undefined stays as it is.
 */
export function collectionBody(changes: CollectionChanges): CollectionBody {
  const { name, isPinned, types, readStatus, isFavourite, isArchived, isLoaded } = changes;
  const { search, title, author, site, labels, note, rangeStart, rangeEnd } = changes;
  return {
    ...{ name, is_pinned: isPinned, is_marked: isFavourite, is_archived: isArchived },
    ...{ is_loaded: isLoaded, has_errors: changes.hasErrors, has_labels: changes.hasLabels },
    ...{ search: filter(search), title: filter(title), author: filter(author) },
    ...{ site: filter(site), labels: filter(labels), note: filter(note) },
    ...{ range_start: filter(rangeStart), range_end: filter(rangeEnd) },
    ...{ type: filter(types), read_status: filter(readStatus) },
  };
}

const filter = <T>(value: T): T | null => (isEmptyValue(value) ? null : value);
