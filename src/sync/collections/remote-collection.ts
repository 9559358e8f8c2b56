import type { CollectionInfo, collectionUpdate, FormInput } from '../../contract';
import { isEmptyValue } from '../../domain/bookmark-values';
import { COLLECTION_FIELDS, type CollectionFields } from '../../domain/collection';
import type { UnixMs } from '../../domain/time';
import type { CollectionChanges } from '../../library';
import { instantOf } from '../merge/server-version';
import { wireNames } from '../merge/wire-names';

/** A collection as the server has it. */
export interface RemoteCollection {
  readonly serverId: string;
  /** null: the server does not report its filter by notes. */
  readonly fields: Omit<CollectionFields, 'note'> & { readonly note: string | null };
  readonly created: UnixMs;
  /** True if nobody has changed it since it was created. */
  readonly isUntouched: boolean;
}

const { fromWire, toWire } = wireNames(COLLECTION_FIELDS);

/** Converts a collection of the service. */
export const remoteCollectionOf = (
  info: CollectionInfo,
  reportsNotes: boolean,
): RemoteCollection => ({
  serverId: info.id,
  created: instantOf(info.created),
  isUntouched: info.created === info.updated,
  fields: {
    ...fromWire(info),
    types: info.type ?? [],
    readStatus: info.read_status ?? [],
    note: reportsNotes ? info.note : info.note || null,
  },
});

/**
 * Converts changes to the body of a request. null removes a filter; absent fields stay unchanged.
 */
export function collectionBody(changes: CollectionChanges): FormInput<typeof collectionUpdate> {
  const values = Object.entries(changes).map(([field, value]) => [
    field,
    isEmptyValue(value) ? null : value,
  ]);
  // Only filters can be empty.
  return toWire(Object.fromEntries(values) as CollectionChanges);
}
