import type { LoadedImage } from '../capture/capture';

/** Each write is of the whole article, so those that come within this time are written together. */
const GATHER_MS = 250;
/** So much may wait in memory, or be lost with a worker that dies. */
const MAX_WAITING_BYTES = 4_000_000;
const MAX_WAITING = 2_000;

/** Images on their way into the library, a few at a time. */
export interface ImageGathering {
  /** Waits only where much is waiting already. false: the library takes no more. */
  add(image: LoadedImage): Promise<boolean>;
  /** Writes what waits; rejects when a write did, whichever it was. */
  end(): Promise<void>;
}

/** @param keep writes images; false when the library takes no more, and then it is not called again */
export function gatherImages(
  keep: (images: readonly LoadedImage[]) => Promise<boolean>,
): ImageGathering {
  let waiting: LoadedImage[] = [];
  let waitingBytes = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTaken = true;
  let writing = Promise.resolve();

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const images = waiting;
    waiting = [];
    waitingBytes = 0;
    if (images.length === 0) return writing;
    writing = writing.then(async () => {
      if (isTaken) isTaken = await keep(images);
    });
    // Told by `end`, or by the `add` that waits for it.
    writing.catch(() => {
      isTaken = false;
    });
    return writing;
  }

  return {
    async add(image) {
      waiting.push(image);
      if (image.kind === 'loaded') waitingBytes += image.bytes.length;
      if (waitingBytes >= MAX_WAITING_BYTES || waiting.length >= MAX_WAITING) await write();
      else timer ??= setTimeout(write, GATHER_MS);
      return isTaken;
    },
    end: write,
  };
}
