import { type BookmarkId, type HighlightId, VIEWS } from '../../domain';
import type { ListChoice } from '../bookmarks/list-store';

/** The location within the library page, as its address has it. */
export type Route =
  | { readonly kind: 'list'; readonly choice: ListChoice }
  /** The reader, at a highlight if `highlight` is not null. */
  | { readonly kind: 'read'; readonly id: BookmarkId; readonly highlight: HighlightId | null }
  /** All highlights, or those without a certain place. */
  | { readonly kind: 'highlights'; readonly isDetached: boolean }
  | { readonly kind: 'sync' }
  | { readonly kind: 'duplicates' };

/** Returns the part of the address from `#` on. */
export function hashOf(route: Route): string {
  if (route.kind === 'sync' || route.kind === 'duplicates') return `#/${route.kind}`;
  if (route.kind === 'highlights') return `#/highlights${route.isDetached ? '/detached' : ''}`;
  if (route.kind === 'read') {
    const path = route.highlight === null ? [route.id] : [route.id, route.highlight];
    return `#/read/${path.map(encodeURIComponent).join('/')}`;
  }
  const { view, label } = route.choice;
  return label === null ? `#/${view}` : `#/label/${encodeURIComponent(label)}`;
}

/** Parses the part of the address from `#` on. Unknown routes lead to the unread list. */
export function routeOf(hash: string): Route {
  const [, place = '', name = '', part = ''] = hash.replace(/^#/, '').split('/');
  const decoded = decode(name);
  // Not validated here: an unknown id opens nothing when the library looks it up.
  if (place === 'read' && decoded) {
    const highlight = (decode(part) || null) as HighlightId | null;
    return { kind: 'read', id: decoded as BookmarkId, highlight };
  }
  if (place === 'highlights') return { kind: place, isDetached: name === 'detached' };
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
