import { type BookmarkId, VIEWS } from '../../domain';
import type { ListChoice } from '../bookmarks/list-store';

/** The location within the library page, as its address has it. */
export type Route =
  | { readonly kind: 'list'; readonly choice: ListChoice }
  | { readonly kind: 'read'; readonly id: BookmarkId }
  | { readonly kind: 'sync' }
  | { readonly kind: 'duplicates' };

/** Returns the part of the address from `#` on. */
export function hashOf(route: Route): string {
  if (route.kind === 'sync' || route.kind === 'duplicates') return `#/${route.kind}`;
  if (route.kind === 'read') return `#/read/${encodeURIComponent(route.id)}`;
  const { view, label } = route.choice;
  return label === null ? `#/${view}` : `#/label/${encodeURIComponent(label)}`;
}

/** Parses the part of the address from `#` on. Unknown routes lead to the unread list. */
export function routeOf(hash: string): Route {
  const [, place = '', name = ''] = hash.replace(/^#/, '').split('/');
  const decoded = decode(name);
  // Not validated here: an unknown id opens nothing when the library looks it up.
  if (place === 'read' && decoded) return { kind: 'read', id: decoded as BookmarkId };
  if (place === 'sync' || place === 'duplicates') return { kind: place };
  if (place === 'label' && decoded) {
    return { kind: 'list', choice: { view: 'all', label: decoded } };
  }
  const view = VIEWS.find((each) => each === place) ?? 'unread';
  return { kind: 'list', choice: { view, label: null } };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return ''; // A stray % that somebody typed.
  }
}
