import { type ReadonlySignal, signal } from '@preact/signals';
import { type Highlight, type HighlightId, ok, type Result } from '../../domain';
import type { NewHighlight } from '../../library';
import type { Schedule } from '../components/timers';
import type { HighlightError, StoredHighlights } from './highlights-store';

type Answer<T> = Promise<Result<T, HighlightError>>;

/**
 * The background as the script in a page sees it. Each request is about one address, which has to be
 * that of the page. Nothing of it has a note.
 */
export interface PageBackground {
  /** Lets a frame with this token show the highlights of the page. */
  openFrame(url: string, token: string): Answer<unknown>;
  /** Opens the highlights in the reader, where the page does not let a frame run. */
  openReader(url: string, id: HighlightId | null): Answer<unknown>;
  /** Adds the colours of highlights to the documents of the page. */
  addColors(url: string): Answer<unknown>;
  /** Returns the highlights with their positions in the page. */
  read(url: string): Answer<readonly Highlight[]>;
  /** Saves the page first if it is not saved. */
  add(url: string, highlight: Omit<NewHighlight, 'bookmarkId'>): Answer<Highlight>;
  edit(
    url: string,
    ...edit: Parameters<StoredHighlights['edit']>
  ): ReturnType<StoredHighlights['edit']>;
  delete(url: string, ids: readonly Highlight['id'][]): ReturnType<StoredHighlights['delete']>;
  restore(url: string, ids: readonly Highlight['id'][]): ReturnType<StoredHighlights['restore']>;
  setPositions(
    url: string,
    found: Parameters<StoredHighlights['setPositions']>[0],
  ): ReturnType<StoredHighlights['setPositions']>;
}

/** A page that changes all the time would store results of searches all the time. */
const MOST_POSITIONS = 3;

interface RemoteHighlights extends StoredHighlights {
  /** Reads the highlights again. One request at a time, and one more after it, are sent. */
  refresh(): Promise<void>;
  /** Counts how often they were read. */
  readonly revision: ReadonlySignal<number>;
}

/**
 * The delays before highlights are read again, in milliseconds. The background may have been stopped
 * while it answered.
 */
const READ_AGAIN_MS = [250, 1000];

/** The highlights of the page's address, which the background stores. */
export function remoteHighlights(
  { background, later }: { readonly background: PageBackground; readonly later: Schedule },
  url: () => string,
): RemoteHighlights {
  const revision = signal(0);
  /** The address of the highlights that were read last. */
  let readUrl = '';
  let tell: (highlights: readonly Highlight[]) => void = () => {};
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  /** How often the position of each highlight was stored at this address. */
  let placed = new Map<Highlight['id'], number>();
  let placedAt = '';

  async function read(): Promise<void> {
    const asked = url();
    let answer = await background.read(asked);
    for (const delayMs of READ_AGAIN_MS) {
      if (answer.ok || asked !== url()) break;
      await new Promise<void>((resolve) => later(resolve, delayMs));
      answer = await background.read(asked);
    }
    if (asked !== url()) return;
    if (answer.ok) show(asked, answer.value);
    // Those of the former address are not those of this one.
    else if (readUrl !== asked) show(asked, []);
  }

  function show(asked: string, highlights: readonly Highlight[]): void {
    readUrl = asked;
    revision.value += 1;
    tell(highlights);
  }

  function refresh(): Promise<void> {
    if (running === null) {
      running = read().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running.then(() => {
      next = null;
      return refresh();
    });
    return next;
  }

  const thenRefresh = async <T>(writing: Answer<T>): Answer<T> => {
    const written = await writing;
    if (written.ok) await refresh();
    return written;
  };

  return {
    refresh,
    revision,
    watch(listener) {
      tell = listener;
      void refresh();
      return () => {
        tell = () => {};
      };
    },
    // Only the frame shows them.
    watchOnlyHere: () => () => {},
    add: (highlight) => thenRefresh(background.add(url(), highlight)),
    edit: (id, changes) => thenRefresh(background.edit(url(), id, changes)),
    delete: (ids) => thenRefresh(background.delete(url(), ids)),
    restore: (these) =>
      thenRefresh(
        background.restore(
          url(),
          these.map(({ id }) => id),
        ),
      ),
    async setPositions(found) {
      if (placedAt !== url()) placed = new Map();
      placedAt = url();
      const fresh = [...found].filter(
        ([id, result]) => typeof result !== 'string' && (placed.get(id) ?? 0) < MOST_POSITIONS,
      );
      for (const [id] of fresh) placed.set(id, (placed.get(id) ?? 0) + 1);
      return fresh.length === 0 ? ok(undefined) : background.setPositions(url(), new Map(fresh));
    },
  };
}
