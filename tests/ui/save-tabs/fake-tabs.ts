import { vi } from 'vitest';
import type { BookmarkId } from '../../../src/domain/bookmark';
import type { PageState } from '../../../src/domain/page-state';
import type { OpenTabs } from '../../../src/ui/save-tabs/save-tabs-store';

type Saved = Extract<PageState, { kind: 'saved' }>;

export const savedAs = (url: string, more: Partial<Saved> = {}): Saved => ({
  kind: 'saved',
  bookmarkId: 'b' as BookmarkId,
  url,
  title: url,
  outcome: 'created',
  undoLeftMs: 0,
  addressOnly: null,
  isPrivateWindow: false,
  ...more,
});

/** The tabs of a window. */
export const fakeTabs = (urls: readonly string[], isAllowed = true) => ({
  isAllowed: vi.fn(async () => isAllowed),
  request: vi.fn(async () => true),
  release: vi.fn(async () => true),
  list: vi.fn(async () => urls.map((url, id) => ({ id, url, title: `Page ${id}` }))),
  requestSites: vi.fn<OpenTabs['requestSites']>(async () => ['*://new.example/*']),
  releaseSites: vi.fn(async () => {}),
  wake: vi.fn(async () => {}),
});
