import {
  type BookmarkUpdated,
  type bookmarkUpdate,
  type FormInput,
  formatInstant,
} from '../../contract';
import { EDITABLE_FIELDS, pick } from '../../domain/bookmark-fields';
import { definedFields } from '../../domain/defined-fields';
import type { BookmarkChanges, ServerVersion } from '../../library';
import { fromWire, toWire } from '../merge/wire-names';

export type PatchBody = FormInput<typeof bookmarkUpdate>;

/** Converts changes to the body of a request. Unchanged fields are undefined. */
export function patchBody({ set, addLabels, removeLabels }: BookmarkChanges): PatchBody {
  const { published } = set;
  return {
    ...toWire(set),
    ...(published && { published: formatInstant(Date.parse(published)) }),
    ...(addLabels.length > 0 && { add_labels: addLabels }),
    ...(removeLabels.length > 0 && { remove_labels: removeLabels }),
  };
}

/** Returns the values of the sent fields from the response. */
export function fieldsOfResponse(answer: BookmarkUpdated): Partial<ServerVersion> {
  return definedFields(pick(fromWire(answer), [...EDITABLE_FIELDS, 'labels']));
}
