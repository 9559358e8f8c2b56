import { type BookmarkId, VIEWS } from '../../domain';
import type { ListChoice } from '../bookmarks/list-store';

/** Where a person is in the library page, as its address says. */
export type Route =
  | { readonly kind: 'list'; readonly choice: ListChoice }
  | { readonly kind: 'read'; readonly id: BookmarkId }
  | { readonly kind: 'sync' }
  | { readonly kind: 'duplicates' };

/** The part of the address after `#`, made from the route. */
export function hashOf(route: Route): string {
  if (route.kind === 'sync' || route.kind === 'duplicates') return `#/${route.kind}`;
  if (route.kind === 'read') return `#/read/${encodeURIComponent(route.id)}`;
  const { view, label } = route.choice;
  return label === null ? `#/${view}` : `#/label/${encodeURIComponent(label)}`;
}

/** The route that an address names; the unread list for any that names none. */
export function routeOf(hash: string): Route {
  const [, place = '', name = ''] = hash.replace(/^#/, '').split('/');
  const decoded = decode(name);
  // Checked by the library when it is looked up: an id that is unknown opens nothing.
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
