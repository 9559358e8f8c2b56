import { signal } from '@preact/signals';
import type { BookmarkId } from '../../domain/bookmark';
import { readonly } from '../components/signals';
import type { ListeningSession } from './session';

/** The pages that are read aloud one after the other. */
export interface ListeningQueue {
  /** Returns the next unread page after one, or the first; null: there is none. */
  next(after: BookmarkId | null): Promise<BookmarkId | null>;
  /** Opens a page in the reader. */
  open(id: BookmarkId): void;
}

/**
 * Knows which page is read aloud. It is all that is loaded before somebody listens.
 *
 * @param loadQueue absent where only one page can be read
 */
export function createListening(loadQueue?: () => Promise<ListeningQueue>) {
  const wanted = signal<BookmarkId | null>(null);
  let queue: Promise<ListeningQueue> | null = null;
  let session: ListeningSession | null = null;

  /** Goes on with the page after one. Returns false if there is none. */
  async function goOn(after: BookmarkId | null): Promise<boolean> {
    const pages = await queue;
    const next = await pages?.next(after);
    // The person may have stopped it meanwhile.
    if (!pages || next === null || next === undefined || wanted.value !== after) return false;
    wanted.value = next;
    pages.open(next);
    return true;
  }

  return {
    /** The page that is read aloud in the reader; null: none. */
    wanted: readonly(wanted),
    /** Reads a page aloud that is open in the reader. */
    listen(id: BookmarkId) {
      queue = loadQueue?.() ?? null;
      wanted.value = id;
    },
    /** Reads the unread pages of the list aloud. Returns false if there are none. */
    listenToList() {
      queue = loadQueue?.() ?? null;
      wanted.value = null;
      return goOn(null);
    },
    goOn,
    /** False where only one page can be read. */
    hasList: loadQueue !== undefined,
    /** Returns the part that one page passes on to the next. */
    session(create: () => ListeningSession): ListeningSession {
      session ??= create();
      return session;
    },
    /** The player of the open page; null: nobody listens to it. */
    player: () => session?.player.value ?? null,
    stop() {
      wanted.value = null;
      session?.dispose();
      session = null;
    },
  };
}

export type Listening = ReturnType<typeof createListening>;
