import type { Bookmark } from '../../domain/bookmark';
import type { SyncStatus, SyncStop } from '../../library';

/** The state that the toolbar button shows for a tab. */
export type BadgeState =
  | { readonly kind: 'attention' }
  /** The user tried to save a tab that shows no page, or one that the browser hides. */
  | { readonly kind: 'unsavable' }
  | { readonly kind: 'saving' }
  | {
      readonly kind: 'saved';
      readonly isArchived: boolean;
      readonly isAddressOnly: boolean;
      readonly highlights: number;
    }
  | { readonly kind: 'link-saved'; readonly title: string }
  /** Sync needs an action of the user. */
  | { readonly kind: 'sync-attention' }
  /** The number of changes that could not be sent yet. */
  | { readonly kind: 'waiting'; readonly count: number }
  | { readonly kind: 'plain' };

export interface Badge {
  /** Empty for no badge. */
  readonly text: '' | '!' | '…' | '✓' | `${number}` | '99+' | `↑${string}`;
  readonly colour: string;
  /** The state in words, as the button's title. */
  readonly title: string;
}

type Translate = (key: TitleKey, substitutions?: string[]) => string;
type TitleKey =
  | 'badgeAttention'
  | 'badgeNoPage'
  | 'badgeSaving'
  | 'badgeSaved'
  | 'badgeAddressSaved'
  | 'badgeArchived'
  | 'badgeHighlights'
  | 'badgeLinkSaved'
  | 'badgeSyncAttention'
  | 'badgeWaiting'
  | 'appName';

// White has a contrast of at least 4.5 on each colour.
const RED = '#b3261e';
const GREEN = '#1b7a3d';
const GREY = '#5f6368';

/** A badge has room for four characters. */
const MAX_BADGE_COUNT = 99;

const counted = (count: number): `${number}` | '99+' =>
  count > MAX_BADGE_COUNT ? `${MAX_BADGE_COUNT}+` : `${count}`;

/** The badge state of a bookmark with its number of highlights, or of none. A bookmark in the trash does not count as saved. */
export function bookmarkBadge(bookmark: Bookmark | null, highlights: number): BadgeState {
  return bookmark === null || bookmark.trashedAt !== null
    ? { kind: 'plain' }
    : {
        kind: 'saved',
        isArchived: bookmark.isArchived,
        isAddressOnly: bookmark.content.kind === 'address',
        highlights,
      };
}

/** The badge of a state, with its translated title. */
export function badgeOf(state: BadgeState, t: Translate): Badge {
  switch (state.kind) {
    case 'attention':
      return { text: '!', colour: RED, title: t('badgeAttention') };
    case 'unsavable':
      return { text: '!', colour: RED, title: t('badgeNoPage') };
    case 'saving':
      return { text: '…', colour: GREY, title: t('badgeSaving') };
    case 'saved':
      if (state.highlights > 0) {
        const count = counted(state.highlights);
        const colour = state.isArchived ? GREY : GREEN;
        return { text: count, colour, title: t('badgeHighlights', [count]) };
      }
      if (state.isArchived) return { text: '✓', colour: GREY, title: t('badgeArchived') };
      return {
        text: '✓',
        colour: GREEN,
        title: t(state.isAddressOnly ? 'badgeAddressSaved' : 'badgeSaved'),
      };
    case 'link-saved':
      return { text: '✓', colour: GREEN, title: t('badgeLinkSaved', [state.title]) };
    case 'sync-attention':
      return { text: '!', colour: RED, title: t('badgeSyncAttention') };
    case 'waiting': {
      const count = counted(state.count);
      return { text: `↑${count}`, colour: GREY, title: t('badgeWaiting', [count]) };
    }
    case 'plain':
      return { text: '', colour: GREY, title: t('appName') };
  }
}

interface SyncBadgeParts {
  /** Sets the default badge, for tabs that have none of their own. */
  readonly showDefault: (state: BadgeState) => void;
  /** Called after a sync that may have changed the library. */
  readonly onSynced: () => void;
}

/** Returns a function that shows each status of the sync; null: there is no account any more. */
export function createSyncBadge({ showDefault, onSynced }: SyncBadgeParts) {
  let shown = '';
  let syncedAt: SyncStatus['syncedAt'] | undefined;
  return (status: SyncStatus | null): void => {
    const badge: BadgeState = status === null ? { kind: 'plain' } : syncBadge(status);
    if (JSON.stringify(badge) !== shown) showDefault(badge);
    shown = JSON.stringify(badge);
    if (syncedAt !== undefined && status !== null && status.syncedAt !== syncedAt) onSynced();
    syncedAt = status?.syncedAt;
  };
}

/** True if only the user can fix the problem that stopped the sync. */
function needsUser(stop: SyncStop | null): boolean {
  switch (stop?.kind) {
    case 'signed-out':
    case 'not-allowed':
    case 'wrong-server':
    case 'forbidden':
    case 'refused':
    case 'quota':
    case 'server-lost-data':
      return true;
    default:
      return false;
  }
}

/** The badge for a sync status. Unsent changes are only shown after a sync failed to send them. */
export function syncBadge({ stop, attention, waiting }: SyncStatus): BadgeState {
  if (attention > 0 || needsUser(stop)) return { kind: 'sync-attention' };
  return stop !== null && waiting > 0 ? { kind: 'waiting', count: waiting } : { kind: 'plain' };
}
