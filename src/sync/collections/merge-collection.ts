import { COLLECTION_FIELDS, type CollectionFields } from '../../domain';
import { type CollectionRow, changesOf, isSameValue, type JournalChange } from '../../library';
import type { RemoteCollection } from './remote-collection';

export interface MergedCollection {
  readonly row: CollectionRow;
  /** What came from there. */
  readonly received: readonly JournalChange[];
  /** What both had changed; ours stands. */
  readonly kept: readonly JournalChange[];
}

/** Three-way, field by field, as bookmarks are: what waits to be sent stands, the rest is theirs. */
export function mergeCollection(row: CollectionRow, remote: RemoteCollection): MergedCollection {
  const theirs = toldFields(remote, row.base);
  const pending = changesOf(row);
  const received: JournalChange[] = [];
  const kept: JournalChange[] = [];
  const fields: Partial<Record<keyof CollectionFields, unknown>> = {};
  for (const field of COLLECTION_FIELDS) {
    const change = { field, ours: row[field], theirs: theirs[field] };
    const isNews = !isSameValue(theirs[field], row.base?.[field]);
    if (!isNews || isSameValue(theirs[field], row[field])) continue;
    if (!(field in pending)) {
      fields[field] = theirs[field];
      received.push(change);
    } else if (!isSameValue(theirs[field], row.tried[field])) kept.push(change);
  }
  // The fields are those of a collection, each with its own value.
  const taken = fields as Partial<CollectionFields>;
  return { row: { ...row, ...taken, base: theirs }, received, kept };
}

/** What the server has, where it does not tell a field as far as that is known. */
export const toldFields = (
  { fields: { note, ...fields } }: RemoteCollection,
  known: CollectionFields | null,
): CollectionFields => ({ ...fields, note: note ?? known?.note ?? '' });

/** Whether both show the same under the same name; being pinned is apart from that. */
export const isSameCollection = (a: CollectionFields, b: CollectionFields): boolean =>
  COLLECTION_FIELDS.every((field) => field === 'isPinned' || isSameValue(a[field], b[field]));

/** All of a collection, for a journal: what it was, before it is gone. */
export const everyField = (collection: CollectionFields): readonly JournalChange[] =>
  COLLECTION_FIELDS.map((field) => ({ field, ours: collection[field], theirs: null }));
