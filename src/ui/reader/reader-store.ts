import { computed, signal } from '@preact/signals';
import type { Article } from '../../domain/article';
import type { Bookmark, BookmarkId } from '../../domain/bookmark';
import type { Library, LibraryError } from '../../library';
import { into } from '../components/signals';
import { painted } from '../components/timers';
import type { ReadingPlace } from './reading-place';

/**
 * The state of the reader. `article` is undefined until it has been read, and null when only the
 * address is stored or the text is lost.
 */
type ReaderState =
  | { readonly kind: 'loading' }
  /** Deleted for good, perhaps in another window while it was being read. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'ready';
      readonly bookmark: Bookmark;
      readonly article: Article | null | undefined;
    };

/** Creates a live store for one bookmark and its article. */
export function createReaderStore(
  library: Pick<Library, 'bookmarks' | 'articles' | 'part'>,
  id: BookmarkId,
  onFailed: (error: LibraryError) => void,
) {
  // undefined until the library has responded.
  const bookmark = signal<Bookmark | null | undefined>(undefined);
  const article = signal<Article | null | undefined>(undefined);
  let isOpened = false;
  const stopBookmark = library.bookmarks.watch(id, (found) => {
    bookmark.value = found;
    if (found === null || isOpened) return;
    isOpened = true;
    void painted().then(markReading);
  });
  const stopArticle = library.articles.watch(id, into(article));
  let hasFailed = false;

  async function markReading(): Promise<void> {
    const { statisticsRepository } = await import('../../library');
    // The page may close meanwhile. The next place of today records the day, too.
    await library
      .part(statisticsRepository)
      .markReading()
      .catch(() => {});
  }

  return {
    state: computed((): ReaderState => {
      if (bookmark.value === null) return { kind: 'gone' };
      if (bookmark.value === undefined) return { kind: 'loading' };
      return { kind: 'ready', bookmark: bookmark.value, article: article.value };
    }),
    async savePlace({ progress, anchor }: ReadingPlace) {
      const kept = await library.bookmarks.setPlace(id, {
        readProgress: progress,
        readAnchor: anchor,
      });
      // Reported once, not at every screen. A bookmark that is gone has its own view.
      if (!kept.ok && kept.error.kind !== 'not-found' && !hasFailed) onFailed(kept.error);
      hasFailed = !kept.ok;
      await markReading();
    },
    dispose() {
      stopBookmark();
      stopArticle();
    },
  };
}
