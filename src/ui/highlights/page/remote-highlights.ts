import { signal } from '@preact/signals';
import type { Highlight, HighlightId, HighlightPosition } from '../../../domain/highlight';
import { err, ok } from '../../../domain/result';
import { SECOND_MS } from '../../../domain/time';
import type { GroupId } from '../../../library';
import type { PageBackground } from '../../../messages/page-messages';
import type { Schedule } from '../../components/timers';
import type { Stored, StoredHighlights } from '../store/stored-highlights';

/**
 * How often the position of a highlight is stored. A page that changes all the time would store it all
 * the time.
 */
const MAX_STORED = 3;

/**
 * The delays before highlights are read again, in milliseconds. The background may have been stopped
 * while it answered.
 */
const READ_AGAIN_MS = [250, 1000];

/** No reply arrives if the browser keeps a page that was left, and shows it again later. */
const REPLY_MS = 5 * SECOND_MS;

interface RemoteOptions {
  readonly background: PageBackground;
  readonly later: Schedule;
  /** Called after a highlight was added. */
  readonly onAdded: () => void;
}

/** The highlights of the page's address, which the background stores. */
export function remoteHighlights({ background, later, onAdded }: RemoteOptions, url: () => string) {
  const revision = signal(0);
  let listen: (highlights: readonly Highlight[]) => void = () => {};
  const show = (highlights: readonly Highlight[]) => {
    revision.value += 1;
    listen(highlights);
  };
  const refresh = oneAfterAnother(createReader({ background, later }, url, show));
  const isFresh = limitPositions(url);

  const thenRefresh = async <T>(writing: Stored<T>): Stored<T> => {
    const written = await writing;
    if (written.ok) await refresh();
    return written;
  };

  const stored: StoredHighlights = {
    watch(listener) {
      listen = listener;
      void refresh();
      return () => {
        listen = () => {};
      };
    },
    // Only the frame shows them.
    watchLocalOnly: () => () => {},
    async add({ quote, color, position }) {
      const adding = background.addHighlight({ url: url(), quote, color, position });
      const added = await thenRefresh(adding);
      if (added.ok) onAdded();
      return added;
    },
    edit: (id, changes) => thenRefresh(background.editHighlight({ url: url(), id, changes })),
    delete: (ids) => thenRefresh(background.deleteHighlights({ url: url(), ids })),
    async setPositions(found) {
      const positions = [...found].flatMap<[HighlightId, HighlightPosition]>(([id, result]) =>
        typeof result !== 'string' && isFresh(id) ? [[id, result]] : [],
      );
      return positions.length === 0
        ? ok(null)
        : background.placeHighlights({ url: url(), positions });
    },
  };
  return {
    ...stored,
    /** Undoes an act that has changed only highlights of the page. */
    undo: (group: GroupId) => thenRefresh(background.undoHighlights({ url: url(), group })),
    /** Reads the highlights again. One request at a time, and one more after it, are sent. */
    refresh,
    /** Counts how often they were read. */
    revision,
  };
}

/** Returns a function that reads the highlights of the current address and shows them. */
function createReader(
  { background, later }: Pick<RemoteOptions, 'background' | 'later'>,
  url: () => string,
  show: (highlights: readonly Highlight[]) => void,
): () => Promise<void> {
  /** The address of the highlights that were read last. */
  let readUrl = '';
  const read = (asked: string): Stored<readonly Highlight[]> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(err({ kind: 'unreachable' })), REPLY_MS);
      void background.readHighlights({ url: asked }).then((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  return async () => {
    const asked = url();
    let answer = await read(asked);
    for (const delayMs of READ_AGAIN_MS) {
      if (answer.ok || asked !== url()) break;
      await new Promise<void>((resolve) => later(resolve, delayMs));
      answer = await read(asked);
    }
    // After a failure the highlights stay, unless they are those of the former address.
    if (asked !== url() || (!answer.ok && readUrl === asked)) return;
    readUrl = asked;
    show(answer.ok ? answer.value : []);
  };
}

/** Calls `run` at most once at a time, and once more if it was called meanwhile. */
function oneAfterAnother(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  return function start(): Promise<void> {
    if (running === null) {
      running = run().finally(() => {
        running = null;
      });
      return running;
    }
    next ??= running.then(() => {
      next = null;
      return start();
    });
    return next;
  };
}

/** Returns a function that counts the positions of a highlight at an address, and refuses too many. */
function limitPositions(url: () => string): (id: HighlightId) => boolean {
  let counts = new Map<HighlightId, number>();
  let countedUrl = '';
  return (id) => {
    if (countedUrl !== url()) counts = new Map();
    countedUrl = url();
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    return count < MAX_STORED;
  };
}
