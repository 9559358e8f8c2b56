import { SECOND_MS } from '../../domain/time';
import type { Dispose } from '../database/commit';
import type { Store } from '../database/store';
import type { LoadedContents } from './loaded-contents';

/** Changes that follow each other are read together after this time, at least. */
const MIN_FOLLOW_PAUSE_MS = SECOND_MS / 20;
const MAX_FOLLOW_PAUSE_MS = 10 * SECOND_MS;
/** Reading again takes at most about a fifth of the time. */
const PAUSE_PER_READ = 4;

/**
 * Calls `listener` with the result of `read` now and after changes in any context. There is a pause
 * between two reads, which is longer if a read takes long. A failed read is reported and repeated.
 */
export function follow<T>(
  store: Pick<Store, 'onWatchError' | 'onClose'>,
  contents: LoadedContents,
  read: () => Promise<T>,
  listener: (result: T) => void,
): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isOutdated = false;
  let isOver = false;
  let pauseMs = MIN_FOLLOW_PAUSE_MS;
  let lastRead = Number.NEGATIVE_INFINITY;

  const readNow = async () => {
    isReading = true;
    isOutdated = false;
    const started = performance.now();
    try {
      const result = await read();
      if (isOver) return;
      const takenMs = performance.now() - started;
      pauseMs = Math.min(
        Math.max(takenMs * PAUSE_PER_READ, MIN_FOLLOW_PAUSE_MS),
        MAX_FOLLOW_PAUSE_MS,
      );
      listener(result);
    } catch (error) {
      if (isOver) return;
      store.onWatchError(error);
      pauseMs = Math.min(pauseMs * 2, MAX_FOLLOW_PAUSE_MS);
      isOutdated = true;
    } finally {
      isReading = false;
      lastRead = performance.now();
      if (isOutdated) readAgain();
    }
  };
  const readAgain = () => {
    isOutdated = true;
    if (isReading || isOver || timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        void readNow();
      },
      Math.max(0, lastRead + pauseMs - performance.now()),
    );
  };

  const stop = contents.onChange(readAgain);
  void readNow();
  return store.onClose(() => {
    isOver = true;
    clearTimeout(timer);
    stop();
  });
}
