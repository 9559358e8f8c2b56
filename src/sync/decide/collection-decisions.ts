import type { CollectionFields, CollectionId } from '../../domain';
import {
  type CollectionChanges,
  type CollectionDesk,
  type CollectionRow,
  fieldsOf,
  type JournalRow,
  type Library,
  type Written,
} from '../../library';
import { everyField } from '../collections/merge-collection';

/** What a person decides about a collection that the server refused; as for bookmarks. */
export interface CollectionDecisions {
  tryAgain(id: CollectionId): Written<void>;
  /** What the server never had is deleted; `takeBack` makes it again. */
  discard(id: CollectionId): Written<void>;
  keepOnlyHere(id: CollectionId): Written<void>;
}

export function createCollectionDecisions({ sync }: Pick<Library, 'sync'>): CollectionDecisions {
  const change = (id: CollectionId, work: (desk: CollectionDesk, row: CollectionRow) => void) =>
    sync.decideCollections((desk) => {
      const row = desk.get(id);
      if (row !== null) work(desk, row);
    });
  return {
    tryAgain: (id) => change(id, (desk, row) => desk.put({ ...row, refusal: null, attempts: 0 })),
    discard: (id) => change(id, discard),
    keepOnlyHere: (id) =>
      change(id, (desk, row) => {
        desk.put({ ...row, isKeptHere: true, base: null, tried: {}, refusal: null });
        desk.tell('kept-here', row);
      }),
  };
}

function discard(desk: CollectionDesk, row: CollectionRow): void {
  desk.tell('discarded', row, everyField(row));
  if (row.base === null) desk.remove(row.id);
  else desk.put({ ...row, ...row.base, deletedAt: null, tried: {}, refusal: null });
}

/** Puts in place again what does not stand; a collection that is gone is made again. */
export async function takeCollectionBack(
  { collections }: Pick<Library, 'collections'>,
  id: CollectionId,
  { kind, changes }: JournalRow,
): Written<unknown> {
  const values = changes.map(({ field, ours, theirs }) => [
    field,
    kind === 'merged' ? theirs : ours,
  ]);
  // What the journal holds of a field is a value of that field.
  const was = Object.fromEntries(values) as CollectionChanges;
  const there = await collections.get(id);
  if (there !== null || was.name === undefined) return collections.edit(id, was);
  return collections.create(fieldsOf(was as CollectionFields));
}
