import type { BookmarkId, BookmarkPatch } from '../../domain';
import type { AccountKey } from '../../library/repository';
import type { DraftStorage } from './draft-store';

/** What a click asks of the library; to do it twice is to do it once. */
export type PendingAction =
  | { readonly kind: 'edit'; readonly id: BookmarkId; readonly patch: BookmarkPatch }
  | { readonly kind: 'trash' | 'restore' | 'purge'; readonly id: BookmarkId };

/**
 * What was clicked and is not yet known to be in the library. It is written at once: a popup that
 * closes takes its unfinished transactions with it.
 */
export interface PendingActions {
  /** Oldest first. */
  read(): readonly PendingAction[];
  keep(click: PendingAction): void;
  /** What was clicked is done, or it was said why not. */
  forget(click: PendingAction): void;
}

const keyOf = (account: AccountKey): string => `leafmark.pending.${account ?? ''}`;

/** Forgets what was clicked in a library that is removed. */
export const forgetPendingActions = (
  storage: Pick<Storage, 'removeItem'>,
  account: AccountKey,
): void => storage.removeItem(keyOf(account));

/** The mirror of the pending in the library of `account`. */
export function createPendingActions(storage: DraftStorage, account: AccountKey): PendingActions {
  const key = keyOf(account);
  const read = (): readonly PendingAction[] => {
    try {
      const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
      return Array.isArray(kept) ? kept.filter(isPendingAction) : [];
    } catch {
      return []; // Broken or refused: what the library has is what there is.
    }
  };
  const write = (pending: readonly PendingAction[]) => {
    try {
      if (pending.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(pending));
    } catch {
      // Full or refused: the library gets it too, and says so when it can't take it.
    }
  };
  return {
    read,
    keep: (click) => write([...read(), click]),
    forget(click) {
      const text = JSON.stringify(click);
      const kept = read();
      const place = kept.findIndex((each) => JSON.stringify(each) === text);
      write(kept.filter((_, at) => at !== place));
    },
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function isPendingAction(value: unknown): value is PendingAction {
  if (!isRecord(value) || typeof value.id !== 'string') return false;
  if (value.kind === 'edit') return isPatch(value.patch);
  return value.kind === 'trash' || value.kind === 'restore' || value.kind === 'purge';
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

/** Whether each field is one that a patch has. */
function isPatch(value: unknown): value is BookmarkPatch {
  const checks = new Map<string, Check>(Object.entries(PATCH_FIELDS));
  return isRecord(value) && Object.entries(value).every(([name, of]) => checks.get(name)?.(of));
}
