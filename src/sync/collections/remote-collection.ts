import type { CollectionInfo, collectionUpdate, FormInput } from '../../contract';
import { isEmptyValue } from '../../domain/bookmark-values';
import type { CollectionFields } from '../../domain/collection';
import type { UnixMs } from '../../domain/time';
import type { CollectionChanges } from '../../library';
import { instantOf } from '../merge/server-version';

export type CollectionBody = FormInput<typeof collectionUpdate>;

/** A collection as the server has it. */
export interface RemoteCollection {
  readonly serverId: string;
  /** null: the server does not report its filter by notes. */
  readonly fields: Omit<CollectionFields, 'note'> & { readonly note: string | null };
  readonly created: UnixMs;
  /** True if nobody has changed it since it was created. */
  readonly isUntouched: boolean;
}

/** Converts a collection of the service. */
export function remoteCollectionOf(info: CollectionInfo, reportsNotes: boolean): RemoteCollection {
  return {
    serverId: info.id,
    created: instantOf(info.created),
    isUntouched: info.created === info.updated,
    fields: {
      name: info.name,
      search: info.search,
      title: info.title,
      author: info.author,
      site: info.site,
      labels: info.labels,
      note: reportsNotes ? info.note : info.note || null,
      isPinned: info.is_pinned,
      types: info.type ?? [],
      readStatus: info.read_status ?? [],
      isFavourite: info.is_marked,
      isArchived: info.is_archived,
      isLoaded: info.is_loaded,
      hasErrors: info.has_errors,
      hasLabels: info.has_labels,
      hasAnnotations: info.has_annotations,
      rangeStart: info.range_start,
      rangeEnd: info.range_end,
    },
  };
}

/**
 * Converts changes to the body of a request. null removes a filter; undefined fields stay
 * unchanged.
 */
export const collectionBody = (changes: CollectionChanges): CollectionBody => ({
  name: changes.name,
  is_pinned: changes.isPinned,
  search: filter(changes.search),
  title: filter(changes.title),
  author: filter(changes.author),
  site: filter(changes.site),
  labels: filter(changes.labels),
  note: filter(changes.note),
  type: filter(changes.types),
  read_status: filter(changes.readStatus),
  is_marked: changes.isFavourite,
  is_archived: changes.isArchived,
  is_loaded: changes.isLoaded,
  has_errors: changes.hasErrors,
  has_labels: changes.hasLabels,
  has_annotations: changes.hasAnnotations,
  range_start: filter(changes.rangeStart),
  range_end: filter(changes.rangeEnd),
});

const filter = <T>(value: T): T | null => (isEmptyValue(value) ? null : value);
