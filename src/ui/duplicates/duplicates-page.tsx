import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BookmarkId } from '../../domain';
import { duplicateRepository, type Library } from '../../library';
import type { Background } from '../background';
import type { ShelfTools } from '../stores/shelf-tools';
import { DuplicatesList } from './duplicates-list';
import { createDuplicatesStore, type DuplicatesStore } from './duplicates-store';
import { SearchLine } from './search-line';
import './duplicates.css';

interface DuplicatesPageProps {
  readonly library: Promise<Library>;
  readonly background: Pick<Background, 'libraryChanged'>;
  readonly tools: Pick<ShelfTools, 'toasts' | 'dialogs'>;
  /** Opens a bookmark in the reader. */
  readonly hrefOf: (id: BookmarkId) => string;
}

/** Looks for bookmarks that may be the same page, and lets a person join them. */
export function DuplicatesPage(props: DuplicatesPageProps): JSX.Element | null {
  const { library, background, tools, hrefOf } = props;
  const store = useSignal<DuplicatesStore | null>(null);
  useEffect(() => {
    const left = new AbortController();
    void library.then((opened) => {
      if (left.signal.aborted) return;
      const duplicates = opened.part(duplicateRepository);
      const made = createDuplicatesStore({ duplicates, background, toasts: tools.toasts });
      left.signal.addEventListener('abort', made.dispose);
      store.value = made;
      void made.look();
    });
    return () => left.abort();
  }, [library, background, tools, store]);
  if (store.value === null) return null;
  return (
    <div class="duplicates-page">
      <SearchLine store={store.value} />
      <DuplicatesList store={store.value} tools={tools} hrefOf={hrefOf} />
    </div>
  );
}
