import { signal } from '@preact/signals';
import { act, render, waitFor } from '@testing-library/preact';
import { vi } from 'vitest';
import type { Bookmark } from '../../../src/domain/bookmark';
import type { HighlightId } from '../../../src/domain/highlight';
import { DEFAULT_SETTINGS, type Settings } from '../../../src/domain/settings';
import { type Library, type NewPage, recentChanges } from '../../../src/library';
import { createBookmarkActions, createCarrier } from '../../../src/ui/bookmarks/bookmark-actions';
import { createAct } from '../../../src/ui/components/act';
import { painted } from '../../../src/ui/components/timers';
import { createToastStore } from '../../../src/ui/components/toasts';
import { Reader } from '../../../src/ui/reader/reader';
import type { ReaderDeps } from '../../../src/ui/reader/reader-deps';
import { type PageParts, page, testLibrary, value } from '../../library/library';
import { fakeBackground } from '../fake-background';

/** A settings store in memory. It applies a change at once, as the real one does. */
export function memorySettings(settings: Settings = DEFAULT_SETTINGS): ReaderDeps['settings'] {
  const current = signal(settings);
  return {
    settings: current,
    update({ reader, listening, ...rest }) {
      const before = current.value;
      current.value = {
        ...before,
        ...rest,
        reader: { ...before.reader, ...reader },
        listening: { ...before.listening, ...listening },
      };
    },
  };
}

export async function readerDeps() {
  const { library, tables } = await testLibrary();
  const isAllowed = signal<boolean | null>(false);
  const background = fakeBackground();
  const toasts = createToastStore();
  const imageAccess = {
    isAllowed,
    request: vi.fn(async () => true),
    revoke: vi.fn(async () => {}),
  };
  const act = createAct({ toasts, background, undo: library.part(recentChanges).undo });
  const { carry } = createCarrier({
    library: Promise.resolve(library),
    pending: { read: () => [], add() {}, remove() {} },
  });
  const actions = createBookmarkActions({ act, carry });
  const settings = memorySettings();
  return {
    library,
    tables,
    background,
    act,
    toasts,
    actions,
    settings,
    capturing: { background, imageAccess },
  };
}

export type TestDeps = Awaited<ReturnType<typeof readerDeps>>;

/** Saves a page, as the background does. */
export async function save(library: Library, saved: NewPage): Promise<Bookmark> {
  return value(await library.bookmarks.save(saved)).bookmark;
}

/** Opens a bookmark in the reader and waits until it is shown with its text, if it has one. */
export async function openReader(
  deps: ReaderDeps,
  bookmark: Pick<Bookmark, 'id'>,
  highlightId: HighlightId | null = null,
) {
  const onBack = vi.fn();
  const onOpenInTab = vi.fn();
  const onEdit = vi.fn();
  const view = render(
    <Reader
      deps={deps}
      bookmarkId={bookmark.id}
      highlightId={highlightId}
      onBack={onBack}
      onEdit={onEdit}
      onOpenInTab={onOpenInTab}
    />,
  );
  await view.findByRole('heading', { level: 1 });
  await waitFor(() => {
    const isRead = view.container.querySelector('.article > *, .reader-text[data-empty="true"]');
    if (isRead === null) throw new Error('The article is not there yet');
  });
  // The highlights and the end of the article come after the paint.
  await act(painted);
  return { ...view, onBack, onEdit, onOpenInTab };
}

/** Saves an article and opens it. The result contains its root. */
export async function openArticle(parts: PageParts, existing?: TestDeps) {
  const deps = existing ?? (await readerDeps());
  const bookmark = await save(deps.library, page(parts));
  const view = await openReader(deps, bookmark);
  const root = view.container.querySelector<HTMLElement>('.article')!;
  return { ...view, deps, bookmark, root };
}
