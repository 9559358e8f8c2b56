import { describe, expect, it } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { CollectionId } from '../../../src/domain/collection';
import type { HighlightId } from '../../../src/domain/highlight';
import { hashOfRoute, isTool, type Route, routeOf } from '../../../src/ui/library-page/route';
import { TOOL_LIST } from '../../../src/ui/library-page/tools';

describe('the address of the library page', () => {
  it.each<[string, Route]>([
    ['#/favourites', { kind: 'list', choice: { view: 'favourites', label: null } }],
    ['#/label/to%20read%2Fnow', { kind: 'list', choice: { view: 'all', label: 'to read/now' } }],
    ['#/read/b1', { kind: 'read', id: 'b1' as BookmarkId, highlight: null }],
    ['#/read/b1/h1', { kind: 'read', id: 'b1' as BookmarkId, highlight: 'h1' as HighlightId }],
    ['#/highlights', { kind: 'highlights', tab: 'all' }],
    ['#/highlights/detached', { kind: 'highlights', tab: 'detached' }],
    ['#/highlights/deleted', { kind: 'highlights', tab: 'deleted' }],
    ['#/collection/c1', { kind: 'collection', id: 'c1' as CollectionId, text: null }],
    ['#/collection/c1/', { kind: 'collection', id: 'c1' as CollectionId, text: '' }],
    ['#/collection/c1/a%2Fb', { kind: 'collection', id: 'c1' as CollectionId, text: 'a/b' }],
    ['#/sync', { kind: 'sync' }],
    ['#/tools', { kind: 'tools' }],
    ...TOOL_LIST.map(([kind]): [string, Route] => [`#/${kind}`, { kind }]),
  ])('maps %s to a route, and the route to that address', (hash, route) => {
    expect(routeOf(hash)).toEqual(route);
    expect(hashOfRoute(route)).toBe(hash);
  });

  it('knows the pages of tools', () => {
    expect(TOOL_LIST.map(([kind]) => isTool({ kind }))).not.toContain(false);
    expect(isTool({ kind: 'tools' })).toBe(false);
    expect(isTool({ kind: 'sync' })).toBe(false);
  });

  it.each(['', '#', '#/', '#/nowhere', '#/read/', '#/label/', '#/label/%E0%A4%A', '#unread'])(
    'maps %s to the unread list',
    (hash) => {
      expect(routeOf(hash)).toEqual({ kind: 'list', choice: { view: 'unread', label: null } });
    },
  );
});
