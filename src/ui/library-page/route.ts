import { type BookmarkId, VIEWS } from '../../domain/bookmark';
import type { CollectionId } from '../../domain/collection';
import type { HighlightId } from '../../domain/highlight';
import { addressIn, type SharedPage } from '../../domain/shared-page';
import type { ListChoice } from '../bookmarks/list-store';
import type { HighlightTab } from '../highlights/views/highlights-page';
import { TOOL_LIST, TOOLS, type Tool } from './tools';

/** The location within the library page, as its address has it. */
export type Route =
  | { readonly kind: 'list'; readonly choice: ListChoice }
  /** The results of a search. */
  | { readonly kind: 'search'; readonly text: string }
  /** A collection. `text` is another search than its own that is being tried; null: its own. */
  | { readonly kind: 'collection'; readonly id: CollectionId; readonly text: string | null }
  /** The reader, at a highlight if `highlight` is not null. */
  | { readonly kind: 'read'; readonly id: BookmarkId; readonly highlight: HighlightId | null }
  | { readonly kind: 'highlights'; readonly tab: HighlightTab }
  /** *Add a page*, with the page that was given; null: none. */
  | { readonly kind: 'add'; readonly page: SharedPage | null }
  | { readonly kind: 'sync' | 'tools' | Tool };

/** A place of the page other than the reader. */
export type RouteBehind = Exclude<Route, { kind: 'read' }>;

/** True for a place that shows the results of a search. */
export const isSearch = ({ kind }: Route): boolean => kind === 'search' || kind === 'collection';

export const isTool = ({ kind }: Route): boolean => Object.hasOwn(TOOLS, kind);

const HIGHLIGHT_TABS: readonly HighlightTab[] = ['all', 'review', 'detached', 'deleted'];

/** The places whose address is their name. */
const NAMED_ROUTES = ['sync', 'tools', ...TOOL_LIST.map(([tool]) => tool)] as const;

/** Returns the part of the address from `#` on. */
export function hashOfRoute(route: Route): string {
  if (route.kind === 'search') return `#/search/${encodeURIComponent(wellFormed(route.text))}`;
  if (route.kind === 'collection') {
    const { id, text } = route;
    const path = text === null ? [id] : [id, wellFormed(text)];
    return `#/collection/${path.map(encodeURIComponent).join('/')}`;
  }
  if (route.kind === 'highlights')
    return `#/highlights${route.tab === 'all' ? '' : `/${route.tab}`}`;
  if (route.kind === 'read') {
    const path = route.highlight === null ? [route.id] : [route.id, route.highlight];
    return `#/read/${path.map(encodeURIComponent).join('/')}`;
  }
  if (route.kind === 'add') {
    const path = route.page === null ? [] : [route.page.url, wellFormed(route.page.title)];
    return ['#/add', ...path.map(encodeURIComponent)].join('/');
  }
  if (route.kind !== 'list') return `#/${route.kind}`;
  const { view, label } = route.choice;
  return label === null ? `#/${view}` : `#/label/${encodeURIComponent(label)}`;
}

/** Returns the address of a page in the reader, at a highlight if it is not null. */
export const readHref = (id: BookmarkId, highlight: HighlightId | null): string =>
  hashOfRoute({ kind: 'read', id, highlight });

export const pageHref = (id: BookmarkId): string => readHref(id, null);

/** Parses the part of the address from `#` on. Unknown routes lead to the unread list. */
export function routeOf(hash: string): Route {
  const [, place = '', name = '', part] = hash.replace(/^#/, '').split('/');
  const decoded = decode(name);
  // Not validated here: an unknown id opens nothing when the library looks it up.
  if (place === 'read' && decoded) {
    const highlight = (decode(part ?? '') || null) as HighlightId | null;
    return { kind: 'read', id: decoded as BookmarkId, highlight };
  }
  if (place === 'collection' && decoded) {
    const text = part === undefined ? null : decode(part);
    return { kind: place, id: decoded as CollectionId, text };
  }
  if (place === 'search') return { kind: place, text: decoded };
  if (place === 'add') {
    const url = addressIn(decoded);
    return { kind: place, page: url === null ? null : { url, title: decode(part ?? '') } };
  }
  if (place === 'highlights') {
    return { kind: place, tab: HIGHLIGHT_TABS.find((tab) => tab === name) ?? 'all' };
  }
  const named = NAMED_ROUTES.find((each) => each === place);
  if (named !== undefined) return { kind: named };
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

/** Replaces halves of characters, which an address cannot have. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');
