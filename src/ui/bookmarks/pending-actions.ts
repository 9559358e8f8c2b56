import type { BookmarkId, BookmarkPatch, UnixMs } from '../../domain';
import type { AccountKey } from '../../library/repository';
import { createMirror, isRecord, libraryMirrorKey, type MirrorStorage } from '../mirror';

/** A change of a bookmark. Doing it twice has the same effect as doing it once. */
export type PendingAction =
  | { readonly kind: 'edit'; readonly id: BookmarkId; readonly patch: BookmarkPatch }
  /** Undoes an edit by its patch, except what was changed since. */
  | {
      readonly kind: 'undo';
      readonly id: BookmarkId;
      readonly patch: BookmarkPatch;
      readonly inverse: BookmarkPatch;
    }
  | { readonly kind: 'trash' | 'purge'; readonly id: BookmarkId }
  /** With `trashedAt`, it undoes that deletion and no later one. */
  | { readonly kind: 'restore'; readonly id: BookmarkId; readonly trashedAt?: UnixMs };

/**
 * The actions that may not be in the library yet. They are stored at once, because a popup that
 * closes takes its unfinished transactions with it.
 */
export interface PendingActions {
  /** Oldest first. */
  read(): readonly PendingAction[];
  add(action: PendingAction): void;
  /** Removes an action that is done, or whose failure was reported. */
  remove(action: PendingAction): void;
}

/** The pending actions in the library of `account`. */
export function createPendingActions(storage: MirrorStorage, account: AccountKey): PendingActions {
  const mirror = createMirror(
    storage,
    libraryMirrorKey('pending', account),
    (stored): readonly PendingAction[] =>
      Array.isArray(stored) ? stored.filter(isPendingAction) : [],
  );
  return {
    read: mirror.read,
    add: (action) => mirror.write([...mirror.read(), action]),
    remove(action) {
      const text = JSON.stringify(action);
      const actions = mirror.read();
      const position = actions.findIndex((each) => JSON.stringify(each) === text);
      const left = actions.filter((_, at) => at !== position);
      if (left.length === 0) mirror.clear();
      else mirror.write(left);
    },
  };
}

function isPendingAction(value: unknown): value is PendingAction {
  if (!isRecord(value) || typeof value.id !== 'string') return false;
  if (value.kind === 'edit') return isPatch(value.patch);
  if (value.kind === 'undo') return isPatch(value.patch) && isPatch(value.inverse);
  if (value.kind === 'restore')
    return value.trashedAt === undefined || Number.isFinite(value.trashedAt);
  return value.kind === 'trash' || value.kind === 'purge';
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const areTexts: Check = (value) => Array.isArray(value) && value.every(isText);

const PATCH_FIELDS: Readonly<Record<keyof BookmarkPatch, Check>> = {
  title: isText,
  siteName: isText,
  authors: areTexts,
  published: (value) => value === null || isText(value),
  isFavourite: isFlag,
  isArchived: isFlag,
  readProgress: Number.isFinite,
  readAnchor: isText,
  addLabels: areTexts,
  removeLabels: areTexts,
};

/** Returns true when every field is one of a patch, with a valid value. */
function isPatch(value: unknown): value is BookmarkPatch {
  const checks = new Map<string, Check>(Object.entries(PATCH_FIELDS));
  return isRecord(value) && Object.entries(value).every(([name, of]) => checks.get(name)?.(of));
}
