import type { BookmarkId, BookmarkPatch } from '../../domain/bookmark';
import { EDITABLE_FIELDS, isValueOf } from '../../domain/bookmark-fields';
import type { AccountKey, GroupId } from '../../library';
import { createMirror, isRecord, libraryMirrorKey, type MirrorStorage } from '../mirror';

/** A change of a bookmark, or the undo of one. Doing it twice has the same effect as doing it once. */
export type PendingAction =
  | { readonly kind: 'edit'; readonly id: BookmarkId; readonly patch: BookmarkPatch }
  | { readonly kind: 'trash' | 'restore' | 'purge'; readonly id: BookmarkId }
  | { readonly kind: 'undo'; readonly group: GroupId };

/** The pending actions in the library of `account`. */
export function createPendingActions(storage: MirrorStorage, account: AccountKey) {
  const mirror = createMirror(
    storage,
    libraryMirrorKey('pending', account),
    (stored): readonly PendingAction[] =>
      Array.isArray(stored) ? stored.filter(isPendingAction) : [],
  );
  return {
    /** Oldest first. */
    read: mirror.read,
    add: (action: PendingAction) => mirror.write([...mirror.read(), action]),
    /** Removes an action that is done, or whose failure was reported. */
    remove(action: PendingAction) {
      const text = JSON.stringify(action);
      const actions = mirror.read();
      const position = actions.findIndex((each) => JSON.stringify(each) === text);
      const left = actions.filter((_, at) => at !== position);
      if (left.length === 0) mirror.clear();
      else mirror.write(left);
    },
  };
}

/**
 * The actions that may not be in the library yet. They are stored at once, because a popup that
 * closes takes its unfinished transactions with it.
 */
export type PendingActions = ReturnType<typeof createPendingActions>;

function isPendingAction(value: unknown): value is PendingAction {
  if (!isRecord(value)) return false;
  if (value.kind === 'undo') return Number.isInteger(value.group);
  if (typeof value.id !== 'string') return false;
  if (value.kind === 'edit') return isPatch(value.patch);
  return value.kind === 'trash' || value.kind === 'restore' || value.kind === 'purge';
}

/** Returns true when every field is one of a patch, with a valid value. */
function isPatch(value: unknown): value is BookmarkPatch {
  if (!isRecord(value)) return false;
  return Object.entries(value).every(([name, of]) => {
    if (name === 'addLabels' || name === 'removeLabels') return isValueOf('labels', of);
    const field = EDITABLE_FIELDS.find((each) => each === name);
    return field !== undefined && isValueOf(field, of);
  });
}
